import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { existsSync } from "node:fs"
import { figuresOver, isMet, medianOver, newFolder, timed } from "../src/benchmark.ts"

const of = (figure: number) => ({ what: "", figure })

describe("benchmark", () => {
  it("a bar is met from its own value on, and not by what would be rounded to it", () => {
    assert.isTrue(isMet({ ...of(4), wanted: { atLeast: 4 } }))
    assert.isFalse(isMet({ ...of(3.999), wanted: { atLeast: 4 } }))
    assert.isTrue(isMet({ ...of(1.05), wanted: { atMost: 1.05 } }))
    assert.isFalse(isMet({ ...of(1.051), wanted: { atMost: 1.05 } }))
    assert.isFalse(isMet({ ...of(Number.NaN), wanted: { atLeast: 4 } }))
    assert.isFalse(isMet({ ...of(Number.NaN), wanted: { atMost: 4 } }))
  })

  it("figures keep two digits where they are small and none where they are large", () => {
    const figures = figuresOver([1.234, 100.5, 19.999], { value: (round) => round })
    assert.deepStrictEqual(figures, { value: { median: 20, lowest: 1.23, highest: 101 } })
  })

  it("a median that is held against a bar keeps three digits", () =>
    assert.strictEqual(
      medianOver([1.0504, 9, 0], (round) => round),
      1.05,
    ))

  it.effect("a time is that of the work alone", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("5 millis")
      assert.deepStrictEqual(yield* timed(Effect.as(TestClock.adjust("7 millis"), "done")), {
        value: "done",
        millis: 7,
      })
    }),
  )

  it.effect("a folder goes with its scope", () =>
    Effect.gen(function* () {
      const folder = yield* Effect.scoped(
        Effect.tap(newFolder, (made) => Effect.sync(() => assert.isTrue(existsSync(made)))),
      )
      assert.isFalse(existsSync(folder))
    }),
  )
})
