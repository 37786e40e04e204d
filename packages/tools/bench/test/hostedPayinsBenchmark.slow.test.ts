import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { rightOutcome, type Run } from "../src/hostedPayins.ts"
import { figuresOf, wrongIn } from "../src/hostedPayinsBenchmark.ts"

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

describe("hostedPayinsBenchmark", () => {
  it("counts payins per second, and POSTs per second for callbacks #196", () => {
    const figures = figuresOf([run(1_000), run(500), run(2_000)])
    assert.deepStrictEqual(figures["creationsPerSecond"], { median: 1_000, lowest: 500, highest: 2_000 })
    assert.deepStrictEqual(figures["callbacksPerSecond"], { median: 2_000, lowest: 1_000, highest: 4_000 })
    assert.deepStrictEqual(figures["creationsMedianMicros"], { median: 500, lowest: 250, highest: 1_000 })
    assert.deepStrictEqual(figures["creationsP99Micros"], { median: 7.4, lowest: 7.4, highest: 7.4 })
    assert.deepStrictEqual(figures["cpuMillis"], { median: 1_000, lowest: 500, highest: 2_000 })
    assert.deepStrictEqual(figures["cpuMicrosPerPayin"], { median: 1_000, lowest: 500, highest: 2_000 })
    assert.deepStrictEqual(figures["heapAtTheEndMegabytes"], { median: 50, lowest: 50, highest: 50 })
  })

  it("a run with one payin fewer than all is wrong", () => {
    assert.deepStrictEqual(wrongIn(run(1), 1_000), [])
    assert.lengthOf(wrongIn(run(1), 1_001), 1)
  })

  it("the figures that are kept are of full and right runs, and show no payin dearer among four times as many", () => {
    const kept = JSON.parse(readFileSync(new URL("../results/hosted-payins.json", import.meta.url), "utf8"))
    assert.deepStrictEqual(kept.outcome, {
      runs: 3,
      ofEveryRun: rightOutcome(10_000),
      ofTheLargeRun: rightOutcome(40_000),
    })
    // Were the cost of a step in proportion to what is under way, it would be four times as high.
    const few: number = kept.figures.cpuMicrosPerPayin.median
    assert.isBelow(kept.figures.largeRunCpuMicrosPerPayin.median, 1.5 * few)
  })
})
