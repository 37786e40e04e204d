/**
 * `pnpm bench [name ...]` runs the named benchmarks, or all of them. A wrong outcome leaves the figures as they were, and the command
 * ends with exit code 1 after the others have run; an unknown name ends it with 2 before any.
 */
import { Clock, DateTime, Effect, Exit, Result } from "effect"
import { number } from "@cauri/catalogue"
import { readFileSync, writeFileSync } from "node:fs"
import { availableParallelism, loadavg } from "node:os"
import type { Benchmark, Say, Wish } from "./benchmark.ts"
import { catalogue, choose, help } from "./catalogue.ts"
import { reportOf, textOf, withBlock } from "./report.ts"

const page = new URL("../docs/figures.md", import.meta.url)

/** On a terminal one line that is rewritten; elsewhere only the names of the steps. */
const speaker = (name: string): Say => {
  let received = ""
  return (step, done, all) => {
    if (process.stdout.isTTY) {
      const share = done === undefined || all === undefined ? "" : ` ${number(done, "en")} of ${number(all, "en")}`
      process.stdout.write(`\r\u001b[2K${name}: ${step}${share}`)
    } else if (step !== received) process.stdout.write(`${name}: ${step}\n`)
    received = step
  }
}

const clearLine = () => {
  if (process.stdout.isTTY) process.stdout.write("\r\u001b[2K")
}

/** How quick the processor is today: the same machine had four times as much of it on another day. */
const loopMillis = (): number => {
  const before = performance.now()
  let sum = 0
  for (let index = 0; index < 100_000_000; index++) sum = (sum + index) | 0
  // The sum is used, so that the engine cannot drop the loop.
  return Number.isInteger(sum) ? Math.round(performance.now() - before) : 0
}

/** Runs one and keeps its figures, unless it was shortened; false when its outcome was wrong. */
const run = Effect.fnUntraced(function* ({ name, measure }: Benchmark, wish: Wish) {
  // Taken before: at the end the load is our own.
  const before = { loadAverage: Math.round(loadavg()[0] ?? 0), loopMillis: loopMillis() }
  const exit = yield* Effect.exit(Effect.scoped(measure(speaker(name), wish)))
  clearLine()
  if (Exit.isFailure(exit)) {
    process.stderr.write(`${name} did not come to an end: ${String(exit.cause)}\n`)
    return false
  }
  const findings = exit.value
  if (findings.wrong.length > 0) {
    process.stderr.write(`${name} came out wrong:\n${findings.wrong.map((each) => `  ${each}\n`).join("")}`)
    return false
  }
  const report = reportOf(name, findings, {
    date: DateTime.formatIso(DateTime.makeUnsafe(yield* Clock.currentTimeMillis)),
    machine: {
      cores: availableParallelism(),
      ...before,
      node: process.versions.node,
      platform: `${process.platform}-${process.arch}`,
    },
  })
  const text = textOf(report)
  process.stdout.write(
    `${name}: every outcome right (a hundred million additions take ${number(before.loopMillis, "en")}\u00A0ms here)\n\n${text}\n\n`,
  )
  if (wish.seconds !== null) return true
  writeFileSync(new URL(`../results/${name}.json`, import.meta.url), `${JSON.stringify(report, undefined, 2)}\n`)
  writeFileSync(page, withBlock(readFileSync(page, "utf8"), name, text))
  return true
})

const program = Effect.fnUntraced(function* (given: ReadonlyArray<string>) {
  if (given.includes("--help")) {
    process.stdout.write(help)
    return 0
  }
  const chosen = choose(given)
  if (Result.isFailure(chosen)) {
    const names = catalogue.map(({ name }) => name).join(", ")
    process.stderr.write(`Not understood: ${chosen.failure.join(", ")}. There are the benchmarks ${names}.\n`)
    return 2
  }
  const { benchmarks, ...wish } = chosen.success
  const right = yield* Effect.forEach(benchmarks, (benchmark) => run(benchmark, wish), { concurrency: 1 })
  return right.every(Boolean) ? 0 : 1
})

const fiber = Effect.runFork(program(process.argv.slice(2)))
// An early stop leaves no server and no gigabytes behind.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => fiber.interruptUnsafe())
fiber.addObserver((exit) => {
  process.exitCode = Exit.isSuccess(exit) ? exit.value : 130
})
