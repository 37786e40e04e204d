/** The command line: what it understands, and the help that explains it together with the variables. */
import { parseArgs } from "node:util"
import type { Language } from "@cauri/catalogue"
import { helpPage, tools } from "@cauri/catalogue/tools"
import { Result, Schema } from "effect"
import { scenarioNamed } from "@cauri/simulator"
import { variables } from "./config.ts"
import { type GradingAsked, gradingOf } from "./gradingFlags.ts"

/** The command line has an unknown argument. */
export class BadUsage extends Schema.TaggedError<BadUsage>()("BadUsage", { argument: Schema.String }) {
  override get message() {
    return `Unknown argument: ${this.argument}. Run with --help.`
  }
}

/** What the command line asks for. */
export interface Asked {
  /** A scenario to play from the start; `list` asks for the catalogue. */
  readonly scenario: string | null
  readonly json: boolean
  /** Any free port, nothing kept, and an end with the program that started it. */
  readonly ephemeral: boolean
  /** The path of a seed file. */
  readonly seedFile: string | null
  /** Play the scenarios against a program, and grade it. */
  readonly grade: GradingAsked | null
  readonly help: boolean
  readonly version: boolean
}

const known = {
  json: { type: "boolean", default: false },
  ephemeral: { type: "boolean", default: false },
  "seed-file": { type: "string" },
  grade: { type: "boolean", default: false },
  amount: { type: "string" },
  phone: { type: "string" },
  hook: { type: "string" },
  probe: { type: "string" },
  visit: { type: "string" },
  patience: { type: "string" },
  junit: { type: "string" },
  help: { type: "boolean", short: "h", default: false },
  version: { type: "boolean", default: false },
} as const

const isKnown = (name: string): name is keyof typeof known => Object.hasOwn(known, name)

/** Reads the arguments after the program's name. */
export const readArguments = (given: ReadonlyArray<string>): Result.Result<Asked, BadUsage> => {
  const { positionals, tokens, values } = parseArgs({
    args: [...given],
    options: known,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const strange = tokens.find(
    (token) =>
      token.kind === "option" &&
      (!isKnown(token.name) || (known[token.name].type === "string" ? !token.value : token.value !== undefined)),
  )
  if (strange?.kind === "option") return Result.fail(new BadUsage({ argument: strange.rawName }))
  const grade = gradingOf(values)
  if (typeof grade === "string") return Result.fail(new BadUsage({ argument: grade }))
  const [command, scenario, ...rest] = positionals
  const { ephemeral, help, json, "seed-file": seedFile, version } = values
  const asked = {
    json: json === true,
    ephemeral: ephemeral === true,
    seedFile: typeof seedFile === "string" ? seedFile : null,
    grade,
    help: help === true,
    version: version === true,
  }
  if (command === undefined) return Result.succeed({ ...asked, scenario: null })
  if (command !== "scenario" || rest[0] !== undefined)
    return Result.fail(new BadUsage({ argument: rest[0] ?? command }))
  if (scenario === undefined) return Result.fail(new BadUsage({ argument: "scenario without a name" }))
  return scenario === "list" || scenarioNamed(scenario) !== undefined
    ? Result.succeed({ ...asked, scenario })
    : Result.fail(new BadUsage({ argument: `scenario ${scenario}` }))
}

/** What `--help` prints. In French it leaves out what each variable must be. */
export const helpText = (language: Language): string => {
  const { help, sandboxHelp: words } = tools[language]
  return helpPage({
    about: words.about,
    heading: help.usage,
    usage: [
      "cauri sandbox [--seed-file <file>] [--ephemeral] [--json] [scenario <name>]",
      "cauri sandbox --grade [--hook <url>] [--probe <url>] [--visit <url>] [--amount <n>] [--phone <numbers>] [--patience <seconds>] [--junit <file>] [--json] [scenario <name>]",
      "cauri sandbox scenario list [--json]",
    ],
    flags: [
      ["scenario", words.scenario],
      ["--json", words.json],
      ["--ephemeral", words.ephemeral],
      ["--seed-file", words.seed_file],
      ["--grade", words.grade],
      ["--hook", words.hook],
      ["--probe", words.probe],
      ["--visit", words.visit],
      ["--amount", words.amount],
      ["--phone", words.phone],
      ["--patience", words.patience],
      ["--junit", words.junit],
      ["--help", help.help],
      ["--version", help.version],
    ],
    notes: [
      `${words.codes}\n`,
      help.variables,
      ...Object.entries(variables).map(([name, expected]) =>
        language === "en" ? `  ${name}\n      ${expected}` : `  ${name}`,
      ),
    ],
  })
}
