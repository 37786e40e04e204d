/**
 * `pnpm bench`: three runs of ten thousand hosted payins, and one of forty thousand, whose time per payin must not be longer. A wrong
 * outcome ends it with exit code 1 and leaves the figures as they were.
 */
import { Clock, DateTime, Effect } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { availableParallelism, loadavg } from "node:os"
import { isDeepStrictEqual } from "node:util"
import { hostedPayins, rightOutcome, type Run } from "./hostedPayins.ts"
import { reportOf, table, withTable } from "./report.ts"

const payins = 10_000
const rounds = 3
const largePayins = 40_000
const results = new URL("../results/simulator-hosted-payins.json", import.meta.url)
const readme = new URL("../README.md", import.meta.url)

const progressOf = (name: string, all: number) => (phase: string, done: number) => {
  if (!process.stdout.isTTY) return
  process.stdout.write(`\r\u001b[2K${name}: ${phase} ${done} of ${all}`)
}

const clearLine = () => {
  if (process.stdout.isTTY) process.stdout.write("\r\u001b[2K")
}

/** One run, or nothing when it came out wrong. */
const runOf = Effect.fnUntraced(function* (name: string, all: number) {
  const run = yield* hostedPayins(all, progressOf(name, all))
  clearLine()
  if (!isDeepStrictEqual(run.outcome, rightOutcome(all))) {
    process.stderr.write(`${name} came out wrong: ${JSON.stringify(run.outcome)}\n`)
    return undefined
  }
  process.stdout.write(`${name}: ${Math.round(run.totalMillis)} ms, every outcome right\n`)
  return run
})

const program = Effect.gen(function* () {
  const runs: Array<Run> = []
  for (let round = 1; round <= rounds; round++) {
    const run = yield* runOf(`run ${round} of ${rounds}`, payins)
    if (run === undefined) return 1
    runs.push(run)
  }
  const large = yield* runOf(`run of ${largePayins}`, largePayins)
  if (large === undefined) return 1
  const report = reportOf(runs, large, {
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
