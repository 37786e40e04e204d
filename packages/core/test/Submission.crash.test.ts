/** What is left of a payment when the process that was sending it dies, and how it goes on. */
import { assert, describe } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { Payins, Payouts } from "@cauri/core"
import {
  it,
  directPayin,
  flagsOf,
  hostedPayin,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  recordOf,
  type Script,
  stateOf,
  tagsOf,
  walletPayin,
  reconcileFor,
} from "./scripted.ts"
import { sweepAfter } from "./setups.ts"

/** A process that dies after its claim: its call is made, and it never comes back to save what came of it. */
const dieAfterClaim = <A, E>(script: Script, work: Effect.Effect<A, E>) => {
  script.creations = [Effect.never]
  return Effect.forkDetach(work)
}

describe("the process dies after the claim", () => {
  it("a payout in flight is in doubt once its lease is over, and nothing sends it again, because no transition of it is shown (O7, S9, L4, #129)", function* (script) {
    yield* dieAfterClaim(script, (yield* Payouts).create(payout("salary-1")))
    yield* reconcileFor("59 seconds")
    assert.strictEqual(yield* stateOf(payoutKey("salary-1")), "submitting")
    yield* TestClock.adjust("32 seconds")
    assert.strictEqual(yield* stateOf(payoutKey("salary-1")), "in_doubt")
    assert.deepStrictEqual(yield* tagsOf(payoutKey("salary-1")), [
      "intended",
      "attempt_started",
      "attempt_unanswered",
      "in_doubt",
    ])
    yield* TestClock.adjust("2 hours")
    assert.deepStrictEqual([yield* stateOf(payoutKey("salary-1")), script.seen.length], ["in_doubt", 1])
  })

  it("a direct payin in flight is in doubt, flagged, and closed by its deadline (P8, P15)", function* (script) {
    yield* dieAfterClaim(script, (yield* Payins).create(pushPayin("order-1")))
    yield* reconcileFor("2 minutes")
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "in_doubt")
    assert.deepStrictEqual(yield* flagsOf(payinKey("order-1")), ["unanswered 1"])
    yield* TestClock.adjust("14 minutes")
    assert.deepStrictEqual([yield* stateOf(payinKey("order-1")), script.seen.length], ["expired", 1])
    assert.strictEqual((yield* recordOf(payinKey("order-1"))).tracking.actAt, null)
  })

  it("a hosted payin in flight is sent again by the sweep, because no customer saw its page", function* (script) {
    yield* dieAfterClaim(script, (yield* Payins).create(hostedPayin("order-1")))
    yield* reconcileFor("2 minutes")
    assert.deepStrictEqual([yield* stateOf(payinKey("order-1")), script.seen.length], ["pending", 2])
  })

  it("a wallet's code that was being asked for is asked for again by the sweep", function* (script) {
    yield* dieAfterClaim(script, (yield* Payins).create(walletPayin("order-1")))
    yield* reconcileFor("3 minutes")
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "awaiting_otp")
    assert.deepStrictEqual(
      script.seen.map(({ method }) => method),
      ["requestCode", "requestCode"],
    )
  })

  it("an SMS code that was being asked for is not asked for again by itself", function* (script) {
    yield* dieAfterClaim(script, (yield* Payins).create(directPayin("order-1", "sms_otp")))
    yield* reconcileFor("10 minutes")
    assert.deepStrictEqual([yield* stateOf(payinKey("order-1")), script.seen.length], ["in_doubt", 1])
  })
})

describe("the process dies before the claim", () => {
  it("an intent that its caller left behind is sent by the reconciler after 5 s (P2, S8)", function* (script) {
    script.beforeStore = (step) => (step === "claim" ? Effect.never : Effect.void)
    yield* Effect.forkDetach((yield* Payins).create(pushPayin("order-1")))
    yield* TestClock.adjust("1 second")
    script.beforeStore = () => Effect.void
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "intended")
    yield* reconcileFor("3 seconds")
    assert.strictEqual(script.seen.length, 0)
    yield* TestClock.adjust("1 second")
    assert.strictEqual(script.seen.length, 1)
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "pending")
  })

  it("an intent that could not be sent for two minutes is cancelled: the customer has gone (P3)", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"), { sendLater: true })
    yield* sweepAfter("2 minutes")
    assert.deepStrictEqual([yield* stateOf(payinKey("order-1")), script.seen.length], ["cancelled", 0])
  })

  it("a payout that could not be sent for 24 h waits for a person (O16)", function* (script) {
    yield* (yield* Payouts).create(payout("salary-1"), { sendLater: true })
    yield* sweepAfter("1 day")
    const { payment } = yield* recordOf(payoutKey("salary-1"))
    assert.deepEqual({ ...payment.state }, { _tag: "held", because: "stale" })
    assert.strictEqual(script.seen.length, 0)
  })

  it("a code that a dead caller held is never sent by a sweep; the payin runs out (P2, P3)", function* (script) {
    script.beforeStore = (step) => (step === "claim" ? Effect.never : Effect.void)
    yield* Effect.forkDetach(
      (yield* Payins).create(directPayin("order-1", "ussd_otp"), { otp: Redacted.make("123456") }),
    )
    yield* reconcileFor("119 seconds")
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "intended")
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual([yield* stateOf(payinKey("order-1")), script.seen.length], ["cancelled", 0])
  })
})
