/** The command line: what was asked for, or what is wrong with it. */
import { parseArgs } from "node:util"
import { answersOf, exclusionOf, type PartialChoices, type QuestionName, questionNames } from "./choices.ts"
import type { Language } from "@cauri/catalogue"
import { nearest, printable } from "./commandLine.ts"
import { words } from "./words.ts"

export interface Asked {
  readonly help: boolean
  readonly version: boolean
  /** Every open question takes its default. */
  readonly yes: boolean
  /** The folder; null when none was named. */
  readonly folder: string | null
  readonly given: PartialChoices
}

const switches = ["help", "version", "yes"] as const
const known = ["name", ...questionNames, ...switches]

/** Reads what was typed; a problem is a whole sentence in that language. */
export const readArguments = (
  typed: ReadonlyArray<string>,
  language: Language,
): Asked | { readonly problem: string } => {
  const say = words[language]
  const { positionals, tokens, values } = parseArgs({
    args: [...typed],
    options: {
      name: { type: "string" },
      ...Object.fromEntries(questionNames.map((name) => [name, { type: "string" } as const])),
      help: { type: "boolean", short: "h" },
      version: { type: "boolean", short: "v" },
      yes: { type: "boolean", short: "y" },
    },
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  for (const token of tokens) {
    if (token.kind !== "option") continue
    const name = printable(token.rawName)
    if (!known.includes(token.name)) return { problem: say.unknownFlag(name, nearest(token.name, known)) }
    const takesValue = !switches.some((each) => each === token.name)
    if (takesValue !== (token.value !== undefined)) return { problem: say.valueOf(name, takesValue) }
  }
  const given: { [Name in QuestionName]?: string } = {}
  for (const name of questionNames) {
    const value = values[name]
    if (typeof value !== "string") continue
    const answers = answersOf(name).map(([answer]) => answer)
    if (!answers.includes(value))
      return { problem: say.unknownAnswer(name, printable(value), answers, nearest(value, answers)) }
    given[name] = value
  }
  for (const name of questionNames) {
    const why = exclusionOf(name, given[name] ?? "", given)
    if (why !== undefined) return { problem: say.excluded(name, given[name] ?? "", why[language]) }
  }
  const folders = [...positionals, ...(typeof values["name"] === "string" ? [values["name"]] : [])]
  if (new Set(folders).size > 1) return { problem: say.oneFolder }
  return {
    help: values["help"] === true,
    version: values["version"] === true,
    yes: values["yes"] === true,
    folder: folders[0] ?? null,
    given,
  }
}
