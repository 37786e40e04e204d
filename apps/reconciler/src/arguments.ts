/** The command line: three flags, and the help that explains them together with the variables. */
import { parseArgs } from "node:util"
import { Result, Schema } from "effect"
import { variables } from "./config.ts"

/** The command line says something that nobody understands. */
export class BadUsage extends Schema.TaggedError<BadUsage>()("BadUsage", { argument: Schema.String }) {
  override get message() {
    return `${this.argument} is not understood. Try --help.`
  }
}

/** What the command line asks for. */
export interface Asked {
  readonly once: boolean
  readonly json: boolean
  readonly help: boolean
  readonly version: boolean
}

const known = {
  once: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
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
  const argument = strange?.kind === "option" ? strange.rawName : positionals[0]
  if (argument !== undefined) return Result.fail(new BadUsage({ argument }))
  const { help, json, once, version } = values
  if (json === true && once !== true) return Result.fail(new BadUsage({ argument: "--json without --once" }))
  return Result.succeed({ once: once === true, json: json === true, help: help === true, version: version === true })
}

/** What `--help` prints. */
export const helpText = `Submits, confirms, expires, escalates and announces the payments that are due.

Usage: node src/main.ts [--once [--json]]

  --once      works through what is due, prints a summary and exits
  --json      prints the summary as JSON
  --help      prints this
  --version   prints the version

Exit codes: 0 fine, 1 something needs a person (--once), 64 bad usage or configuration, 70 a defect, 74 the store is damaged,
75 the store cannot be used now: try again.

Variables (README.md and .env.example say more):
${Object.entries(variables)
  .map(([name, expected]) => `  ${name}\n      ${expected}`)
  .join("\n")}
`
