import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { rightOutcome, type Run } from "../src/hostedPayins.ts"
import { figuresOf, type Report, reportOf, table, withTable } from "../src/report.ts"

const phase = (totalMillis: number) => ({ steps: 1_000, totalMillis, medianMicros: totalMillis / 2, p99Micros: 7.4 })
const run = (totalMillis: number): Run => ({
  outcome: rightOutcome(1_000),
  phases: {
    creations: phase(totalMillis),
    payments: phase(totalMillis),
    callbacks: phase(totalMillis),
    confirmations: phase(totalMillis),
  },
  totalMillis: 4 * totalMillis,
  cpuMillis: totalMillis,
  heapBytes: 50_000_000,
  residentBytes: 200_000_000,
})
const runs = [run(1_000), run(500), run(2_000)]

const large: Run = { ...run(3_000), outcome: rightOutcome(4_000) }

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8")

describe("report", () => {
  it("counts payins per second, and POSTs per second for callbacks #196", () => {
    const figures = figuresOf(runs)
    assert.deepStrictEqual(figures["creationsPerSecond"], { median: 1_000, lowest: 500, highest: 2_000 })
    assert.deepStrictEqual(figures["callbacksPerSecond"], { median: 2_000, lowest: 1_000, highest: 4_000 })
    assert.deepStrictEqual(figures["creationsMedianMicros"], { median: 500, lowest: 250, highest: 1_000 })
    assert.deepStrictEqual(figures["creationsP99Micros"], { median: 7, lowest: 7, highest: 7 })
    assert.deepStrictEqual(figures["cpuMillis"], { median: 1_000, lowest: 500, highest: 2_000 })
    assert.deepStrictEqual(figures["cpuMicrosPerPayin"], { median: 1_000, lowest: 500, highest: 2_000 })
    assert.deepStrictEqual(figures["heapAtTheEndMegabytes"], { median: 50, lowest: 50, highest: 50 })
  })

  it("says when, where and what was proved", () => {
    const machine = { cores: 2, loadAverage: 1, node: "26.0.0", platform: "linux-x64" }
    const { figures, ...rest } = reportOf(runs, large, { date: "2026-01-01T00:00:00.000Z", machine })
    assert.deepStrictEqual(rest, {
      benchmark: "simulator-hosted-payins",
      date: "2026-01-01T00:00:00.000Z",
      machine,
      runs: 3,
      outcomeOfEveryRun: rightOutcome(1_000),
      outcomeOfTheLargeRun: rightOutcome(4_000),
    })
    const largeRunCpuMicrosPerPayin = { median: 750, lowest: 750, highest: 750 }
    assert.deepStrictEqual(figures, { ...figuresOf(runs), largeRunCpuMicrosPerPayin })
  })

  it("has a table with columns under each other", () =>
    assert.strictEqual(
      table({ totalMillis: { median: 1_234, lowest: 9, highest: 10_000 } }),
      ["             median  lowest  highest", "totalMillis   1,234       9   10,000"].join("\n"),
    ))

  it("the README shows the figures that are kept, and they are of a full and right run", () => {
    const kept: Report = JSON.parse(read("../results/simulator-hosted-payins.json"))
    assert.deepStrictEqual(kept.outcomeOfEveryRun, rightOutcome(10_000))
    assert.deepStrictEqual(kept.outcomeOfTheLargeRun, rightOutcome(40_000))
    assert.include(read("../README.md"), `\`\`\`text\n${table(kept.figures)}\n\`\`\``)
  })

  it("the figures that are kept show no payin dearer among four times as many", () => {
    const { figures }: Report = JSON.parse(read("../results/simulator-hosted-payins.json"))
    // Were the cost of a step in proportion to what is under way, it would be four times as high.
    const few = figures["cpuMicrosPerPayin"]?.median ?? 0
    assert.isBelow(figures["largeRunCpuMicrosPerPayin"]?.median ?? Number.NaN, 1.5 * few)
  })

  it("a table takes the place of the one before", () => {
    const page = withTable("One\n\n```text\nold\n```\n\nTwo\n", "new")
    assert.strictEqual(page, "One\n\n```text\nnew\n```\n\nTwo\n")
  })
})
