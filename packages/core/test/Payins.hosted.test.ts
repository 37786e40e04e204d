/** Payins on the service's own page: the address to open, what happens when it is lost, and how they end. */
import { assert, describe } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { Payins, Review } from "@cauri/core"
import { noAnswer, notSent } from "@cauri/core/adapter"
import { PagePlace } from "@cauri/core/model"
import {
  it,
  accepted,
  answerComes,
  completed,
  flagsOf,
  hostedPayin,
  payinKey,
  pushPayin,
  type Script,
  stateOf,
  reconcileFor,
} from "./scripted.ts"
import { refusal, ring, rule, sweep, why } from "./setups.ts"

const key = payinKey("order-1")

describe("a hosted payin whose page no customer saw (P3, P16, #72)", () => {
  const lost = noAnswer("connection_lost")
  /** Three calls without an answer: all that a program makes by itself. */
  const lose = Effect.fnUntraced(function* (script: Script) {
    script.creations = [lost, lost, lost]
    const payins = yield* Payins
    yield* payins.create(hostedPayin("order-1"))
    assert.strictEqual(yield* stateOf(key), "in_doubt")
    yield* TestClock.adjust("3 minutes")
    return payins
  })

  it("is created again when its customer asks, and shows the new page", function* (script) {
    const payins = yield* lose(script)
    const { next } = yield* payins.tryAgain(key)
    assert.strictEqual(next._tag === "open_url" && next.url, "https://pay.example/4")
  })

  it("is created no more often than the program and the customer may together", function* (script) {
    const payins = yield* lose(script)
    script.creations = [lost, lost]
    yield* payins.tryAgain(key)
    assert.strictEqual(yield* refusal(payins.tryAgain(key)), "too_soon")
    yield* TestClock.adjust("2 minutes")
    yield* payins.tryAgain(key)
    assert.strictEqual(yield* refusal(payins.tryAgain(key)), "too_often")
    assert.strictEqual(script.seen.length, 5)
  })

  it("may be cancelled, and its own late answer is still confirmed", function* (script) {
    const payins = yield* lose(script)
    assert.strictEqual((yield* payins.cancel(key, "The shop")).payment.state._tag, "cancelled")
    const late = yield* answerComes(key, 2, accepted(2, "https://pay.example/2"))
    assert.strictEqual(late.payment.state._tag, "pending")
    script.confirms.set("token-2", completed(500))
    yield* reconcileFor("2 minutes")
    assert.strictEqual(yield* stateOf(key), "completed")
  })

  it("is neither created again nor cancelled once a callback came for it, and a person decides", function* (script) {
    const payins = yield* lose(script)
    yield* ring(key, 2)
    assert.strictEqual(yield* refusal(payins.tryAgain(key)), "callback_without_token")
    assert.include(yield* why(payins.cancel(key, "The shop")), "a callback came for it")
    yield* sweep
    assert.strictEqual(yield* refusal(payins.tryAgain(key)), "callback_without_token")
    assert.include(yield* why(payins.cancel(key, "The shop")), "its state does not allow that")
    assert.strictEqual(script.seen.length, 3)
    assert.strictEqual((yield* rule(key, "not_completed")).payment.state._tag, "not_completed")
  })

  it("is neither created again nor cancelled in a restored store: a page may have been shown after the copy", function* (script) {
    const payins = yield* lose(script)
    yield* (yield* Review).restored("A colleague", "the disk died")
    assert.strictEqual(yield* refusal(payins.tryAgain(key)), "wrong_state")
    assert.include(yield* why(payins.cancel(key, "The shop")), "its state does not allow that")
    yield* sweep
    assert.strictEqual(script.seen.length, 3)
  })

  it("stays as it is on every other way to pay, where the customer may have been asked on the phone", function* (script) {
    script.creations = [lost]
    yield* (yield* Payins).create(pushPayin("order-1"))
    assert.include(yield* why((yield* Payins).cancel(key, "The shop")), "its state does not allow that")
  })

  it("a callback for a payin that was cancelled leaves the decision to a person (P17, P19)", function* (script) {
    const payins = yield* lose(script)
    yield* payins.cancel(key, "The shop")
    yield* ring(key, 1)
    yield* sweep
    assert.include(yield* flagsOf(key), "callback_without_token 1")
    assert.strictEqual((yield* rule(key, "completed")).payment.state._tag, "completed")
  })
})

