/** The program of the README as a process of its own: it starts, is ready, and ends with the right codes. */
import { assert, describe } from "@effect/vitest"
import { spawn } from "node:child_process"
import { join } from "node:path"
import { Effect, Schedule } from "effect"
import { it } from "@cauri/house/it"
import { listening, newFolder } from "./support.ts"

const start = (environment: Readonly<Record<string, string>>, nodeFlags: ReadonlyArray<string> = []) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const program = new URL("examples/watcher.ts", import.meta.url).pathname
      const child = spawn(process.execPath, [...nodeFlags, program], {
        env: environment,
        stdio: ["ignore", "ignore", "pipe"],
      })
      let text = ""
      child.stderr.setEncoding("utf8").on("data", (chunk) => (text += String(chunk)))
      const closed = new Promise<number | string>((resolve) => {
        child.once("close", (code, signal) => resolve(code ?? signal ?? "unknown"))
      })
      return { child, ended: Effect.promise(() => closed), text: Effect.sync(() => text) }
    }),
    ({ child }) => Effect.sync(() => child.kill("SIGKILL")),
  )

describe("a program on the runtime", () => {
  it.live("says which variable is wrong, and ends with 64", function* () {
    const { ended, text } = yield* start({})
    assert.strictEqual(yield* ended, 64)
    assert.include(
      yield* text,
      "The watcher does not start: STORE_URL is not set: it must be sqlite:<path of the file>",
    )
  })

  it.live("ends with 70 for an exception that nothing caught, and tells where it was and not what it said", () =>
    Effect.gen(function* () {
      const file = join(yield* newFolder, "payments.db")
      const throwing = `process.on("SIGUSR2", function strikes() { throw new TypeError("can" + "ary") })`
      const { child, ended, text } = yield* start(
        { STORE_URL: `sqlite:${file}`, STORE_CREATE: "if-missing", OPERATIONS_PORT: "0" },
        ["--import", `data:text/javascript,${encodeURIComponent(throwing)}`],
      )
      yield* Effect.repeat(text, {
        schedule: Schedule.spaced("20 millis"),
        until: (said) => said.includes("Health and metrics are served."),
      })
      child.kill("SIGUSR2")
      assert.strictEqual(yield* ended, 70)
      assert.include(yield* text, "with the version and this place: TypeError")
      assert.include(yield* text, "strikes")
      assert.notInclude(yield* text, "canary")
    }),
  )

  it.live("is ready once its heartbeat is in the store, shows how the store stands, and stops with 0 on a signal", () =>
    Effect.gen(function* () {
      const file = join(yield* newFolder, "payments.db")
      const port = yield* Effect.scoped(listening(() => {}))
      const { child, ended } = yield* start({
        STORE_URL: `sqlite:${file}`,
        STORE_CREATE: "if-missing",
        OPERATIONS_PORT: String(port),
      })
      const ask = (path: string) =>
        Effect.tryPromise(async () => {
          const response = await fetch(`http://127.0.0.1:${port}${path}`)
          return { status: response.status, text: await response.text() }
        })
      const patiently = { schedule: Schedule.spaced("20 millis") }
      yield* Effect.repeat(Effect.retry(ask("/readyz"), patiently), {
        ...patiently,
        until: ({ status }) => status === 200,
      })
      assert.include((yield* ask("/metrics")).text, "cauri_store_due_payments 0")
      child.kill("SIGTERM")
      assert.strictEqual(yield* ended, 0)
    }),
  )
})
