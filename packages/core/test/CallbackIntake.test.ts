/** A callback is a doorbell: noted once and durably, it only makes a confirm happen sooner. */
import { assert, describe } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Review, keyText, Payins, type PaymentKey, PaymentStore, Payouts, Worker, StoreError } from "@cauri/core"
import { blankConfirmRecord, CallbackIntake, noAnswer, type NoteResult, notSent, WakeSignal } from "@cauri/core/adapter"
import { CallFailure } from "@cauri/core/model"
import {
  it,
  accepted,
  after,
  code00,
  completed,
  failed,
  flagsOf,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  recordOf,
  reconcile,
  refused,
  stateOf,
  tagsOf,
  turnedAway,
  reconcileFor,
} from "./scripted.ts"
import { sweepAfter } from "./setups.ts"

const key = payinKey("order-1")
const ring = (key: PaymentKey, fingerprint: string, attempt = 1) =>
  Effect.gen(function* () {
    const receivedAt = yield* Clock.currentTimeMillis
    const body = new TextEncoder().encode('{"status":"completed","token":"not-the-creation-token"}')
    return yield* (yield* CallbackIntake).receive({ key, attempt, fingerprint, receivedAt, body })
  })

describe("noting a callback", () => {
  it("each event comes twice, and has one effect: First, then Repeat (#196, #197, #199, S11)", function* (script) {
    yield* (yield* Payouts).create(payout("salary-1"))
    yield* reconcileFor("5 seconds")
    assert.strictEqual(yield* ring(payoutKey("salary-1"), "one"), "First")
    assert.strictEqual(yield* ring(payoutKey("salary-1"), "one"), "Repeat")
    yield* TestClock.adjust("10 seconds")
    assert.strictEqual(yield* ring(payoutKey("salary-1"), "one"), "Repeat")
    yield* TestClock.adjust("5 seconds")
    assert.strictEqual(script.asked.length, 1)
    assert.strictEqual((yield* recordOf(payoutKey("salary-1"))).newestNote, 1)
  })

  it.gen(
    "wakes the reconciler for the first of its kind and for what is not kept, and not for what it repeats or does not know",
    function* () {
      const woken: Array<NoteResult> = []
      for (const noted of ["First", "Repeat", "TooMany", "Unknown"] as const) {
        const intake = CallbackIntake.layer.pipe(
          Layer.provide(Layer.mock(PaymentStore, { noteCallback: () => Effect.succeed(noted) })),
          Layer.provide(Layer.mock(WakeSignal, { signal: Effect.sync(() => void woken.push(noted)) })),
        )
        assert.strictEqual(yield* Effect.provide(ring(key, "one"), intake), noted)
      }
      assert.deepStrictEqual(woken, ["First", "TooMany"])
    },
  )

  it("of a payment or an attempt that is not here is Unknown, and stores nothing", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    assert.strictEqual(yield* ring(payinKey("order-2"), "one"), "Unknown")
    assert.strictEqual(yield* ring(key, "one", 2), "Unknown")
    assert.strictEqual((yield* recordOf(key)).newestNote, 0)
    assert.deepStrictEqual(script.cell.current.payments.get(keyText(key))?.notes, [])
  })

  it("fails when the store fails, so that no receiver answers 200 for a wake-up that is not durable (S18)", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    script.beforeStore = () => Effect.fail(new StoreError({ operation: "test", cause: new Error("full") }))
    assert.strictEqual((yield* Effect.flip(ring(key, "one")))._tag, "StoreError")
  })
})

