/** The pages of `--help` and the sentences about a wrong command line, laid out from the command line's own description of itself. */
import type { CliError, Completions, HelpDoc } from "effect/cli"
import type { Language } from "@cauri/catalogue"
import { helpPage, issuePage, tools, variableLines, type Wording } from "@cauri/catalogue/tools"
import { printable } from "../words/printable.ts"

type Line = readonly [name: string, about: string]

/** The entry of a table under this name; the name itself when the table has none. */
const entryOf = <Entry>(table: Readonly<Record<string, Entry>>, name: string): Entry | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

const flagText = ({ name, type }: HelpDoc.FlagDoc): string => (type === "boolean" ? `--${name}` : `--${name} …`)

/** The page of the console with its variables, or of one of its commands. */
export const helpText = (
  doc: HelpDoc.HelpDoc,
  language: Language,
  variables: Readonly<Record<string, Wording>>,
): string => {
  const { cauri, consoleHelp, help } = tools[language]
  const path = doc.commandPath ?? []
  const command = path.at(-1) ?? ""
  const about = (name: string): string => entryOf<string>(consoleHelp.flags, name) ?? ""
  const named = (doc.subcommands ?? []).flatMap(({ commands }) =>
    commands.map(({ name }): Line => [name, entryOf<string>(consoleHelp.commands, name) ?? ""]),
  )
  const takes = (doc.args ?? []).map(({ name }): Line => [`<${name}>`, about(name)])
  const flags = doc.flags.map((flag): Line => [flagText(flag), about(flag.name)])
  const builtIns: ReadonlyArray<Line> = [
    ["--help", help.help],
    ["--version", help.version],
    ["--completions …", consoleHelp.completions],
  ]
  const needed = doc.flags.filter(({ required }) => required).map(flagText)
  const words = [
    ...path,
    ...(named.length > 0 ? [`<${cauri.command}>`] : []),
    ...takes.map(([name]) => name),
    ...needed,
  ]
  const sentences = entryOf<ReadonlyArray<string> | Readonly<Record<number, string>>>(consoleHelp.examplesOf, command)
  const examples = (doc.examples ?? []).map(
    ({ command: typed }, index) => `  ${typed}\n      ${sentences?.[index] ?? ""}`,
  )
  return helpPage({
    about: named.length > 0 ? consoleHelp.about : (entryOf<string>(consoleHelp.commands, command) ?? ""),
    heading: help.usage,
    usage: [`${words.join(" ")} ${consoleHelp.options}`],
    flags: [...named, ...takes, ...flags, ...builtIns],
    notes: [
      ...(examples.length > 0 ? [consoleHelp.examples, ...examples, ""] : []),
      help.codes,
      ...(command === "console"
        ? ["", help.variables, ...variableLines(variables, language, consoleHelp.required_to_ask)]
        : []),
    ],
  })
}

/** A command with the catalogue's descriptions of it, its flags and its arguments, for the completion script of a shell. */
export const described = (
  command: Completions.CommandDescriptor,
  language: Language,
): Completions.CommandDescriptor => {
  const { cauriCommands, consoleHelp } = tools[language]
  const explained = <Named extends { readonly name: string }>(each: Named) => ({
    ...each,
    description: entryOf<string>(consoleHelp.flags, each.name),
  })
  return {
    ...command,
    description: entryOf<string>(consoleHelp.commands, command.name) ?? entryOf<string>(cauriCommands, command.name),
    flags: command.flags.map(explained),
    arguments: command.arguments.map(explained),
    subcommands: command.subcommands.map((each) => described(each, language)),
  }
}

/** What is wrong with a command line. */
export const usageText = (error: CliError.NonShowHelpErrors, language: Language): string => {
  const { consoleHelp, usageErrors: words } = tools[language]
  const meaning = (typed: string, name: string): ReadonlyArray<string> => {
    const about = entryOf<string>(consoleHelp.flags, name)
    return about === undefined ? [] : [words.meaning(typed, about)]
  }
  const near = (names: ReadonlyArray<string>) => names.slice(0, 1).map((name) => words.near(printable(name)))
  switch (error._tag) {
    case "UnrecognizedOption":
      return [words.unknown_flag(printable(error.option)), ...near(error.suggestions)].join(" ")
    case "UnknownSubcommand":
      return [words.unknown_command(printable(error.subcommand)), ...near(error.suggestions)].join(" ")
    case "MissingOption":
      return [words.missing_flag(error.option), ...meaning(`--${error.option}`, error.option)].join(" ")
    case "MissingArgument":
      return [words.missing_argument(error.argument), ...meaning(`<${error.argument}>`, error.argument)].join(" ")
    case "UnexpectedArgument":
      return words.unexpected(error.arguments.map(printable).join(" "))
    case "InvalidValue": {
      const typed = error.kind === "argument" ? `<${error.option}>` : `--${error.option}`
      return [words.bad_value(typed, printable(error.value)), ...meaning(typed, error.option)].join(" ")
    }
    case "DuplicateOption":
      return words.duplicate_flag(printable(error.option), issuePage)
    case "ValidationError":
      return words.unfit_together
    case "UserError":
      return words.failed(issuePage)
  }
}
