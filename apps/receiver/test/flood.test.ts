import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { notesPerPayment } from "@cauri/core/adapter"
import { flood } from "./flood.ts"

describe("a flood of callbacks upon one payment", () => {
  it.effect(
    "in a minute, forged, replayed, crossed and new, costs at most 13 confirms and changes nothing (A1, A2, A3, A5, A6)",
    () =>
      Effect.gen(function* () {
        const { after, answers, before, bodies, confirms, notes } = yield* flood(8_000)
        assert.deepStrictEqual(answers, { NotFound: 2_000, Stored: 6_000 })
        assert.isAtLeast(confirms, 5, "the bell is heard")
        assert.isAtMost(confirms, 13)
        assert.strictEqual(after, before)
        assert.strictEqual(bodies, 20)
        assert.strictEqual(notes, notesPerPayment)
      }),
  )
})
