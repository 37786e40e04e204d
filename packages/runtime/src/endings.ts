/** How a program ends: an exit code for its supervisor, and one sentence for the log. */
import { Cause, Context, Effect, Exit, Option, Predicate, type Runtime, Schema, Scope } from "effect"
import { type Language } from "@cauri/catalogue"
import { localeLanguage, tools } from "@cauri/catalogue/tools"
import type { PolicyRefused, StoreError } from "@cauri/core"
import { issuePage, type StoreRefused } from "@cauri/core/adapter"
import type { BadUsage } from "./flags.ts"
import type { Misconfigured } from "./Misconfigured.ts"
import type { PortRefused } from "./PortRefused.ts"

/**
 * The codes, after sysexits.h. `person`: something needs a person. `usage`: bad usage, bad configuration, or a store that is not the
 * expected one. `damaged`: the store is damaged, so the program must not start again. `again`: something cannot be used now, or the
 * program was stopped before it had finished.
 */
export const exitCodes = { fine: 0, person: 1, usage: 64, defect: 70, damaged: 74, again: 75 } as const

/** Everything that a program expects to end with. */
export type Ending = BadUsage | Misconfigured | PolicyRefused | StoreRefused | StoreError | PortRefused

export const codeOf = (ending: Ending): number => {
  switch (ending._tag) {
    case "BadUsage":
    case "Misconfigured":
    case "PolicyRefused":
      return exitCodes.usage
    case "StoreError":
    case "PortRefused":
      return exitCodes.again
    case "StoreRefused":
      return ending.exitCode
  }
}

/** Why a program ends, and what to do, in a language. It contains no value of a variable except a port, and nothing from a row. */
export const reasonOf = (ending: Ending, language: Language): string => {
  const { endings, storeRefusals } = tools[language]
  switch (ending._tag) {
    case "BadUsage":
    case "Misconfigured":
    case "PortRefused":
      return ending.messageIn(language)
    case "PolicyRefused":
      return endings.policy_refused(ending.problems.map(({ key, rule }) => `${key} ${rule}`).join("; "))
    case "StoreRefused":
      return endings.store_refused(ending.reason, storeRefusals[ending.reason], ending.detail)
    case "StoreError":
      return endings.store_failed(ending.operation)
  }
}

const endingTags = ["BadUsage", "Misconfigured", "PolicyRefused", "StoreRefused", "StoreError", "PortRefused"] as const

/** Is this what a program expects to end with? */
export const isEnding = (failure: unknown): failure is Ending =>
  endingTags.some((tag) => Predicate.isTagged(failure, tag))

export const sentenceOf = (name: string, ending: Ending, language: Language): string => {
  const reason = reasonOf(ending, language)
  switch (ending._tag) {
    case "Misconfigured":
    case "PolicyRefused":
    case "PortRefused":
      return tools[language].endings.does_not_start(name, reason)
    case "BadUsage":
    case "StoreRefused":
    case "StoreError":
      return reason
  }
}

/** Where a defect was thrown. Its message is left out: it may contain what no log may. */
const placeOf = (defect: unknown): string =>
  defect instanceof Error
    ? [defect.name, ...(defect.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line))].slice(0, 10).join("\n")
    : "unknown"

const logDefect = (name: string, defect: unknown, language: Language) =>
  Effect.logFatal(tools[language].endings.defect(name, issuePage, placeOf(defect)))

/** An uncaught exception ends the process at once. Node itself would print its message, and end with 1. */
const endsUncaught = (name: string, language: Language) =>
  Effect.acquireRelease(
    Effect.contextWith((context: Context.Context<never>) => {
      const end = (defect: unknown) => {
        Effect.runSyncWith(context)(logDefect(name, defect, language))
        process.exit(exitCodes.defect)
      }
      return Effect.sync(() => void process.on("uncaughtException", end)).pipe(Effect.as(end))
    }),
    (end) => Effect.sync(() => void process.off("uncaughtException", end)),
  )

/** Runs the program of this name to its exit code, and logs why it ends, as its `--help` speaks. An interruption stays one. */
export const runProgram = <R>(
  name: string,
  program: Effect.Effect<number, Ending, R>,
  language: Language = localeLanguage(process.env),
): Effect.Effect<number, never, R> =>
  program.pipe(
    Effect.catch((ending) => Effect.as(Effect.logFatal(sentenceOf(name, ending, language)), codeOf(ending))),
    Effect.catchDefect((defect) => Effect.as(logDefect(name, defect, language), exitCodes.defect)),
    (run) => Effect.scopedWith((scope) => Effect.andThen(Scope.provide(endsUncaught(name, language), scope), run)),
  )

/** The ending of a program that was stopped before it had finished. */
class BrokenOff extends Schema.TaggedError<BrokenOff>()("BrokenOff", {}) {}

/** A program that has something to finish. When it is stopped before that, its log says so: how far it came is unknown. */
export const warnIfStopped = <A, E, R>(
  name: string,
  program: Effect.Effect<A, E, R>,
  language: Language = localeLanguage(process.env),
): Effect.Effect<A, E, R> =>
  Effect.onInterrupt(program, () =>
    Effect.andThen(Effect.logFatal(tools[language].endings.stopped_early(name)), Effect.die(new BrokenOff({}))),
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
