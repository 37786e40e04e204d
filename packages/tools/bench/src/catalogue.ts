/** All benchmarks, and how the command line chooses among them. */
import { Result } from "effect"
import { apiLoadBenchmark } from "./apiLoad.ts"
import { appStartBenchmark } from "./appStart.ts"
import type { Benchmark, Wish } from "./benchmark.ts"
import { postgresClaimsBenchmark } from "./postgresClaims.ts"
import { receiverLoadBenchmark } from "./receiverLoadBenchmark.ts"
import { sqliteStallsBenchmark } from "./sqliteStalls.ts"
import { takeDueBenchmark } from "./takeDue.ts"
import { wholePathBenchmark } from "./wholePath.ts"

/** All benchmarks, in the order in which they run. */
export const catalogue: ReadonlyArray<Benchmark> = [
  wholePathBenchmark,
  sqliteStallsBenchmark,
  postgresClaimsBenchmark,
  takeDueBenchmark,
  receiverLoadBenchmark,
  apiLoadBenchmark,
  appStartBenchmark,
]

export const help = [
  "pnpm bench [name ...] [--seconds <number>]",
  "",
  "Measures what is named, or everything, and writes each result to results/ and into docs/figures.md.",
  "With --seconds a load lasts only so long, and nothing is written.",
  "",
  ...catalogue.map(({ name, about }) => `  ${name.padEnd(18)}${about}`),
  "",
].join("\n")

/** The choice made on the command line. */
export interface Asked extends Wish {
  readonly benchmarks: ReadonlyArray<Benchmark>
}

/**
 * What the arguments ask for: the benchmarks that are named, in the order of the catalogue, or all of them. Fails with the unknown words.
 */
export const choose = (given: ReadonlyArray<string>): Result.Result<Asked, ReadonlyArray<string>> => {
  const option = given.indexOf("--seconds")
  const seconds = option === -1 ? null : Number(given[option + 1])
  const names = option === -1 ? given : given.toSpliced(option, 2)
  const unknown = names.filter((name) => catalogue.every((benchmark) => benchmark.name !== name))
  if (seconds !== null && !(seconds > 0)) unknown.push("--seconds")
  if (unknown.length > 0) return Result.fail(unknown)
  const benchmarks = names.length === 0 ? catalogue : catalogue.filter(({ name }) => names.includes(name))
  return Result.succeed({ benchmarks, seconds })
}
