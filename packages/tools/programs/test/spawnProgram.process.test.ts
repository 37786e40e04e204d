/** One program: what it says, how it fails, how it is ended, and what happens where its port is taken. */
import { createServer } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Scope } from "effect"
import { failsWhenEnded, parallelScope, spawnOnPort, spawnProgram, spawnSandbox } from "../src/index.ts"

const sandboxWith = (environment: Readonly<Record<string, string>>) => ({
  name: "sandbox",
  app: "sandbox",
  environment,
  ready: (line: string) => (line.includes("Ctrl-C stops it.") ? line : undefined),
})

/** A server on a port of the loopback, until the scope ends; 0 is any. */
const listening = (wanted: number) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly port: number; readonly close: () => void }>((resume) => {
      const server = createServer().listen(wanted, "127.0.0.1", () => {
        const address = server.address()
        const port = typeof address === "object" && address !== null ? address.port : 0
        resume(Effect.succeed({ port, close: () => void server.close() }))
      })
    }),
    ({ close }) => Effect.sync(close),
  )

describe("a program", () => {
  it.live("that ends before it works fails with its code and its last lines", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(spawnProgram(sandboxWith({ SANDBOX_PORT: "everywhere" })))
      assert.strictEqual(failure.ended, 64)
      assert.include(
        failure.message,
        "The sandbox ended with 64. Its last lines:\n  The sandbox does not start: SANDBOX_PORT",
      )
    }).pipe(Effect.scoped),
  )

  it.live("that ends by itself fails its watcher, with its last lines; one that ends with its group does not", () =>
    Effect.gen(function* () {
      const group = yield* parallelScope
      const [dying, other] = yield* Effect.all([
        spawnProgram(sandboxWith({ SANDBOX_PORT: "0" })),
        spawnProgram(sandboxWith({ SANDBOX_PORT: "0" })),
      ]).pipe(Scope.provide(group))
      const watching = yield* Effect.forkChild(Effect.flip(failsWhenEnded(dying)))
      const watchingOther = yield* Effect.forkChild(failsWhenEnded(other))
      yield* dying.end("SIGKILL")
      const failure = yield* Fiber.join(watching)
      assert.include(
        failure.message,
        "The sandbox ended with SIGKILL. Its last lines:\n  Sandbox: no money moves here.",
      )
      yield* Fiber.interrupt(watchingOther)
      yield* Scope.close(group, Exit.void)
      assert.strictEqual(yield* other.ended, 0)
    }).pipe(Effect.scoped),
  )

  it.live("listens elsewhere where its port is in use", () =>
    Effect.gen(function* () {
      const { port } = yield* listening(0)
      const sandbox = yield* spawnSandbox({ port })
      assert.notStrictEqual(sandbox.port, port)
      const { status } = yield* Effect.promise(() => fetch(`${sandbox.url}/docs`))
      assert.strictEqual(status, 200)
    }).pipe(Effect.scoped),
  )

  it.live("is started again on another port where another program was faster", () =>
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const tried: Array<number> = []
      const program = yield* spawnOnPort(0, (port) => {
        // Long before the sandbox, which has to be loaded first.
        if (tried.push(port) === 1) Effect.runFork(Scope.provide(listening(port), scope))
        return sandboxWith({ SANDBOX_PORT: String(port) })
      })
      assert.strictEqual(tried.length, 2)
      assert.strictEqual(program.port, tried[1])
      assert.notStrictEqual(program.port, tried[0])
    }).pipe(Effect.scoped),
  )
})
