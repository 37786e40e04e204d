/** How the program ends: an exit code for the supervisor, and one sentence for a person. */
import { Cause, Effect, Exit, type Runtime } from "effect"
import type { Language } from "@cauri/catalogue"
import { issuePage, type Tools, tools } from "@cauri/catalogue/tools"
import type { PortRefused, ProductionRefused } from "@cauri/simulator"
import type { BadUsage } from "./arguments.ts"
import type { Misconfigured } from "./config.ts"
import type { FileRefused } from "./keep.ts"
import type { SandboxAway } from "./listen.ts"
import type { RedirectRefused } from "./redirect.ts"
import type { SeedFileRefused } from "./seedFile.ts"

/** The codes, after sysexits.h. */
export const codes = { fine: 0, red: 1, usage: 64, defect: 70, again: 75 } as const

/** Everything that the program expects to end with. */
export type Ending =
  | BadUsage
  | FileRefused
  | Misconfigured
  | PortRefused
  | ProductionRefused
  | RedirectRefused
  | SandboxAway
  | SeedFileRefused

const codeOf = (ending: Ending): number => {
  switch (ending._tag) {
    case "BadUsage":
    case "Misconfigured":
    case "ProductionRefused":
    case "RedirectRefused":
    case "SeedFileRefused":
      return codes.usage
    case "FileRefused":
      return ending.reason === "Busy" || ending.reason === "Unusable" ? codes.again : codes.usage
    case "PortRefused":
    case "SandboxAway":
      return codes.again
  }
}

const sentenceOf = (ending: Ending, language: Language): string => {
  const { endings, portRefusals, sandboxEndings } = tools[language]
  switch (ending._tag) {
    case "PortRefused": {
      const sentence = portRefusals[isListed(ending.code) ? ending.code : "other"]
      return endings.does_not_start("sandbox", sentence(String(ending.port), "SANDBOX_PORT", "SANDBOX_HOST"))
    }
    case "ProductionRefused":
      return endings.does_not_start("sandbox", sandboxEndings.production)
    case "BadUsage":
    case "FileRefused":
    case "Misconfigured":
    case "RedirectRefused":
    case "SandboxAway":
    case "SeedFileRefused":
      return ending.messageIn(language)
  }
}

const isListed = (code: string): code is keyof Tools["portRefusals"] => Object.hasOwn(tools.en.portRefusals, code)

/** Runs the program to its exit code, and says why it ends. An interruption stays one. */
export const withExitCode = <R>(
  program: Effect.Effect<number, Ending, R>,
  say: (sentence: string) => void,
  language: Language,
): Effect.Effect<number, never, R> =>
  program.pipe(
    Effect.catch((ending) =>
      Effect.sync(() => {
        say(sentenceOf(ending, language))
        return codeOf(ending)
      }),
    ),
    Effect.catchDefect((defect) =>
      Effect.sync(() => {
        const place = defect instanceof Error ? (defect.stack ?? defect.name) : String(defect)
        say(tools[language].sandboxEndings.defect(issuePage, place))
        return codes.defect
      }),
    ),
  )

/** The exit code of a program that succeeds with one. A signal to stop is no failure. */
export const teardown: Runtime.Teardown = (exit, onExit) => {
  if (Exit.isSuccess(exit)) return onExit(typeof exit.value === "number" ? exit.value : codes.fine)
  return onExit(Cause.hasInterruptsOnly(exit.cause) ? codes.fine : codes.defect)
}
