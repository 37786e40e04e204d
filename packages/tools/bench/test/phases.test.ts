import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { measured, quantile, spreadOf } from "../src/phases.ts"

const steps = (index: number) => TestClock.adjust(index === 7 ? "9 millis" : index < 2 ? "5 millis" : "1 millis")

describe("phases", () => {
  it.effect("a phase knows its total, its median and the slowest of a hundred", () =>
    Effect.gen(function* () {
      const phase = yield* measured("steps", 100, () => undefined, steps)
      assert.deepStrictEqual(phase, { steps: 100, totalMillis: 116, medianMicros: 1_000, p99Micros: 5_000 })
    }),
  )

  it("a quantile is a value that is there", () => {
    assert.strictEqual(quantile([1, 2, 3, 4], 0.5), 2)
    assert.strictEqual(quantile([1, 2, 3, 4], 0.99), 4)
    assert.strictEqual(quantile([1, 2, 3, 4], 0), 1)
    assert.isNaN(quantile([], 0.5))
  })

  it("a spread does not depend on the order of the runs", () =>
    assert.deepStrictEqual(spreadOf([30, 4, 100]), { median: 30, lowest: 4, highest: 100 }))
})