describe("what a callback does", () => {
  it("it makes the confirm happen at once, with the token that the creation returned (#201, #206)", function* (script) {
    yield* (yield* Payouts).create(payout("salary-1"))
    yield* reconcileFor("10 seconds")
    script.confirms.set("token-1", completed(700))
    yield* ring(payoutKey("salary-1"), "one")
    yield* TestClock.adjust("1 millis")
    assert.strictEqual(yield* stateOf(payoutKey("salary-1")), "completed")
    assert.deepStrictEqual(script.asked, [{ kind: "payout", token: "token-1", at: 10_000 }])
  })

  it("it is never trusted: whatever it says, the confirmed status is what counts (#205, #207)", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    yield* reconcile
    yield* ring(key, "it says completed")
    yield* TestClock.adjust("1 minute")
    assert.strictEqual(yield* stateOf(key), "pending")
    script.confirms.set("token-1", failed())
    yield* ring(key, "it still says completed")
    yield* TestClock.adjust("1 minute")
    assert.strictEqual(yield* stateOf(key), "not_completed")
  })

  it("without one a confirm finds the outcome (#209)", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    script.confirms.set("token-1", completed(500))
    yield* reconcileFor("10 seconds")
    assert.strictEqual(yield* stateOf(key), "completed")
  })

  it("one that comes while a confirm is under way is not erased by its save: it is asked again (S18)", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    script.confirms.set("token-1", () => Effect.delay(Effect.succeed(blankConfirmRecord), "4 seconds"))
    yield* reconcileFor("6 seconds")
    assert.strictEqual(script.asked.length, 1)
    // The confirm that is under way reads what was before; the money comes, and with it the callback.
    yield* ring(key, "one")
    script.confirms.set("token-1", completed(500))
    yield* TestClock.adjust("4 seconds")
    assert.strictEqual(script.asked.length, 2)
    assert.strictEqual(yield* stateOf(key), "completed")
  })

  it("one that comes before the creation's answer hurries the first confirm and flags nothing", function* (script) {
    script.creations = [after("2 seconds", accepted(1))]
    yield* Effect.forkChild((yield* Payins).create(pushPayin("order-1")))
    yield* reconcileFor("1 second")
    assert.strictEqual(yield* ring(key, "one"), "First")
    script.confirms.set("token-1", completed(500))
    yield* TestClock.adjust("2 seconds")
    assert.strictEqual(yield* stateOf(key), "completed")
    assert.deepStrictEqual(yield* flagsOf(key), [])
  })

  it("on a payin in doubt it proves that the service knows it: flagged, and nothing else (P17)", function* (script) {
    script.creations = [noAnswer("timed_out")]
    yield* (yield* Payins).create(pushPayin("order-1"))
    yield* reconcile
    yield* ring(key, "one")
    yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* stateOf(key), "in_doubt")
    assert.deepStrictEqual(yield* flagsOf(key), ["unanswered 1", "callback_without_token 1"])
    yield* ring(key, "two")
    yield* TestClock.adjust("1 second")
    assert.strictEqual((yield* flagsOf(key)).length, 2)
  })

  it("on a payout in doubt, and one that was refused, it is flagged (O9)", function* (script, { payouts }) {
    script.creations = [
      noAnswer("timed_out"),
      refused(CallFailure.cases.beneficiary_without_wallet.make({ code: "Code02" })),
    ]
    yield* payouts.create(payout("salary-1"))
    yield* payouts.create(payout("salary-2", { amount: 2 }))
    yield* reconcile
    for (const id of ["salary-1", "salary-2"]) {
      yield* ring(payoutKey(id), "one")
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* flagsOf(payoutKey(id)), ["callback_without_token 1"])
    }
    assert.strictEqual(yield* stateOf(payoutKey("salary-1")), "in_doubt")
    assert.strictEqual(yield* stateOf(payoutKey("salary-2")), "refused")
  })

  it("while its answer is missing it is flagged when the answer turns out to be none", function* (script) {
    script.creations = [after("10 seconds", noAnswer("connection_lost"))]
    yield* Effect.forkChild((yield* Payouts).create(payout("salary-1")))
    yield* TestClock.adjust("1 second")
    yield* ring(payoutKey("salary-1"), "one")
    yield* sweepAfter("10 seconds")
    assert.deepStrictEqual(yield* flagsOf(payoutKey("salary-1")), ["callback_without_token 1"])
  })

  for (const answer of [notSent("tls_failure"), turnedAway(code00)]) {
    for (const [when, wait] of [
      ["after", "6 seconds"],
      ["while the call is under way, where a worker has read it,", "1 second"],
    ] as const) {
      it(`${when} a payout's call that counts as ${answer._tag}, it keeps the payout from being sent again (O9)`, function* (script) {
        const salary = payoutKey("salary-1")
        script.creations = [after("5 seconds", answer)]
        yield* Effect.forkChild((yield* Payouts).create(payout("salary-1")))
        yield* TestClock.adjust(wait)
        yield* ring(salary, "one")
        yield* (yield* Worker).runOnce
        yield* TestClock.adjust("10 seconds")
        yield* (yield* Review).resume("project/shop")
        yield* reconcileFor("10 minutes")
        assert.lengthOf(script.seen, 1)
        assert.strictEqual(yield* stateOf(salary), "in_doubt")
        assert.deepStrictEqual(yield* flagsOf(salary), ["callback_without_token 1"])
        assert.deepStrictEqual(
          (yield* tagsOf(salary)).filter((tag) => tag === "in_doubt"),
          ["in_doubt"],
        )
      })
    }
  }

  it("after the end it causes one audit and changes nothing", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    script.confirms.set("token-1", completed(500))
    yield* reconcileFor("20 seconds")
    const history = yield* tagsOf(key)
    const asked = script.asked.length
    yield* ring(key, "one")
    yield* TestClock.adjust("5 minutes")
    assert.strictEqual(script.asked.length, asked + 1)
    assert.deepStrictEqual(yield* tagsOf(key), history)
  })
})
