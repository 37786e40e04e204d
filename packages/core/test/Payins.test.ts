import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { noAnswer, Payins, PaymentStore, Payouts, Reconciliation } from "@cauri/core"
import { completed, layerScripted, newScript, payinKey, payout, payoutKey, pushPayin } from "./scripted.ts"

describe("a payment's life", () => {
  it.effect("a push payin is accepted, waits for the PIN, and completes by a confirm (P1, P2, P5, P12)", () => {
    const script = newScript()
    return Effect.gen(function* () {
      const payins = yield* Payins
      const reconciliation = yield* Reconciliation
      const { payin, next } = yield* payins.create(pushPayin("order-1"))
      assert.strictEqual(payin.state._tag, "Pending")
      assert.strictEqual(next._tag, "ConfirmOnPhone")
      script.confirms.set("token-1", completed(500))
      yield* TestClock.adjust("10 seconds")
      yield* reconciliation.sweep
      assert.strictEqual((yield* payins.get(payinKey("order-1"))).payin.state._tag, "Completed")
      const history = yield* (yield* PaymentStore).history(payinKey("order-1"), 0, 100)
      assert.deepStrictEqual(
        history.map(({ event }) => event._tag),
        ["Intended", "AttemptStarted", "Accepted", "Completed"],
      )
    }).pipe(Effect.provide(layerScripted(script)))
  })

  it.effect("a payout without an answer is in doubt and is never sent again by a program (O7)", () => {
    const script = newScript()
    script.creations.push(noAnswer("TimedOut"))
    return Effect.gen(function* () {
      const reconciliation = yield* Reconciliation
      const payouts = yield* Payouts
      assert.strictEqual((yield* payouts.send(payout("salary-1"))).state._tag, "InDoubt")
      for (let day = 0; day < 30; day++) {
        yield* reconciliation.sweep
        yield* TestClock.adjust("1 day")
      }
      assert.strictEqual((yield* payouts.get(payoutKey("salary-1"))).state._tag, "InDoubt")
      assert.strictEqual(script.seen.length, 1)
    }).pipe(Effect.provide(layerScripted(script)))
  })
})
