/** Payins by SMS OTP, in two requests: the first asks for the code, the second carries it. */
import { assert, describe } from "@effect/vitest"
import { Redacted } from "effect"
import { TestClock } from "effect/testing"
import { Payins } from "@cauri/core"
import { noAnswer, notSent } from "@cauri/core/adapter"
import { CallFailure } from "@cauri/core/model"
import { it, completed, payinKey, refused, stateOf, reconcileFor } from "./scripted.ts"
import { codes, methods, otherCode, refusal, smsPayin } from "./setups.ts"

const key = payinKey("order-1")
const code = Redacted.make("734512")

describe("SMS OTP", () => {
  it("two requests: the first without a code, the second with the one that came by SMS (P6, P9, #154, #156)", function* (script) {
    const payins = yield* Payins
    const first = yield* payins.create(smsPayin)
    assert.strictEqual(first.payment.state._tag, "awaiting_otp")
    assert.deepStrictEqual({ ...first.next }, { _tag: "enter_code", from: "sms" })
    const second = yield* payins.submitOtp(key, code)
    assert.strictEqual(second.payment.state._tag, "pending")
    assert.strictEqual(second.next._tag, "wait_or_enter_code")
    assert.deepStrictEqual(methods(script), ["requestCode", "create"])
    assert.deepStrictEqual(codes(script), [null, code])
    // Every handle was confirmed before the second request, and every handle is confirmed from then on, the newest first.
    assert.deepStrictEqual(
      script.asked.map(({ token }) => token),
      ["token-1"],
    )
    yield* reconcileFor("4 seconds")
    assert.deepStrictEqual(
      script.asked.slice(1).map(({ token }) => token),
      ["token-2", "token-1"],
    )
    script.confirms.set("token-2", completed(500))
    yield* TestClock.adjust("5 seconds")
    assert.strictEqual(yield* stateOf(key), "completed")
  })

  it("a wrong code keeps it pending for as long as it takes; a fresh one completes it (P11, #117, #119, #120)", function* (script) {
    const payins = yield* Payins
    yield* payins.create(smsPayin)
    yield* payins.submitOtp(key, otherCode)
    yield* reconcileFor("10 minutes")
    assert.strictEqual(yield* stateOf(key), "pending")
    yield* payins.submitOtp(key, code)
    script.confirms.set("token-3", completed(500))
    yield* TestClock.adjust("5 seconds")
    assert.strictEqual(yield* stateOf(key), "completed")
    assert.deepStrictEqual(codes(script), [null, otherCode, code])
  })

  it("a refusal of the second request ends it, and money that still comes is credited (P7, P12)", function* (script) {
    const payins = yield* Payins
    yield* payins.create(smsPayin)
    script.creations = [refused(CallFailure.cases.amount_refused.make({ code: "Code02" }))]
    const { payment: payin, next } = yield* payins.submitOtp(key, code)
    assert.deepStrictEqual([payin.state._tag, next._tag], ["refused", "nothing"])
    assert.strictEqual(yield* refusal(payins.submitOtp(key, otherCode)), "wrong_state")
    script.confirms.set("token-1", completed(500))
    yield* reconcileFor("15 minutes")
    assert.strictEqual(yield* stateOf(key), "completed")
  })

  it("a first request without an answer is in doubt; the customer may still enter the code that came (P8, P9)", function* (script) {
    const payins = yield* Payins
    script.creations = [noAnswer("timed_out")]
    assert.strictEqual((yield* payins.create(smsPayin)).payment.state._tag, "in_doubt")
    yield* reconcileFor("1 minute")
    assert.strictEqual(script.seen.length, 1)
    const { payment: payin } = yield* payins.submitOtp(key, code)
    assert.strictEqual(payin.state._tag, "pending")
    script.confirms.set("token-2", completed(500))
    yield* TestClock.adjust("5 seconds")
    assert.strictEqual(yield* stateOf(key), "completed")
  })

  it("a second request that was not sent leaves the customer to enter a code again (P4)", function* (script) {
    const payins = yield* Payins
    yield* payins.create(smsPayin)
    script.creations = [notSent("connection_refused")]
    const { payment: payin, next } = yield* payins.submitOtp(key, code)
    assert.deepStrictEqual([payin.state._tag, next._tag], ["awaiting_otp", "enter_code"])
  })
})
