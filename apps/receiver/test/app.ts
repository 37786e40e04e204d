/**
 * Starts the app as a process of its own, as whoever deploys it does, and waits for what it says. Nothing here waits for time to pass:
 * every wait ends with an event, and fails when that event does not come.
 */
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { Effect, Queue, type Scope } from "effect"

/** Where the app is. */
export const home = new URL("..", import.meta.url).pathname

/** A folder that goes with the scope. */
export const newFolder: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "cauri-receiver-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
)

/** A running app. */
interface App {
  /** Every line so far, of both outputs. */
  readonly lines: () => ReadonlyArray<string>
  /** Waits for a line that holds this. */
  readonly says: (text: string) => Effect.Effect<void>
  /** Waits for its end: the exit code, or the signal. */
  readonly ended: Effect.Effect<number | string>
  readonly kill: (signal: NodeJS.Signals) => Effect.Effect<void>
}

/** Starts the app with this environment and nothing of ours. It is killed with the scope. */
export const startApp = Effect.fnUntraced(function* (
  environment: Readonly<Record<string, string>>,
  given: ReadonlyArray<string> = [],
) {
  const seen: Array<string> = []
  const news = yield* Queue.unbounded<void>()
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, ["src/main.ts", ...given], {
        cwd: home,
        env: { PATH: process.env["PATH"] ?? "", ...environment },
        stdio: ["ignore", "pipe", "pipe"],
      }),
    ),
    (process) => Effect.sync(() => process.kill("SIGKILL")),
  )
  const note = (line: string) => {
    seen.push(line)
    Queue.offerUnsafe(news, undefined)
  }
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on("line", note)
  child.once("close", () => note("(ended)"))
  const app: App = {
    lines: () => [...seen],
    says: Effect.fnUntraced(function* (text: string) {
      for (;;) {
        if (seen.some((line) => line.includes(text))) return
        if (seen.includes("(ended)"))
          return yield* Effect.die(new Error(`It ended without ${text}:\n${seen.join("\n")}`))
        yield* Queue.take(news)
      }
    }),
    ended: Effect.callback<number | string>((resume) => {
      const end = () => resume(Effect.succeed(child.exitCode ?? child.signalCode ?? "unknown"))
      if (child.exitCode !== null || child.signalCode !== null) return end()
      child.once("close", end)
    }),
    kill: (signal) => Effect.sync(() => void child.kill(signal)),
  }
  return app
})
