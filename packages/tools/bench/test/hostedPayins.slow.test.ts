import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hostedPayins, rightOutcome } from "../src/hostedPayins.ts"

describe("hostedPayins", () => {
  it.effect("completes every payin, brings two POSTs for each and leaves the ledger at zero #113 #196", () =>
    Effect.gen(function* () {
      const { outcome } = yield* hostedPayins(200)
      assert.deepStrictEqual(outcome, {
        payins: 200,
        completed: 200,
        calledBackTwice: 200,
        posts: 400,
        ledgerSumXof: 0,
        merchantGainXof: 840_000,
      })
      assert.deepStrictEqual(outcome, rightOutcome(200))
    }),
  )

  it.effect("sees a payin that is confirmed otherwise, one without callbacks and one with too many", () =>
    Effect.gen(function* () {
      const { outcome } = yield* hostedPayins(10, undefined, [
        { id: "other", transactionId: "T3", fault: { _tag: "OtherStatus", text: "pending" } },
        { id: "none", transactionId: "T5", fault: { _tag: "CallbackLost" } },
        { id: "four", transactionId: "T7", fault: { _tag: "CallbackRepeated", times: 1, everyMillis: 0 } },
        { id: "form", transactionId: "T9", fault: { _tag: "CallbackSingle", encoding: "Form" } },
      ])
      assert.deepStrictEqual(outcome, { ...rightOutcome(10), completed: 9, calledBackTwice: 7, posts: 19 })
    }),
  )

  it.effect("does every phase once for every payin, and reports how far it is", () =>
    Effect.gen(function* () {
      const received: Array<readonly [string, number]> = []
      const { phases } = yield* hostedPayins(150, (phase, done) => received.push([phase, done]))
      assert.deepStrictEqual(
        Object.values(phases).map(({ steps }) => steps),
        [150, 150, 150, 150],
      )
      assert.deepStrictEqual(
        received,
        ["creations", "payments", "callbacks", "confirmations"].flatMap((phase) => [
          [phase, 100],
          [phase, 150],
        ]),
      )
    }),
  )
})
