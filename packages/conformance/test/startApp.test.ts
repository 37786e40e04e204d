/** An app that is started as a process of its own. */
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit } from "effect"
import { createServer } from "node:net"
import { freePort, startApp } from "../src/index.ts"

const home = new URL("fixtures/app/", import.meta.url)

describe("startApp", () => {
  it.live("gives the app its environment, and hears it on both outputs", () =>
    Effect.gen(function* () {
      const app = yield* startApp(home, { environment: { PLACE: "a test" } })
      assert.strictEqual(yield* app.says("open"), "open in a test")
      yield* app.says("to the side")
      assert.strictEqual(yield* app.stdout, "open in a test\n")
      assert.sameMembers([...(yield* app.lines)], ["open in a test", "a word to the side"])
      yield* app.kill("SIGTERM")
      assert.strictEqual(yield* app.ended, "SIGTERM")
    }),
  )

  it.live("tells the exit code, and does not wait for what an app that has ended did not say", () =>
    Effect.gen(function* () {
      const app = yield* startApp(home, { given: ["3"] })
      assert.strictEqual(yield* app.ended, 3)
      const exit = yield* Effect.exit(app.says("never said"))
      assert.include(Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "", "open in nowhere")
    }),
  )

  it.live("kills the app at the end of its scope", () =>
    Effect.gen(function* () {
      const app = yield* Effect.scoped(Effect.tap(startApp(home), ({ says }) => says("open")))
      assert.strictEqual(yield* app.ended, "SIGKILL")
    }),
  )

  it.live("finds a port that is free", () =>
    Effect.gen(function* () {
      const port = yield* freePort
      const opened = yield* Effect.callback<boolean>((resume) => {
        const server = createServer()
          .once("error", () => resume(Effect.succeed(false)))
          .listen(port, "127.0.0.1", () => server.close(() => resume(Effect.succeed(true))))
      })
      assert.isTrue(opened)
    }),
  )
})
