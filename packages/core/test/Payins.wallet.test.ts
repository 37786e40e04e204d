/** Payins from the service's own wallet: a code first, then the payment that carries it. */
import { assert, describe } from "@effect/vitest"
import { Redacted } from "effect"
import { TestClock } from "effect/testing"
import { Payins, Worker } from "@cauri/core"
import { noAnswer } from "@cauri/core/adapter"
import { CallFailure } from "@cauri/core/model"
import {
  it,
  completed,
  flagsOf,
  payinKey,
  refused,
  stateOf,
  turnedAway,
  walletPayin,
  reconcileFor,
} from "./scripted.ts"
import { codes, methods, otherCode, refusal } from "./setups.ts"

const key = payinKey("order-1")
const code = Redacted.make("734512")

describe("the wallet", () => {
  it("its code is asked for first, and then the payment carries it (#5, #157, #166, #167, #170, #171)", function* (script) {
    const payins = yield* Payins
    const first = yield* payins.create(walletPayin("order-1"))
    assert.strictEqual(first.payment.state._tag, "awaiting_otp")
    assert.deepStrictEqual({ ...first.next }, { _tag: "enter_code", from: "wallet_app_or_sms" })
    const second = yield* payins.submitOtp(key, code)
    assert.strictEqual(second.payment.state._tag, "pending")
    assert.deepStrictEqual(methods(script), ["requestCode", "create"])
    assert.deepStrictEqual(codes(script), [null, code])
    script.confirms.set("token-2", completed(500))
    yield* reconcileFor("4 seconds")
    assert.strictEqual(yield* stateOf(key), "completed")
  })

  it("when the code could not be sent the customer is not asked for one (#163, #165, #219)", function* (script) {
    const payins = yield* Payins
    script.creations = [refused(CallFailure.cases.otp_not_sent.make({ code: "" }))]
    const { payment: payin, next } = yield* payins.create(walletPayin("order-1"))
    assert.deepStrictEqual([payin.state._tag, next._tag], ["refused", "nothing"])
    assert.strictEqual(yield* refusal(payins.submitOtp(key, code)), "wrong_state")
  })

  it("a refusal of the submitted code's payment ends it, and the host hears why (P7, #142, #226 to #228)", function* (script) {
    const payins = yield* Payins
    for (const [id, reason] of [
      ["order-1", CallFailure.cases.amount_refused.make({ code: "Code02" })],
      ["order-2", CallFailure.cases.payin_not_enabled.make({ code: "Code01" })],
    ] as const) {
      yield* payins.create(walletPayin(id))
      // A gateway that knows of no code tells the second as "turned away".
      script.creations = [reason._tag === "amount_refused" ? refused(reason) : turnedAway(reason)]
      const { payment: payin, next } = yield* payins.submitOtp(payinKey(id), code)
      assert.deepStrictEqual([payin.state._tag, next._tag], ["refused", "nothing"])
      assert.strictEqual(yield* refusal(payins.submitOtp(payinKey(id), otherCode)), "wrong_state")
    }
    yield* (yield* Worker).runOnce
    assert.deepStrictEqual(
      script.received.map(({ _tag, key: { id } }) => `${_tag} ${id}`),
      ["refused order-1", "refused order-2"],
    )
    assert.strictEqual(script.seen.length, 4)
  })

  it("a code that could not be sent again is asked for no more (#165)", function* (script, { payins }) {
    yield* payins.create(walletPayin("order-1"))
    yield* TestClock.adjust("1 minute")
    script.creations = [refused(CallFailure.cases.otp_not_sent.make({ code: "" }))]
    const { payment: payin, next } = yield* payins.sendOtpAgain(key)
    assert.deepStrictEqual([payin.state._tag, next._tag], ["refused", "nothing"])
  })

  it("an unanswered request for the code is repeated by itself after 60 s, three requests at most (P8, P10, #165)", function* (script) {
    script.creations = Array.from({ length: 5 }, () => noAnswer("timed_out"))
    const { payment: payin, next } = yield* (yield* Payins).create(walletPayin("order-1"))
    assert.strictEqual(payin.state._tag, "awaiting_otp")
    // No OTP prompt unless the code was sent.
    assert.strictEqual(next._tag, "wait")
    yield* reconcileFor("59 seconds")
    assert.strictEqual(script.seen.length, 1)
    yield* TestClock.adjust("10 minutes")
    assert.deepStrictEqual(
      script.seen.map(({ at }) => at),
      [0, 60_000, 120_000],
    )
    yield* TestClock.adjust("10 minutes")
    assert.strictEqual(yield* stateOf(key), "expired")
    assert.deepStrictEqual(yield* flagsOf(key), [])
  })

  it("the repeated request that was answered brings the prompt", function* (script, { payins }) {
    script.creations = [noAnswer("timed_out")]
    yield* payins.create(walletPayin("order-1"))
    yield* reconcileFor("61 seconds")
    assert.deepStrictEqual({ ...(yield* payins.get(key)).next }, { _tag: "enter_code", from: "wallet_app_or_sms" })
    assert.strictEqual((yield* payins.submitOtp(key, code)).payment.state._tag, "pending")
    assert.strictEqual(script.seen.length, 3)
  })

  it("a payment without an answer is in doubt, and is tried again only with a new code (P8, P16)", function* (script) {
    const payins = yield* Payins
    yield* payins.create(walletPayin("order-1"))
    script.creations = [noAnswer("connection_lost")]
    assert.strictEqual((yield* payins.submitOtp(key, code)).payment.state._tag, "in_doubt")
    assert.strictEqual(yield* refusal(payins.submitOtp(key, otherCode)), "wrong_state")
    yield* reconcileFor("2 minutes")
    assert.strictEqual(script.seen.length, 2)
    assert.strictEqual(yield* refusal(payins.tryAgain(key)), "code_needed")
    assert.strictEqual((yield* payins.tryAgain(key, otherCode)).payment.state._tag, "pending")
    assert.deepStrictEqual(yield* flagsOf(key), ["unanswered 2"])
  })
})