describe("a hosted payin", () => {
  it("answers with the page to open, in a tab, a popup or a web view and never in a frame (#3, #20, #21, #72)", function* (script) {
    const { payment: payin, next } = yield* (yield* Payins).create(hostedPayin("order-1"))
    assert.strictEqual(payin.state._tag, "pending")
    assert.deepStrictEqual(
      { ...next },
      {
        _tag: "open_url",
        url: "https://pay.example/1",
        places: ["same_tab", "new_tab", "popup", "web_view"],
      },
    )
    assert.isFalse(Schema.is(PagePlace)("Frame"))
    assert.deepStrictEqual(
      script.seen.map(({ method }) => method),
      ["create"],
    )
    assert.strictEqual(script.seen[0]?.call.otp, null)
  })

  it("carries the two addresses that the customer comes back to, which prove nothing: only a confirm does (#54, #55, #146)", function* (script) {
    yield* (yield* Payins).create(hostedPayin("order-1"))
    const method = script.seen[0]?.call.payment.content.method
    assert.deepStrictEqual(method?.type === "hosted" && [method.returnUrl, method.cancelUrl], [
      "https://shop.example/thanks",
      "https://shop.example/cart",
    ])
    yield* reconcileFor("25 seconds")
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "pending")
    script.confirms.set("token-1", completed(500))
    yield* TestClock.adjust("2 minutes")
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "completed")
    assert.deepStrictEqual([...new Set(script.asked.map(({ kind }) => kind))], ["payin"])
  })

  it("that got no answer is created again inside the same call, because no customer was shown the lost page (P16)", function* (script) {
    script.creations = [noAnswer("timed_out")]
    const { payment: payin, next } = yield* (yield* Payins).create(hostedPayin("order-1"))
    assert.strictEqual(payin.state._tag, "pending")
    assert.strictEqual(next._tag === "open_url" && next.url, "https://pay.example/2")
    assert.deepStrictEqual(
      script.seen.map(({ call }) => call.attempt),
      [1, 2],
    )
    assert.deepStrictEqual(yield* flagsOf(payinKey("order-1")), ["unanswered 1"])
  })

  it.under({ calls: { breaker: { window: 60_000, calls: 1, share: 1, openFor: 30_000 } } })(
    "is not created again while the breaker is open: its caller is not kept waiting, and the sweep does it",
    function* (script) {
      script.creations = [noAnswer("timed_out")]
      const { payment: payin } = yield* (yield* Payins).create(hostedPayin("order-1"))
      assert.strictEqual(payin.state._tag, "in_doubt")
      assert.strictEqual(script.seen.length, 1)
      yield* reconcileFor("1 minute")
      assert.strictEqual(yield* stateOf(payinKey("order-1")), "pending")
    },
  )

  it("that was not sent is left to the sweep, which sends it within the intent's two minutes (P4)", function* (script) {
    script.creations = [notSent("connection_refused")]
    const { payment: payin, next } = yield* (yield* Payins).create(hostedPayin("order-1"))
    assert.deepStrictEqual([payin.state._tag, next._tag], ["intended", "wait"])
    yield* reconcileFor("3 seconds")
    assert.deepStrictEqual([yield* stateOf(payinKey("order-1")), script.seen.length], ["pending", 2])
  })

  it("that could not be sent three times is cancelled (P3)", function* (script) {
    script.creations = [notSent("connection_refused"), notSent("tls_failure"), notSent("connect_timeout")]
    yield* (yield* Payins).create(hostedPayin("order-1"))
    yield* reconcileFor("1 minute")
    assert.deepStrictEqual([yield* stateOf(payinKey("order-1")), script.seen.length], ["cancelled", 3])
  })

  it("whose answer holds no address is flagged, and nothing is opened (#71, #72)", function* (script) {
    script.creations = [accepted(1)]
    const { payment: payin, next } = yield* (yield* Payins).create(hostedPayin("order-1"))
    assert.deepStrictEqual([payin.state._tag, next._tag], ["pending", "wait"])
    assert.deepStrictEqual(yield* flagsOf(payinKey("order-1")), ["no_payment_url 1"])
  })

  it("a page that came late is never shown (P18)", function* (script) {
    script.creations = [
      Effect.delay(Effect.succeed(accepted(1, "https://pay.example/late")), "3 minutes"),
      noAnswer("timed_out"),
      noAnswer("timed_out"),
    ]
    yield* Effect.forkChild((yield* Payins).create(hostedPayin("order-1")))
    yield* reconcileFor("4 minutes")
    const { payment: payin, next } = yield* (yield* Payins).get(payinKey("order-1"))
    assert.deepStrictEqual([payin.state._tag, next._tag], ["pending", "wait"])
    assert.notInclude(script.cell.current.payments.get("payin shop/order-1")?.row?.body, "pay.example/late")
  })
})
