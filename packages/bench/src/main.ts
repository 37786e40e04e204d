/** `pnpm bench`: three runs of ten thousand hosted payins. A wrong outcome ends it with exit code 1 and leaves the figures as they were. */
import { Clock, DateTime, Effect } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { availableParallelism, loadavg } from "node:os"
import { isDeepStrictEqual } from "node:util"
import { hostedPayins, rightOutcome, type Run } from "./hostedPayins.ts"
import { reportOf, table, withTable } from "./report.ts"

const payins = 10_000
const rounds = 3
const results = new URL("../results/simulator-hosted-payins.json", import.meta.url)
const readme = new URL("../README.md", import.meta.url)

const progressOf = (round: number) => (phase: string, done: number) => {
  if (!process.stdout.isTTY) return
  process.stdout.write(`\r\u001b[2Krun ${round} of ${rounds}: ${phase} ${done} of ${payins}`)
}

const clearLine = () => {
  if (process.stdout.isTTY) process.stdout.write("\r\u001b[2K")
}

const program = Effect.gen(function* () {
  const runs: Array<Run> = []
  for (let round = 1; round <= rounds; round++) {
    const run = yield* hostedPayins(payins, progressOf(round))
    clearLine()
    if (!isDeepStrictEqual(run.outcome, rightOutcome(payins))) {
      process.stderr.write(`Run ${round} came out wrong: ${JSON.stringify(run.outcome)}\n`)
      return 1
    }
    process.stdout.write(`run ${round} of ${rounds}: ${Math.round(run.totalMillis)} ms, every outcome right\n`)
    runs.push(run)
  }
  const report = reportOf(runs, {
    date: DateTime.formatIso(DateTime.makeUnsafe(yield* Clock.currentTimeMillis)),
    machine: {
      cores: availableParallelism(),
      loadAverage: Math.round(loadavg()[0] ?? 0),
      node: process.versions.node,
      platform: `${process.platform}-${process.arch}`,
    },
  })
  const text = table(report.figures)
  process.stdout.write(`\n${text}\n`)
  writeFileSync(results, `${JSON.stringify(report, undefined, 2)}\n`)
  writeFileSync(readme, withTable(readFileSync(readme, "utf8"), text))
  return 0
})

process.exitCode = await Effect.runPromise(program)
