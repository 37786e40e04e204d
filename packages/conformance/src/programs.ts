/**
 * Separate programs, for suites in which several race on one store or one is killed. A program prints a line for each step that was
 * reported as done; `ready` says that it waits for a byte before it goes on.
 */
import { Deferred, Effect, type Scope } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

/** A program that was started. */
export interface Program {
  readonly child: ChildProcess
  /** Everything that it has said so far; a line that was cut is left out. */
  readonly said: () => ReadonlyArray<string>
  /** Waits until it has printed `lines` lines, or is gone. */
  readonly until: (lines: number) => Effect.Effect<void>
  /** Waits until it is gone, and returns its exit code; null when it was killed. */
  readonly gone: Effect.Effect<number | null>
}

const begin = (script: URL, args: ReadonlyArray<string>) => {
  const child = spawn(process.execPath, [fileURLToPath(script), ...args], { stdio: ["pipe", "pipe", "inherit"] })
  // Writing to a killed program fails, which is harmless.
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
  const when = (pauses: () => boolean) =>
    Effect.callback<void>((resume) => {
      const look = () => {
        if (!pauses() && child.exitCode === null && child.signalCode === null) return
        listeners.delete(look)
        resume(Effect.void)
      }
      listeners.add(look)
      look()
    })
  return {
    child,
    said,
    until: (lines: number) => when(() => said().length >= lines),
    /** Waits until it has printed `ready` `times` times, or is gone. */
    untilReady: (times: number) => when(() => said().filter((line) => line === "ready").length >= times),
    go: () => child.stdin.write("!"),
    gone: Deferred.await(gone),
  }
}

const started = (script: URL, args: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.sync(() => begin(script, args)),
    ({ child, gone }) =>
      Effect.suspend(() => {
        child.kill("SIGKILL")
        return Effect.asVoid(gone)
      }),
  )

/** Starts the program of this file with these arguments; it ends with the scope. */
export const startProgram = (script: URL, args: ReadonlyArray<string>): Effect.Effect<Program, never, Scope.Scope> =>
  started(script, args)

/**
 * Lets two programs work at the same time. Before each round both wait until the other is ready, and each goes first equally often, so that
 * neither finishes before the other begins. Returns what each of them printed, without `ready`.
 */
export const racePrograms = Effect.fnUntraced(function* (
  rounds: number,
  one: { readonly script: URL; readonly args: ReadonlyArray<string> },
  two: { readonly script: URL; readonly args: ReadonlyArray<string> },
) {
  const programs = yield* Effect.forEach([one, two], ({ args, script }) => started(script, args), { concurrency: 2 })
  for (let round = 1; round <= rounds; round++) {
    yield* Effect.forEach(programs, ({ untilReady }) => untilReady(round), { concurrency: 2 })
    for (const { go } of round % 2 === 0 ? programs : programs.toReversed()) go()
  }
  const codes = yield* Effect.forEach(programs, ({ gone }) => gone, { concurrency: 2 })
  return { codes, said: programs.map(({ said }) => said().filter((line) => line !== "ready")) }
}, Effect.scoped)
