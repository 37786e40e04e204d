/** Starts programs on a store and listens to what they say. */
import { Deferred, Effect, type Scope } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { url } from "./support.ts"

/** A program that was started. */
export interface Program {
  readonly child: ChildProcess
  /** Everything that it has said so far; a line that was cut is left out. */
  readonly said: () => ReadonlyArray<string>
  /** Waits until it has said so many lines. */
  readonly until: (lines: number) => Effect.Effect<void>
  /** Waits until it is gone, and tells its exit code; null when it was killed. */
  readonly gone: Effect.Effect<number | null>
}

const begin = (args: ReadonlyArray<string>): Program => {
  const script = fileURLToPath(new URL("program.ts", import.meta.url))
  const child = spawn(process.execPath, [script, ...args], { stdio: ["pipe", "pipe", "inherit"] })
  // A program that was killed cannot be told to go.
  child.stdin.on("error", () => {})
  let text = ""
  const gone = Deferred.makeUnsafe<number | null>()
  const listeners = new Set<() => void>()
  const said = () => text.split("\n").slice(0, -1)
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk
    for (const listener of listeners) listener()
  })
  child.once("close", (code) => {
    Deferred.doneUnsafe(gone, Effect.succeed(code))
    for (const listener of listeners) listener()
  })
  const until = (lines: number) =>
    Effect.callback<void>((resume) => {
      const look = () => {
        if (said().length < lines && child.exitCode === null && child.signalCode === null) return
        listeners.delete(look)
        resume(Effect.void)
      }
      listeners.add(look)
      look()
    })
  return { child, said, until, gone: Deferred.await(gone) }
}

/** Starts the program of `program.ts`; it ends with the scope. */
export const start = (
  role: string,
  schema: string,
  ...rest: ReadonlyArray<string>
): Effect.Effect<Program, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => begin([role, url, schema, ...rest])),
    ({ child, gone }) =>
      Effect.suspend(() => {
        child.kill("SIGKILL")
        return Effect.asVoid(gone)
      }),
  )
