/** A command line of flags only, and the page of help of such a program. */
import { parseArgs } from "node:util"
import type { Language } from "@cauri/catalogue"
import { helpPage, inBoth, tools, variableLines, type Wording } from "@cauri/catalogue/tools"
import { Result, Schema } from "effect"

/** The command line cannot be followed. */
export class BadUsage extends Schema.TaggedError<BadUsage>()("BadUsage", {
  problem: Schema.Struct({ fr: Schema.String, en: Schema.String }),
}) {
  /** What is wrong, and where to read more. */
  messageIn(language: Language): string {
    return tools[language].endings.run_with_help(this.problem[language])
  }

  override get message() {
    return this.messageIn("en")
  }
}

/** The refusal of an option that the program does not have. */
export const unknownOption = (option: string): BadUsage =>
  new BadUsage({ problem: inBoth(({ endings }) => endings.unknown_option(option)) })

/** Reads the arguments after the program's name, and returns which of these flags are set. `-h` is `--help`. */
export const readFlags = <Name extends string>(
  given: ReadonlyArray<string>,
  names: ReadonlyArray<Name>,
): Result.Result<ReadonlySet<Name>, BadUsage> => {
  const known: ReadonlySet<string> = new Set(names)
  const { positionals, tokens } = parseArgs({
    args: [...given],
    options: { help: { type: "boolean", short: "h" } },
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const options = tokens.filter((token) => token.kind === "option")
  const strange = options.find(({ name, value }) => !known.has(name) || value !== undefined)?.rawName ?? positionals[0]
  if (strange !== undefined) return Result.fail(unknownOption(strange))
  const set = new Set(options.map(({ name }) => name))
  return Result.succeed(new Set(names.filter((name) => set.has(name))))
}

/** What `--help` prints: flags, exit codes and variables, each with what it must be. */
export const programHelp = (
  language: Language,
  page: {
    readonly about: string
    readonly usage: string | ReadonlyArray<string>
    readonly flags?: ReadonlyArray<readonly [name: string, about: string]>
  },
  variables: Readonly<Record<string, Wording>>,
): string => {
  const { help } = tools[language]
  const { about, flags = [], usage } = page
  return helpPage({
    about,
    heading: help.usage,
    usage: [usage].flat(),
    flags: [...flags, ["--help", help.help], ["--version", help.version]],
    notes: [`${help.codes}\n`, help.variables, ...variableLines(variables, language)],
  })
}
