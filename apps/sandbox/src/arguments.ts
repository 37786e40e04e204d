/** The command line: what it understands, and the help that explains it together with the variables. */
import { parseArgs } from "node:util"
import { Result, Schema } from "effect"
import { scenarioNamed } from "@cauri/simulator"
import { variables } from "./config.ts"

/** The command line has an unknown argument. */
export class BadUsage extends Schema.TaggedError<BadUsage>()("BadUsage", { argument: Schema.String }) {
  override get message() {
    return `${this.argument} is not understood. Try --help.`
  }
}

/** What the command line asks for. */
export interface Asked {
  /** A scenario to play from the start; `list` asks for the catalogue. */
  readonly scenario: string | null
  readonly json: boolean
  /** Any free port, nothing kept, and an end with the program that started it. */
  readonly ephemeral: boolean
  readonly help: boolean
  readonly version: boolean
}

const known = {
  json: { type: "boolean", default: false },
  ephemeral: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
  version: { type: "boolean", default: false },
} as const

/** Reads the arguments after the program's name. */
export const readArguments = (given: ReadonlyArray<string>): Result.Result<Asked, BadUsage> => {
  const { positionals, tokens, values } = parseArgs({
    args: [...given],
    options: known,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const strange = tokens.find((token) => token.kind === "option" && (!Object.hasOwn(known, token.name) || token.value))
  if (strange?.kind === "option") return Result.fail(new BadUsage({ argument: strange.rawName }))
  const [command, scenario, ...rest] = positionals
  const { ephemeral, help, json, version } = values
  const asked = {
    json: json === true,
    ephemeral: ephemeral === true,
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

/** What `--help` prints. */
export const helpText = `The whole service on this machine, with phones and a control room to play with. No money moves.

Usage: cauri sandbox [--ephemeral] [--json] [scenario <name>]
       cauri sandbox scenario list [--json]

  scenario    plays one from the start and tells its steps; "list" prints the catalogue
  --json      prints where it listens and the credentials, or the catalogue, as one line of JSON
  --ephemeral for tests: listens on any free port, keeps nothing, and ends when the program that started it ends
  --help      prints this
  --version   prints the version

Exit codes: 0 fine, also after Ctrl-C; 64 bad usage or configuration; 70 a defect; 75 the port or the file cannot be used now.

Variables (README.md and .env.example say more):
${Object.entries(variables)
  .map(([name, expected]) => `  ${name}\n      ${expected}`)
  .join("\n")}
`
