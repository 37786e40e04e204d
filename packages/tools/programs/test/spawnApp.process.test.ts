/** What tests learn of an app that they start: what it prints, where, and how it ends. */
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber } from "effect"
import { appVersion, temporaryFolder, spawnApp } from "../src/index.ts"

const sandbox = (given: ReadonlyArray<string>, environment: Readonly<Record<string, string>> = {}) => ({
  app: "sandbox",
  arguments: given,
  environment: { SANDBOX_PORT: "0", ...environment },
})

describe("an app that was started", () => {
  it.live("tells its two outputs byte by byte, its lines, and its exit code", () =>
    Effect.gen(function* () {
      const version = yield* spawnApp(sandbox(["--version"]))
      assert.strictEqual(yield* version.ended, 0)
      assert.deepStrictEqual([yield* version.out, yield* version.err], [`${appVersion("sandbox")}\n`, ""])
      const unknown = yield* spawnApp(sandbox(["--twice"]))
      assert.strictEqual(yield* unknown.ended, 64)
      assert.deepStrictEqual([yield* unknown.out, yield* unknown.err], ["", `${(yield* unknown.lines).join("\n")}\n`])
    }).pipe(Effect.scoped),
  )

  it.live("is heard by everybody who waits, and fails those whose words never come", () =>
    Effect.gen(function* () {
      const app = yield* spawnApp(sandbox(["--json"]))
      const waiting = yield* Effect.forEach(
        ["controlToken", "apiKey", "never said", "nor this"],
        (text) => Effect.forkChild(Effect.exit(app.says(text))),
        { concurrency: 1 },
      )
      yield* app.says("controlToken")
      assert.include(yield* app.out, "controlToken", "what was heard is there")
      yield* app.kill("SIGKILL")
      assert.strictEqual(yield* app.ended, "SIGKILL")
      const [first, second, ...others] = yield* Effect.forEach(waiting, Fiber.join, { concurrency: 1 })
      assert.deepStrictEqual([first, second], [Exit.void, Exit.void])
      for (const exit of others) {
        assert.isTrue(Exit.isFailure(exit) && Cause.pretty(exit.cause).includes("It ended without"))
      }
    }).pipe(Effect.scoped),
  )

  it.live("gets the signal that was asked for, and has ended when its scope has", () =>
    Effect.gen(function* () {
      for (const [endedBy, how] of [
        ["SIGTERM", 0],
        ["SIGKILL", "SIGKILL"],
      ] as const) {
        const ended = yield* Effect.scoped(
          Effect.gen(function* () {
            const app = yield* spawnApp({ ...sandbox(["--json"]), endedBy })
            yield* app.says("controlToken")
            return app.ended
          }),
        )
        assert.strictEqual(yield* Effect.timeout(ended, "1 millis"), how)
      }
    }),
  )

  it.live("reads its input before it starts, and need not be read", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const app = yield* spawnApp({
        ...sandbox(["--json"], { SANDBOX_FILE: `${folder}/sandbox.db` }),
        nodeFlags: ["--import", "data:text/javascript,console.error('before')"],
        unread: ["stdout"],
      })
      yield* app.says("before")
      yield* app.kill("SIGTERM")
      yield* app.ended
      assert.strictEqual(yield* app.out, "")
    }).pipe(Effect.scoped),
  )
})
