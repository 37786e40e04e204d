/** All benchmarks, and how the command line chooses among them. */
import { Result } from "effect"
import type { Benchmark } from "./benchmark.ts"
import { gatewayOverheadBenchmark } from "./gatewayOverhead.ts"
import { hostedPayinsBenchmark } from "./hostedPayinsBenchmark.ts"
import { postgresClaimsBenchmark } from "./postgresClaims.ts"
import { receiverLoadBenchmark } from "./receiverLoad.ts"
import { sqliteWritesBenchmark } from "./sqliteWrites.ts"
import { takeDueBenchmark } from "./takeDue.ts"

/** All benchmarks, in the order in which they run. */
export const catalogue: ReadonlyArray<Benchmark> = [
  hostedPayinsBenchmark,
  gatewayOverheadBenchmark,
  sqliteWritesBenchmark,
  postgresClaimsBenchmark,
  takeDueBenchmark,
  receiverLoadBenchmark,
]

/** What `--help` prints. */
export const help = [
  "pnpm bench [name ...]",
  "",
  "Measures what is named, or everything, and writes each result to results/ and into the README.",
  "",
  ...catalogue.map(({ name, about }) => `  ${name.padEnd(18)}${about}`),
  "",
].join("\n")

/** The benchmarks of these names, in the order of the catalogue; without a name all of them. Fails with the names that are unknown. */
export const choose = (
  names: ReadonlyArray<string>,
): Result.Result<ReadonlyArray<Benchmark>, ReadonlyArray<string>> => {
  const unknown = names.filter((name) => catalogue.every((benchmark) => benchmark.name !== name))
  if (unknown.length > 0) return Result.fail(unknown)
  return Result.succeed(names.length === 0 ? catalogue : catalogue.filter(({ name }) => names.includes(name)))
}
