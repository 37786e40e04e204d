/** How many confirms callbacks may cause, however many there are, and what they may not take away from the schedule. */
import { assert, describe } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { Payins, type PaymentKey, Payouts, Worker } from "@cauri/core"
import { blankConfirmRecord, CallbackIntake, notesPerPayment } from "@cauri/core/adapter"
import { CallFailure } from "@cauri/core/model"
import {
  it,
  completed,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  reconcile,
  recordOf,
  type Script,
  stateOf,
  unlimited,
  reconcileFor,
} from "./scripted.ts"
import { sweepAfter } from "./setups.ts"

let serial = 0
/** A callback that was never seen before. */
const ring = (key: PaymentKey, attempt = 1) =>
  Effect.gen(function* () {
    const receivedAt = yield* Clock.currentTimeMillis
    const fingerprint = `distinct-${serial++}`
    return yield* (yield* CallbackIntake).receive({ key, attempt, fingerprint, receivedAt, body: null })
  })

/** Distinct callbacks, one every so often, for so long. */
const flood = (key: PaymentKey, every: number, until: number) =>
  Effect.gen(function* () {
    for (let at = 0; at < until; at += every) {
      yield* ring(key)
      yield* TestClock.adjust(every)
    }
  })

const minute = 60_000
const between = (script: Script, from: number, to: number) =>
  script.asked.filter(({ at }) => at >= from && at < to).map(({ at }) => at)

describe("a flood of distinct callbacks", () => {
  it.under(unlimited)(
    "causes one confirm per 5 s and 20 per hour of one payment, and the schedule goes on beside it (S12)",
    function* (script) {
      // A payout that is older than its close schedule: one confirm an hour is its own.
      yield* (yield* Payouts).create(payout("salary-1"))
      yield* reconcileFor("2 hours")
      const from = 120 * minute
      yield* flood(payoutKey("salary-1"), 1_000, 30 * minute)
      const times = between(script, from, from + 30 * minute)
      assert.isAtLeast(times.length, 20)
      assert.isAtMost(times.length, 21)
      times.slice(1).forEach((at, index) => assert.isAtLeast(at - (times[index] ?? 0), 5_000))
    },
  )

  it.under(unlimited)("beyond the budget the note waits for its turn and is not lost", function* (script) {
    yield* (yield* Payouts).create(payout("salary-1"))
    yield* reconcileFor("3 hours")
    const before = script.asked.length
    yield* ring(payoutKey("salary-1"))
    yield* TestClock.adjust("1 second")
    script.confirms.set("token-1", completed(700))
    yield* ring(payoutKey("salary-1"))
    yield* TestClock.adjust("3900 millis")
    assert.strictEqual(script.asked.length, before + 1)
    yield* TestClock.adjust("200 millis")
    assert.strictEqual(script.asked.length, before + 2)
    assert.strictEqual(yield* stateOf(payoutKey("salary-1")), "completed")
  })

  it.under(unlimited)(
    "beyond the notes that are kept, the next callback is still heard, within the budget (S12, S18)",
    function* (script) {
      yield* (yield* Payouts).create(payout("salary-1"))
      yield* reconcileFor("3 hours")
      for (let n = 0; n < notesPerPayment; n++) yield* ring(payoutKey("salary-1"))
      yield* TestClock.adjust("10 seconds")
      const before = script.asked.length
      script.confirms.set("token-1", completed(700))
      assert.strictEqual(yield* ring(payoutKey("salary-1")), "TooMany")
      yield* TestClock.adjust("100 millis")
      assert.strictEqual(script.asked.length, before + 1)
      assert.strictEqual(yield* stateOf(payoutKey("salary-1")), "completed")
    },
  )

  it.under(unlimited)(
    "uses up no listening slot of a payin that is closed, so money that comes late is still found (L2)",
    function* (script) {
      yield* (yield* Payins).create(pushPayin("order-1"))
      yield* reconcileFor("16 minutes")
      assert.strictEqual(yield* stateOf(payinKey("order-1")), "expired")
      yield* flood(payinKey("order-1"), 2_000, 2 * minute)
      assert.strictEqual((yield* recordOf(payinKey("order-1"))).tracking.followUp, 0)
      script.confirms.set("token-1", completed(500))
      yield* TestClock.adjust("13 minutes")
      assert.strictEqual(yield* stateOf(payinKey("order-1")), "completed")
    },
  )

  it.under(unlimited)("does not slow the schedule of an open payment down", function* (script) {
    yield* (yield* Payouts).create(payout("salary-1", { method: { type: "wallet", funds: "keep_in_wallet" } }))
    yield* reconcile
    // Rung as often as the budget allows; a schedule that counted these confirms would be at hours by then.
    yield* flood(payoutKey("salary-1"), 1_000, 2 * minute)
    const from = 2 * minute
    yield* TestClock.adjust("14 minutes")
    assert.isAtLeast(between(script, from, from + 14 * minute).length, 2)
  })

  it.under({ calls: { callbackConfirmRate: null } })(
    "does not keep a payment whose scheduled confirm found no turn waiting for the callbacks' hour",
    function* (script) {
      yield* (yield* Payins).create(pushPayin("order-1"))
      yield* reconcile
      yield* flood(payinKey("order-1"), 5_100, 3 * minute)
      // All turns are taken for two minutes.
      yield* TestClock.adjust("30 seconds")
      const rateTokens = new Map(script.cell.current.rateTokens)
      script.cell.current = { ...script.cell.current, rateTokens: rateTokens.set("confirms", 6 * minute) }
      yield* TestClock.adjust("4 minutes")
      const from = script.asked.length
      yield* TestClock.adjust("2 minutes")
      assert.isAtLeast(script.asked.length, from + 1)
    },
  )
})

