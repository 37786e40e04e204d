/**
 * Starts an app as a process of its own, as whoever deploys it does, and waits for what it says. Nothing here waits for time to pass:
 * every wait ends with an event, and fails when that event can no longer come.
 */
import { Effect, Queue } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { createServer } from "node:net"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

/** A running app. */
export interface App {
  readonly child: ChildProcess
  /** Every line so far, of both outputs. */
  readonly lines: Effect.Effect<ReadonlyArray<string>>
  /** All of its standard output so far. */
  readonly stdout: Effect.Effect<string>
  /** Waits for a line that holds this, and gives the first; dies when the app ends without it. */
  readonly says: (text: string) => Effect.Effect<string>
  /** Waits for its end: the exit code, or the signal. */
  readonly ended: Effect.Effect<number | string>
  readonly kill: (signal: NodeJS.Signals) => Effect.Effect<void>
}

/** How an app is started. */
export interface AppOptions {
  readonly environment?: Readonly<Record<string, string>>
  readonly given?: ReadonlyArray<string>
  readonly nodeFlags?: ReadonlyArray<string>
  /** Whether anybody reads what it says. */
  readonly readers?: "attentive" | "gone"
}

const lastLine = "(ended)"

const endOf = (child: ChildProcess) =>
  Effect.callback<number | string>((resume) => {
    const end = () => resume(Effect.succeed(child.exitCode ?? child.signalCode ?? "unknown"))
    if (child.exitCode !== null || child.signalCode !== null) return end()
    child.once("close", end)
  })

/** Starts `src/main.ts` of the app that lives there, with this environment and nothing of ours. It is killed with the scope. */
export const startApp = Effect.fnUntraced(function* (home: URL, options: AppOptions = {}) {
  const { environment = {}, given = [], nodeFlags = [], readers = "attentive" } = options
  const seen: Array<string> = []
  let out = ""
  const news = yield* Queue.unbounded<void>()
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, [...nodeFlags, "src/main.ts", ...given], {
        cwd: fileURLToPath(home),
        env: { PATH: process.env["PATH"] ?? "", ...environment },
        stdio: ["ignore", "pipe", "pipe"],
      }),
    ),
    (running) => Effect.sync(() => running.kill("SIGKILL")),
  )
  const note = (line: string) => {
    seen.push(line)
    Queue.offerUnsafe(news, undefined)
  }
  child.stdout.setEncoding("utf8").on("data", (chunk) => (out += String(chunk)))
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on("line", note)
  if (readers === "gone") for (const stream of [child.stdout, child.stderr]) stream.destroy()
  child.once("close", () => note(lastLine))
  const app: App = {
    child,
    lines: Effect.sync(() => [...seen]),
    stdout: Effect.sync(() => out),
    says: Effect.fnUntraced(function* (text: string) {
      for (;;) {
        const line = seen.find((each) => each.includes(text))
        if (line !== undefined) return line
        if (seen.includes(lastLine)) {
          return yield* Effect.die(new Error(`It ended without ${text}:\n${seen.join("\n")}`))
        }
        yield* Queue.take(news)
      }
    }),
    ended: endOf(child),
    kill: (signal) => Effect.sync(() => void child.kill(signal)),
  }
  return app
})

/** A port of this machine that is free now. */
export const freePort: Effect.Effect<number> = Effect.callback((resume) => {
  const server = createServer()
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    server.close(() => resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0)))
  })
})
