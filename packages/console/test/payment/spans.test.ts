import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Review, PaymentStore, Payouts } from "@cauri/core"
import { noAnswer } from "@cauri/core/adapter"
import { spansOf } from "../../src/payment/spans.ts"
import { keyOf, layerWorld, newScript, payout } from "../serving/world.ts"

describe("spans", () => {
  it.effect("are the stays of a payment in its states, with the moments of what left the state as it was", () => {
    const script = newScript()
    return Effect.gen(function* () {
      const key = keyOf("payout", "salary-1")
      script.creations.push(noAnswer("token_missing"))
      yield* (yield* Payouts).create(payout("salary-1", 9_000))
      yield* TestClock.adjust("1 hour")
      const flag = { kind: "accepted_without_token" as const, subject: "1" }
      yield* (yield* Review).closeFlag(key, flag, { by: "A colleague", reason: "Asked.", asOf: 5 })
      yield* TestClock.adjust("1 hour")
      const said = { by: "A colleague", reason: "It was executed.", evidence: "Letter", asOf: 6 }
      yield* (yield* Review).resolve(key, { ...said, to: "completed" })
      const history = yield* (yield* PaymentStore).history({ key, after: 0, limit: 100 })
      assert.deepStrictEqual(spansOf(history), [
        { state: "intended", from: 0, to: 0, ticks: [] },
        { state: "submitting", from: 0, to: 0, ticks: [] },
        { state: "in_doubt", from: 0, to: 7_200_000, ticks: [0, 0, 3_600_000] },
        { state: "completed", from: 7_200_000, to: null, ticks: [] },
      ])
      assert.deepStrictEqual(spansOf([]), [])
      const torn = spansOf([...history.slice(0, 1), ...history.slice(4)])
      assert.deepStrictEqual(
        torn.map(({ state }) => state),
        ["intended"],
        "a history with a gap is drawn as far as it goes",
      )
    }).pipe(Effect.provide(layerWorld(script)))
  })
})