describe("the turns that callbacks share", () => {
  it.under({ calls: { creationRate: null } })(
    "callbacks use at most half of the confirms, however many payments they ring at",
    function* (script, { payouts }) {
      for (let n = 0; n < 60; n++) yield* payouts.create(payout(`salary-${n}`, { amount: 700 + n }))
      yield* reconcileFor("4 hours")
      // Each has one confirm an hour of its own by then.
      const before = script.asked.length
      yield* TestClock.adjust("2 minutes")
      const own = script.asked.length - before
      assert.isAtMost(own, 6)
      for (let n = 0; n < 60; n++) yield* ring(payoutKey(`salary-${n}`))
      yield* TestClock.adjust("1 second")
      assert.isAtMost(script.asked.length - before - own, 5 + 3)
      // Those that found no turn at once have had theirs two minutes later.
      yield* TestClock.adjust("3 minutes")
      assert.isAtLeast(new Set(script.asked.slice(before + own).map(({ token }) => token)).size, 30)
    },
  )

  it.under({ calls: { callbackConfirmRate: { perSecond: 0.02, burst: 1 } } })(
    "a callback of a payment that no confirm asks about any more waits for a turn and gets it",
    function* (script) {
      const { runOnce: sweep } = yield* Worker
      yield* (yield* Payins).create(pushPayin("order-1"))
      yield* (yield* Payins).create(pushPayin("order-2"))
      script.confirms.set("token-1", completed(500))
      script.confirms.set("token-2", completed(500))
      for (const wait of ["10 seconds", "1 hour", "1 day"] as const) {
        yield* sweepAfter(wait)
      }
      assert.strictEqual((yield* recordOf(payinKey("order-2"))).tracking.actAt, null)
      const asked = script.asked.length
      yield* TestClock.adjust("1 hour")
      yield* ring(payinKey("order-1"))
      yield* ring(payinKey("order-2"))
      yield* sweep
      assert.strictEqual(script.asked.length, asked + 1)
      yield* sweepAfter("1 minute")
      assert.strictEqual(script.asked.length, asked + 2)
      assert.strictEqual((yield* recordOf(payinKey("order-2"))).tracking.notesAt, null)
    },
  )

  it("a callback's confirm on a project that pauses waits without using up the payment's schedule", function* (script) {
    const payouts = yield* Payouts
    yield* payouts.create(payout("salary-1"))
    yield* payouts.create(payout("salary-2", { amount: 800 }))
    yield* reconcile
    const denied = CallFailure.cases.authentication_failed.make({ code: "Code00" })
    script.confirms.set("token-1", denied)
    script.confirms.set("token-2", denied)
    yield* TestClock.adjust("1 minute")
    const paused = script.asked.length
    yield* ring(payoutKey("salary-1"))
    yield* TestClock.adjust("1 minute")
    assert.strictEqual(script.asked.length, paused)
    script.confirms.set("token-1", { ...blankConfirmRecord, status: "completed" })
    script.generation = "two"
    yield* TestClock.adjust("1 minute")
    assert.strictEqual(yield* stateOf(payoutKey("salary-1")), "completed")
  })
})
