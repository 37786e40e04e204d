/** Payins by USSD OTP: the code is dialled first, lives in its caller only, and travels with the one request. */
import { assert, describe } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { Review, Payins, type PolicyInput } from "@cauri/core"
import { noAnswer, notSent } from "@cauri/core/adapter"
import {
  it,
  fieldsOf,
  completed,
  directPayin,
  hostedPayin,
  payinKey,
  pushPayin,
  stateOf,
  walletPayin,
  reconcileFor,
} from "./scripted.ts"
import { whyNot } from "./setups.ts"

const code = Redacted.make("734512")

describe("USSD OTP", () => {
  it.under({ merchant: { fees: [{ rail: "ussd_otp", basisPoints: 150, fixedXof: 10 }] } })(
    "asks before creation: dial, and enter exactly the amount and the fees (#123, #124, #149)",
    function* (_, { payins }) {
      const next = yield* payins.beforeCreation(directPayin("order-1", "ussd_otp", { amount: 10_000 }))
      assert.deepStrictEqual({ ...next }, { _tag: "dial_this_code_first", amount: 10_000, fees: 160, total: 10_160 })
      for (const other of [pushPayin("order-1"), hostedPayin("order-1"), walletPayin("order-1")]) {
        assert.strictEqual(yield* payins.beforeCreation(other), null)
      }
    },
  )

  it.under({ merchant: { fees: [{ rail: "ussd_otp", basisPoints: 0, fixedXof: 10 }] } })(
    "one request that carries the code; a confirm completes it with the fees that the customer paid (#124, #149)",
    function* (script) {
      const { next } = yield* (yield* Payins).create(directPayin("order-1", "ussd_otp"), { otp: code })
      assert.strictEqual(next._tag, "wait_or_enter_code")
      assert.strictEqual(script.seen[0]?.call.otp, code)
      script.confirms.set("token-1", completed(510))
      yield* reconcileFor("5 seconds")
      assert.strictEqual(yield* stateOf(payinKey("order-1")), "completed")
    },
  )

  it("is not stored without its code, nor with one that cannot be a code", function* (script, { payins }) {
    const without = yield* Effect.flip(payins.create(directPayin("order-1", "ussd_otp")))
    const expected = "the code that the customer got by dialling first"
    assert.deepInclude(fieldsOf(without), { _tag: "InvalidInput", field: "otp", expected })
    const later = { otp: code, sendLater: true }
    assert.deepInclude(fieldsOf(yield* Effect.flip(payins.create(directPayin("order-1", "ussd_otp"), later))), {
      field: "sendLater",
      expected: "left out: only this call can send the code",
    })
    const blank = yield* Effect.flip(payins.create(directPayin("order-1", "ussd_otp"), { otp: Redacted.make("") }))
    assert.deepInclude(fieldsOf(blank), { _tag: "InvalidInput", field: "otp" })
    assert.strictEqual(script.cell.current.payments.size, 0)
  })

  it("whose call was not sent is given up, because the code lives in its caller only (P3, S17)", function* (script) {
    script.creations = [notSent("connection_refused")]
    const { payment: payin } = yield* (yield* Payins).create(directPayin("order-1", "ussd_otp"), { otp: code })
    assert.deepInclude({ ...payin.state }, { _tag: "cancelled" })
    yield* reconcileFor("10 minutes")
    assert.strictEqual(script.seen.length, 1)
    assert.deepStrictEqual(
      script.received.map(({ detail }) => detail),
      [{ because: "code_unsent" }],
    )
    assert.notInclude(JSON.stringify([...script.cell.current.payments]), "734512")
  })

  const held: PolicyInput = {}
  const throttled: PolicyInput = { calls: { creationRate: { perSecond: 0.05, burst: 1 } } }
  const broken: PolicyInput = { calls: { breaker: { window: 60_000, calls: 1, share: 1, openFor: 30_000 } } }
  for (const [because, retryAt, limits] of [
    ["paused", null, held],
    ["throttled", 10_000, throttled],
    ["breaker_open", 30_000, broken],
  ] as const) {
    it.under(limits)(
      `that is not sent says why and when to try again, and its caller can still send it (${because}, P2)`,
      function* (script, { payins, review }) {
        script.creations = [noAnswer("timed_out")]
        yield* payins.create(pushPayin("order-2"))
        if (because === "paused") yield* review.pause("project/shop/payins", "A colleague", "counting")
        const sent = yield* payins.create(directPayin("order-1", "ussd_otp"), { otp: code })
        assert.deepStrictEqual(whyNot(sent.notNow), [because, retryAt])
        assert.strictEqual(sent.payment.state._tag, "intended")
        yield* review.resume("project/shop/payins")
        yield* TestClock.adjust(2 * (retryAt ?? 0))
        const again = yield* payins.send(payinKey("order-1"), { otp: code })
        assert.isNull(again.notNow)
        assert.strictEqual(again.payment.state._tag, "pending")
      },
    )
  }

  it("that its caller does not send in time is cancelled, and the host hears why (P3)", function* (script) {
    yield* (yield* Review).pause("project/shop/payins", "A colleague", "counting")
    yield* (yield* Payins).create(directPayin("order-1", "ussd_otp"), { otp: code })
    yield* reconcileFor("3 minutes")
    assert.deepStrictEqual(
      script.received.map(({ _tag, detail }) => [_tag, detail]),
      [["cancelled", { because: "code_unsent" }]],
    )
  })

  it("a wrong code leaves it pending; another one after a fresh confirm completes it (P11, #119, #120)", function* (script) {
    const payins = yield* Payins
    yield* payins.create(directPayin("order-1", "ussd_otp"), { otp: code })
    yield* reconcileFor("1 minute")
    const asked = script.asked.length
    const again = yield* payins.submitOtp(payinKey("order-1"), Redacted.make("111222"))
    assert.strictEqual(again.payment.state._tag, "pending")
    assert.strictEqual(script.asked.length, asked + 1)
    assert.strictEqual(script.seen.length, 2)
    script.confirms.set("token-2", completed(500))
    yield* TestClock.adjust("10 seconds")
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "completed")
  })

  it("without an answer it needs a new code to be tried again (P16)", function* (script, { payins }) {
    script.creations = [noAnswer("connection_lost")]
    yield* payins.create(directPayin("order-1", "ussd_otp"), { otp: code })
    yield* TestClock.adjust("2 minutes")
    const without = yield* Effect.flip(payins.tryAgain(payinKey("order-1")))
    assert.deepInclude(fieldsOf(without), { _tag: "NotNow", because: "code_needed" })
    const { payment: payin } = yield* payins.tryAgain(payinKey("order-1"), Redacted.make("111222"))
    assert.strictEqual(payin.state._tag, "pending")
  })
})
