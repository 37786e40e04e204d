/** The command line of both programs. */
import type { Language } from "@cauri/catalogue"
import { helpPage, inBoth, tools } from "@cauri/catalogue/tools"
import { Result } from "effect"
import { BadUsage, readFlags, unknownOption } from "@cauri/runtime"

/** What `pnpm demo` was asked for. */
export interface DemoArguments {
  readonly help: boolean
  readonly json: boolean
  readonly seed: number | null
}

export const readDemoArguments = (given: ReadonlyArray<string>): Result.Result<DemoArguments, BadUsage> => {
  let asked: DemoArguments = { help: false, json: false, seed: null }
  for (let at = 0; at < given.length; at++) {
    const argument = given[at] ?? ""
    const [, inline] = /^--seed=(.*)$/s.exec(argument) ?? []
    if (argument === "--help" || argument === "-h") asked = { ...asked, help: true }
    else if (argument === "--json") asked = { ...asked, json: true }
    else if (argument === "--seed" || inline !== undefined) {
      const text = inline ?? given[++at] ?? ""
      if (!/^\d{1,9}$/.test(text))
        return Result.fail(new BadUsage({ problem: inBoth(({ endings }) => endings.bad_seed) }))
      asked = { ...asked, seed: Number(text) }
    } else return Result.fail(unknownOption(argument))
  }
  return Result.succeed(asked)
}

export const demoHelp = (language: Language): string => {
  const { demoHelp: words, help } = tools[language]
  return helpPage({
    about: words.about,
    heading: help.usage,
    usage: ["cauri demo [--seed n] [--json]"],
    flags: [
      ["--seed n", words.seed],
      ["--json", words.json],
      ["--help", help.help],
    ],
    notes: [words.programs, words.codes],
  })
}

/** What `pnpm start` was asked for. */
export interface StartArguments {
  readonly help: boolean
  readonly fresh: boolean
}

export const readStartArguments = (given: ReadonlyArray<string>): Result.Result<StartArguments, BadUsage> =>
  Result.map(readFlags(given, ["help", "fresh"]), (asked) => ({ help: asked.has("help"), fresh: asked.has("fresh") }))

export const startHelp = (language: Language): string => {
  const { help, startHelp: words } = tools[language]
  return helpPage({
    about: words.about,
    heading: help.usage,
    usage: ["pnpm start [--fresh]"],
    flags: [
      ["--fresh", words.fresh],
      ["--help", help.help],
    ],
    notes: [words.folder, words.codes],
  })
}
