/** What people and processes share: holds, heartbeats and turns. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SharedState, pauseScopes } from "@cauri/core/adapter"
import { scripted } from "./scripted.ts"

describe("the scopes of holds", () => {
  it("a payin is stopped by its project and its kind, a payout by all payouts and its operator too", () => {
    assert.deepStrictEqual(pauseScopes("payin", "shop", null), ["project/shop", "project/shop/payins"])
    assert.deepStrictEqual(pauseScopes("payout", "shop", null), ["payouts", "project/shop", "project/shop/payouts"])
    assert.deepStrictEqual(pauseScopes("payout", "shop", "ORANGE").at(-1), "operator/shop/ORANGE")
  })
})

describe("processes", () => {
  it.effect("say that they live, each under its name", () =>
    scripted(() =>
      Effect.gen(function* () {
        const shared = yield* SharedState
        yield* shared.beat({ process: "one", role: "reconciler", at: 1 })
        yield* shared.beat({ process: "two", role: "receiver", at: 2 })
        yield* shared.beat({ process: "one", role: "reconciler", at: 3 })
        assert.deepStrictEqual(yield* shared.heartbeats(), [
          { process: "one", role: "reconciler", at: 3 },
          { process: "two", role: "receiver", at: 2 },
        ])
      }),
    ),
  )

  it.effect("share the turns of a rate: a burst, and then one at a time", () =>
    scripted(() =>
      Effect.gen(function* () {
        const shared = yield* SharedState
        const rate = { perSecond: 2, burst: 3 }
        const waits = []
        for (let n = 0; n < 5; n++) waits.push(yield* shared.takeRateToken("own/calls", rate, 10_000))
        assert.deepStrictEqual(waits, [0, 0, 0, 500, 500])
        assert.strictEqual(yield* shared.takeRateToken("own/calls", rate, 10_500), 0)
        assert.strictEqual(yield* shared.takeRateToken("own/calls", rate, 10_500), 500)
        assert.strictEqual(yield* shared.takeRateToken("own/other calls", rate, 10_500), 0)
        // A rate that rested has its burst again, and no more.
        const rested = []
        for (let n = 0; n < 4; n++) rested.push(yield* shared.takeRateToken("own/calls", rate, 90_000))
        assert.deepStrictEqual(rested, [0, 0, 0, 500])
        // A clock that was set back makes nobody wait for the old time.
        assert.strictEqual(yield* shared.takeRateToken("own/calls", rate, 10_000), 0)
      }),
    ),
  )
})
