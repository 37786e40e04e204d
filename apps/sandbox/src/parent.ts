/** The end of the program that started this one, for a sandbox that a test of any language starts and may forget. */
import { fstatSync } from "node:fs"
import { Effect } from "effect"

/** How often the parent is looked at: a process that has lost its parent gets another one, and no event says so. */
const lookMillis = 250

const isPipe = (): boolean => {
  const input = fstatSync(0)
  return input.isFIFO() || input.isSocket()
}

// What starts a program through another one (npx, a shell) may be killed while that one lives; the pipe that it holds closes with it.
const inputClosed: Effect.Effect<void> = Effect.callback((resume) => {
  if (!isPipe()) return
  process.stdin.once("close", () => resume(Effect.void)).resume()
})

const orphaned: Effect.Effect<void> = Effect.gen(function* () {
  const parent = process.ppid
  while (process.ppid === parent) yield* Effect.sleep(lookMillis)
})

/** Completes when the parent has ended, or has closed the pipe that it gave as standard input. */
export const parentEnded: Effect.Effect<void> = Effect.race(inputClosed, orphaned)
