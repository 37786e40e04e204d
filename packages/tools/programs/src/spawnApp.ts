/**
 * Starts an app as it is started where it is deployed, for tests of its output and its end. Nothing here waits for time to pass: every
 * wait ends with an event, and fails when the program ends without it.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Deferred, Effect, type Scope } from "effect"
import { type AppOptions, type ExitStatus, onEnd, sendSignal, spawnChild } from "./spawnChild.ts"

export interface SpawnAppOptions extends AppOptions {
  readonly nodeFlags?: ReadonlyArray<string>
  /** Outputs without a reader: they are closed as soon as the program runs. */
  readonly unread?: ReadonlyArray<"stdout" | "stderr">
  /** The signal that ends the app with the scope. An app that has started others needs SIGTERM, or they outlive it. */
  readonly endedBy?: "SIGKILL" | "SIGTERM"
}

export interface App {
  readonly pid: number
  readonly lines: Effect.Effect<ReadonlyArray<string>>
  /** What it has printed so far, byte by byte. */
  readonly out: Effect.Effect<string>
  readonly err: Effect.Effect<string>
  readonly says: (text: string) => Effect.Effect<void>
  /** Waits for its end, and for its last line. */
  readonly ended: Effect.Effect<ExitStatus>
  readonly kill: (signal: NodeJS.Signals) => Effect.Effect<void>
}

/** Starts an app with this environment and nothing of ours. It is ended with the scope. */
export const spawnApp = Effect.fnUntraced(function* (
  options: SpawnAppOptions,
): Effect.fn.Return<App, never, Scope.Scope> {
  const { endedBy = "SIGKILL", nodeFlags = [], unread = [] } = options
  const seen: Array<string> = []
  const printed = { stdout: "", stderr: "" }
  const ended = yield* Deferred.make<ExitStatus>()
  const waiting = new Set<() => void>()
  const news = () => waiting.forEach((look) => look())
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const started = spawnChild(options, { input: "ignore", nodeFlags }, (line) => {
        seen.push(line)
        news()
      })
      for (const from of ["stdout", "stderr"] as const) {
        // Prepended, so that a consumer of a line already finds it here.
        started[from]?.setEncoding("utf8").prependListener("data", (text) => (printed[from] += String(text)))
        if (unread.includes(from)) started[from]?.destroy()
      }
      onEnd(started, (how) => {
        Deferred.doneUnsafe(ended, Effect.succeed(how))
        news()
      })
      return started
    }),
    (started) => Effect.andThen(sendSignal(started, endedBy), Deferred.await(ended)),
  )
  const says = (text: string) =>
    Effect.callback<void>((resume) => {
      const look = () => {
        const said = seen.some((line) => line.includes(text))
        if (!said && !Deferred.isDoneUnsafe(ended)) return
        waiting.delete(look)
        resume(said ? Effect.void : Effect.die(new Error(`It ended without "${text}":\n${seen.join("\n")}`)))
      }
      waiting.add(look)
      look()
    })
  return {
    pid: child.pid ?? 0,
    lines: Effect.sync(() => [...seen]),
    out: Effect.sync(() => printed.stdout),
    err: Effect.sync(() => printed.stderr),
    says,
    ended: Deferred.await(ended),
    kill: (signal) => sendSignal(child, signal),
  }
})

export const temporaryFolder: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "cauri-test-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
)
