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
})
