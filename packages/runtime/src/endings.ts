/** How a program ends: an exit code for its supervisor, and one sentence for the log. */
import { Cause, Context, Effect, Exit, Option, type Runtime, Schema, Scope } from "effect"
import type { HttpServerError } from "effect/http"
import type { PolicyRefused, StoreError } from "@cauri/core"
import type { StoreRefused } from "@cauri/core/adapter"
import type { BadUsage } from "./flags.ts"
import type { Misconfigured } from "./Misconfigured.ts"

/** The codes, after sysexits.h. */
export const exitCodes = { fine: 0, person: 1, usage: 64, defect: 70, damaged: 74, again: 75 } as const

/** Everything that a program expects to end with. */
export type Ending = BadUsage | Misconfigured | PolicyRefused | StoreRefused | StoreError | HttpServerError.ServeError

/** The code of an ending. */
export const codeOf = (ending: Ending): number => {
  switch (ending._tag) {
    case "BadUsage":
    case "Misconfigured":
    case "PolicyRefused":
      return exitCodes.usage
    case "StoreError":
    case "ServeError":
      return exitCodes.again
    case "StoreRefused":
      return ending.exitCode
  }
}

/** The port that Node could not open, and the variables that set it. The cause may hold anything else: only its port is taken. */
const portOf = (cause: unknown): string => {
  const variables = "OPERATIONS_PORT on OPERATIONS_HOST, or the one that it serves"
  return cause instanceof Error && "port" in cause && typeof cause.port === "number"
    ? `port ${cause.port} (${variables})`
    : `one of its ports: ${variables}`
}

/** The sentence of an ending. It contains no value of a variable except a port, and nothing from a row. */
export const sentenceOf = (name: string, ending: Ending): string => {
  switch (ending._tag) {
    case "Misconfigured":
    case "PolicyRefused":
      return `The ${name} does not start: ${ending.message}`
    case "ServeError":
      return `The ${name} does not start: it cannot open ${portOf(ending.cause)}. Choose a free port, or end the program that uses it.`
    case "BadUsage":
    case "StoreRefused":
    case "StoreError":
      return ending.message
  }
}

/** Where a defect was thrown. Its message is left out: it may contain what no log may. */
const placeOf = (defect: unknown): string =>
  defect instanceof Error
    ? [defect.name, ...(defect.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line))].slice(0, 10).join("\n")
    : "unknown"

const logDefect = (defect: unknown) =>
  Effect.logFatal(
    `The program ends because of a defect in it; report it with the version and this place: ${placeOf(defect)}`,
  )

/** An uncaught exception ends the process at once. Node itself would print its message, and end with 1. */
const endsUncaught = Effect.acquireRelease(
  Effect.contextWith((context: Context.Context<never>) => {
    const end = (defect: unknown) => {
      Effect.runSyncWith(context)(logDefect(defect))
      process.exit(exitCodes.defect)
    }
    return Effect.sync(() => void process.on("uncaughtException", end)).pipe(Effect.as(end))
  }),
  (end) => Effect.sync(() => void process.off("uncaughtException", end)),
)

/** Runs the program of this name to its exit code, and logs why it ends. An interruption stays one. */
export const runProgram = <R>(
  name: string,
  program: Effect.Effect<number, Ending, R>,
): Effect.Effect<number, never, R> =>
  program.pipe(
    Effect.catch((ending) => Effect.as(Effect.logFatal(sentenceOf(name, ending)), codeOf(ending))),
    Effect.catchDefect((defect) => Effect.as(logDefect(defect), exitCodes.defect)),
    (run) => Effect.scopedWith((scope) => Effect.andThen(Scope.provide(endsUncaught, scope), run)),
  )

/** The ending of a program that was stopped before it had finished. */
class BrokenOff extends Schema.TaggedError<BrokenOff>()("BrokenOff", {}) {}

/** A program that has something to finish. When it is stopped before that, its log says so: how far it came is unknown. */
export const warnIfStopped = <A, E, R>(name: string, program: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.onInterrupt(program, () =>
    Effect.andThen(
      Effect.logFatal(
        `The ${name} was stopped before it had finished: its work may be done in part. Check what was done, and run it again.`,
      ),
      Effect.die(new BrokenOff({})),
    ),
  )

/** What an interruption carries when the stopped program ends with something else. */
export class EndedBy extends Context.Service<EndedBy, Ending>()("@cauri/runtime/EndedBy") {}

/** The exit code of a program that succeeds with one. A stop is no failure, unless there was something to finish. */
export const teardown: Runtime.Teardown = (exit, onExit) => {
  if (Exit.isSuccess(exit)) return onExit(typeof exit.value === "number" ? exit.value : exitCodes.fine)
  const ending = Context.getOption(Cause.annotations(exit.cause), EndedBy)
  if (Option.isSome(ending)) return onExit(codeOf(ending.value))
  if (Cause.squash(exit.cause) instanceof BrokenOff) return onExit(exitCodes.again)
  return onExit(Cause.hasInterruptsOnly(exit.cause) ? exitCodes.fine : exitCodes.defect)
}
