/** The command line of both programs. */
import { Result, Schema } from "effect"
import { BadUsage, readFlags } from "@cauri/runtime"

/** What `pnpm demo` was asked for. */
export interface DemoArguments {
  readonly help: boolean
  readonly json: boolean
  readonly seed: number | null
}

/** The seed is none. */
export class BadSeed extends Schema.TaggedError<BadSeed>()("BadSeed", {}) {
  override get message() {
    return "--seed needs a whole number of at most nine digits."
  }
}

/** Reads the arguments of the demo. */
export const readDemoArguments = (given: ReadonlyArray<string>): Result.Result<DemoArguments, BadSeed | BadUsage> => {
  let asked: DemoArguments = { help: false, json: false, seed: null }
  for (let at = 0; at < given.length; at++) {
    const argument = given[at] ?? ""
    const [, inline] = /^--seed=(.*)$/s.exec(argument) ?? []
    if (argument === "--help" || argument === "-h") asked = { ...asked, help: true }
    else if (argument === "--json") asked = { ...asked, json: true }
    else if (argument === "--seed" || inline !== undefined) {
      const text = inline ?? given[++at] ?? ""
      if (!/^\d{1,9}$/.test(text)) return Result.fail(new BadSeed())
      asked = { ...asked, seed: Number(text) }
    } else return Result.fail(new BadUsage({ problem: `Unknown option: ${argument}` }))
  }
  return Result.succeed(asked)
}

/** What `pnpm demo --help` prints. */
export const demoHelp = `Sends a few hundred payments through the sandbox while everything goes wrong, and proves that nothing was lost.

Usage: cauri demo [--seed n] [--json]

  --seed n   the same payments and the same faults again; by default another seed each time
  --json     prints the result as one JSON line, and nothing else
  --help     prints this

It starts a sandbox, a receiver and two reconcilers as processes on one SQLite file in a temporary folder. No money moves.
Exit codes: 0 everything agrees, 1 something does not, 64 bad usage, 70 a program failed, 130 Ctrl-C.
`

/** What `pnpm start` was asked for. */
export interface StartArguments {
  readonly help: boolean
  readonly fresh: boolean
}

/** Reads the arguments of `pnpm start`. */
export const readStartArguments = (given: ReadonlyArray<string>): Result.Result<StartArguments, BadUsage> =>
  Result.map(readFlags(given, ["help", "fresh"]), (asked) => ({ help: asked.has("help"), fresh: asked.has("fresh") }))

/** What `pnpm start --help` prints. */
export const startHelp = `Starts the sandbox, a receiver, a reconciler, the shop and the console's page on this machine, until Ctrl-C.

Usage: pnpm start [--fresh]

  --fresh   starts over; by default it goes on with what the folder holds
  --help    prints this

Data, secrets and ports are kept in .cauri, or in the folder that CAURI_HOUSE names. A port that is in use is moved. No money moves.
Exit codes: 0 after Ctrl-C, 64 bad usage or a folder that cannot be used, 70 a program failed, 75
another start works on the folder.
`
