/** A command line of flags only, and the page of help of such a program. */
import { parseArgs } from "node:util"
import type { Language } from "@cauri/catalogue"
import { helpPage, tools } from "@cauri/catalogue/tools"
import { Result, Schema } from "effect"

/** The command line has an unknown option. */
export class BadUsage extends Schema.TaggedError<BadUsage>()("BadUsage", { problem: Schema.String }) {
  override get message() {
    return `${this.problem}. Run with --help.`
  }
}

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
  if (strange !== undefined) return Result.fail(new BadUsage({ problem: `Unknown option: ${strange}` }))
  const set = new Set(options.map(({ name }) => name))
  return Result.succeed(new Set(names.filter((name) => set.has(name))))
}

/** What `--help` prints: flags, exit codes and variables. In French it leaves out what each variable must be. */
export const programHelp = (
  language: Language,
  page: {
    readonly about: string
    readonly usage: string
    readonly flags?: ReadonlyArray<readonly [name: string, about: string]>
  },
  variables: Readonly<Record<string, string>>,
): string => {
  const { help } = tools[language]
  const { about, flags = [], usage } = page
  return helpPage({
    about,
    heading: help.usage,
    usage: [usage],
    flags: [...flags, ["--help", help.help], ["--version", help.version]],
    notes: [
      `${help.codes}\n`,
      help.variables,
      ...Object.entries(variables).map(([name, expected]) =>
        language === "en" ? `  ${name}\n      ${expected}` : `  ${name}`,
      ),
    ],
  })
}
