/** The command line: what it understands, and the help that explains it together with the variables. */
import { parseArgs } from "node:util"
import type { Language } from "@cauri/catalogue"
import { helpPage, inBoth, type Tools, tools, variableLines } from "@cauri/catalogue/tools"
import { Result, Schema } from "effect"
import { scenarioNamed } from "@cauri/simulator"
import { type GradingAsked, gradingOf } from "./gradingFlags.ts"

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

/** The refusal of a command line. */
export const badUsage = (choose: (words: Tools["sandboxEndings"]) => string): BadUsage =>
  new BadUsage({ problem: inBoth(({ sandboxEndings }) => choose(sandboxEndings)) })

const unknown = (argument: string) => Result.fail(badUsage((words) => words.unknown_argument(argument)))
const unfit = (flag: string) => Result.fail(badUsage((words) => words.bad_flag(flag)))

export interface Asked {
  /** A scenario to play from the start; `list` asks for the catalogue. */
  readonly scenario: string | null
  readonly json: boolean
  /** Any free port, nothing kept, and an end with the program that started it. */
  readonly ephemeral: boolean
  readonly seedFile: string | null
  /** Where `listen` forwards to. */
  readonly forward: string | null
  /** The host and the program of `run`. */
  readonly redirect: { readonly host: string; readonly program: ReadonlyArray<string> } | null
  /** Play the scenarios against a program, and grade it. */
  readonly grade: GradingAsked | null
  readonly help: boolean
  readonly version: boolean
}

const known = {
  json: { type: "boolean", default: false },
  ephemeral: { type: "boolean", default: false },
  "seed-file": { type: "string" },
  forward: { type: "string" },
  redirect: { type: "string" },
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

export const readArguments = (given: ReadonlyArray<string>): Result.Result<Asked, BadUsage> => {
  const end = given.includes("--") ? given.indexOf("--") : given.length
  const program = given.slice(end + 1)
  const { positionals, tokens, values } = parseArgs({
    args: given.slice(0, end),
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
  if (strange?.kind === "option") return isKnown(strange.name) ? unfit(strange.rawName) : unknown(strange.rawName)
  const grade = gradingOf(values)
  if (typeof grade === "string") return unfit(grade)
  const [command, scenario, ...rest] = positionals
  const { ephemeral, forward, help, json, redirect, "seed-file": seedFile, version } = values
  const asked = {
    json: json === true,
    ephemeral: ephemeral === true,
    seedFile: typeof seedFile === "string" ? seedFile : null,
    forward: null,
    redirect: null,
    grade,
    help: help === true,
    version: version === true,
  }
  // The flags and the arguments of a command belong to no other one.
  const misplaced = (
    [
      ["--forward", forward !== undefined, "listen"],
      ["--redirect", redirect !== undefined, "run"],
      ["--", program.length > 0, "run"],
    ] as const
  ).find(([, isGiven, owner]) => isGiven !== (command === owner))
  if (misplaced !== undefined) return unfit(misplaced[0])
  if ((command === "listen" || command === "run") && scenario !== undefined) return unknown(scenario)
  if (typeof forward === "string") return Result.succeed({ ...asked, scenario: null, forward })
  if (typeof redirect === "string")
    return Result.succeed({ ...asked, scenario: null, redirect: { host: redirect, program } })
  if (command === undefined) return Result.succeed({ ...asked, scenario: null })
  if (command !== "scenario" || rest[0] !== undefined) return unknown(rest[0] ?? command)
  if (scenario === undefined) return Result.fail(badUsage((words) => words.no_scenario_name))
  return scenario === "list" || scenarioNamed(scenario) !== undefined
    ? Result.succeed({ ...asked, scenario })
    : Result.fail(badUsage((words) => words.unknown_scenario(scenario)))
}

export const helpText = (language: Language): string => {
  const { help, sandboxHelp: words, sandboxVariables } = tools[language]
  return helpPage({
    about: words.about,
    heading: help.usage,
    usage: [
      "cauri sandbox [--seed-file <file>] [--ephemeral] [--json] [scenario <name>]",
      "cauri sandbox --grade [--hook <url>] [--probe <url>] [--visit <url>] [--amount <n>] [--phone <numbers>] [--patience <seconds>] [--junit <file>] [--json] [scenario <name>]",
      "cauri sandbox scenario list [--json]",
      "cauri sandbox listen --forward http://localhost:3000/…",
      "cauri sandbox run --redirect <host> -- node app.js",
    ],
    flags: [
      ["scenario", words.scenario],
      ["--json", words.json],
      ["--ephemeral", words.ephemeral],
      ["--seed-file", words.seed_file],
      ["listen", words.listen],
      ["run", words.run],
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
    notes: [`${words.codes}\n`, help.variables, ...variableLines(sandboxVariables, language)],
  })
}
