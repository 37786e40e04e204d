/** A command line of flags only, and the part of a help text that every program has. */
import { parseArgs } from "node:util"
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

/** What `--help` says about exit codes and variables. */
export const settingsText = (
  variables: Readonly<Record<string, string>>,
): string => `Exit codes: 0 fine, 1 something needs a person, 64 bad usage or configuration, 70 a defect, 74 the store is damaged, 75 the
store or a port cannot be used now: try again.

Variables:
${Object.entries(variables)
  .map(([name, expected]) => `  ${name}\n      ${expected}`)
  .join("\n")}
`
