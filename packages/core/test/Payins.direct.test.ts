/** Payins on the merchant's own interface, in the modes of one request: push, guided USSD, and pages of an operator. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Payins } from "@cauri/core"
import { noAnswer } from "@cauri/core/adapter"
import { amountSeenOf, CallFailure } from "@cauri/core/model"
import {
  it,
  fieldsOf,
  accepted,
  after,
  completed,
  directPayin,
  failed,
  flagsOf,
  payinKey,
  pushPayin,
  recordOf,
  reconcile,
  refused,
  stateOf,
  tagsOf,
  reconcileFor,
} from "./scripted.ts"

describe("USSD push", () => {
  it("one request without a code; the customer enters the PIN on the phone, and a confirm completes it (#4, #40, #150, #157)", function* (script) {
    const { payment: payin, next } = yield* (yield* Payins).create(pushPayin("order-1"))
    assert.strictEqual(payin.state._tag, "pending")
    assert.deepStrictEqual({ ...next }, { _tag: "confirm_on_phone", how: "enter_pin" })
    const [seen] = script.seen
    assert.strictEqual(seen?.method, "create")
    assert.strictEqual(seen?.call.otp, null)
    script.confirms.set("token-1", completed(500))
    yield* reconcileFor("10 seconds")
    const done = yield* (yield* Payins).get(payinKey("order-1"))
    assert.deepStrictEqual(
      { ...done.payment.state },
      { _tag: "completed", at: 4_551, attempt: 1, late: false, amountPaid: 500 },
    )
    assert.strictEqual(done.next._tag, "nothing")
    assert.deepStrictEqual(yield* tagsOf(payinKey("order-1")), ["intended", "attempt_started", "accepted", "completed"])
  })

  it("the row is durable before the first byte leaves, and the token before the caller hears of it (#78, S7, S8)", function* (script) {
    script.creations = [
      Effect.sync(() => {
        assert.strictEqual(script.cell.current.payments.get("payin shop/order-1")?.row?.state, "submitting")
        return accepted(1)
      }),
    ]
    yield* (yield* Payins).create(pushPayin("order-1"))
    assert.strictEqual(script.cell.current.payments.get("payin shop/order-1")?.row?.attempts[0]?.token, "token-1")
  })

  it("acceptance is not completion: without a confirm that says so it never completes (#24, #207)", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    yield* reconcileFor("1 hour")
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "expired")
    assert.notInclude(yield* tagsOf(payinKey("order-1")), "completed")
    assert.isAbove(script.asked.length, 15)
  })

  it("completes whenever the customer confirms: the service has no time window (#117, #118, #248)", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    yield* reconcileFor("14 minutes")
    script.confirms.set("token-1", completed(500))
    yield* TestClock.adjust("1 minute")
    assert.deepInclude({ ...(yield* recordOf(payinKey("order-1"))).payment.state }, { _tag: "completed", late: false })
  })

  it("is expired by a confirm that began after the deadline, and completes late (P15, P12, #120, #121, #122)", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    yield* reconcileFor("899 seconds")
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "pending")
    yield* TestClock.adjust("4 seconds")
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "expired")
    assert.isAtLeast(script.asked.at(-1)?.at ?? 0, 900_000)
    script.confirms.set("token-1", completed(500))
    yield* TestClock.adjust("15 minutes")
    assert.deepInclude(
      { ...(yield* recordOf(payinKey("order-1"))).payment.state },
      {
        _tag: "completed",
        late: true,
      },
    )
    assert.deepStrictEqual(
      script.received.map((heard) => [heard._tag, "late" in heard.detail && heard.detail.late]),
      [
        ["expired", false],
        ["completed", true],
      ],
    )
  })

  it("does not expire because a clock passed: a confirm must have been answered after the deadline (S13)", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    script.confirms.set("token-1", CallFailure.cases.no_answer.make({ cause: "timed_out", code: "" }))
    yield* reconcileFor("2 hours")
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "pending")
    script.confirms.delete("token-1")
    yield* TestClock.adjust("6 minutes")
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "expired")
  })

  it("fails when the operator's definitive failure is confirmed, and only then (P14, #114, #115)", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    script.confirms.set("token-1", failed())
    yield* reconcileFor("10 seconds")
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "not_completed")
    assert.strictEqual(script.received.at(-1)?._tag, "not_completed")
  })

  it("another amount than the expected one credits nothing and is flagged (P13, #88)", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    yield* reconcile
    const others = [completed(499), completed(501), completed(500, { amount: null })]
    for (const other of others) {
      script.confirms.set("token-1", other)
      yield* TestClock.adjust("20 seconds")
      assert.strictEqual(yield* stateOf(payinKey("order-1")), "pending")
      assert.deepStrictEqual(yield* flagsOf(payinKey("order-1")), ["amount_mismatch 1"])
    }
  })

  it("of two amounts that differ the lesser is kept for the person who decides (P13, #88)", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    yield* reconcile
    script.confirms.set("token-1", completed(500, { amount: null, leastAmount: 300 }))
    yield* TestClock.adjust("20 seconds")
    const { payment } = yield* recordOf(payinKey("order-1"))
    assert.deepStrictEqual([payment.state._tag, amountSeenOf(payment)], ["pending", 300])
  })

  it("is refused with the service's reason, and the customer has nothing more to do (P7, #142, #226, #228)", function* (script) {
    script.creations = [refused(CallFailure.cases.amount_refused.make({ code: "Code02" }))]
    const { payment: payin, next } = yield* (yield* Payins).create(pushPayin("order-1"))
    assert.deepStrictEqual([payin.state._tag, next._tag], ["refused", "nothing"])
    yield* reconcileFor("1 hour")
    assert.strictEqual(script.seen.length, 1)
    assert.deepStrictEqual(
      script.received.map(({ _tag }) => _tag),
      ["refused"],
    )
  })

  it("without an answer it is in doubt, and only the customer may try again, two minutes later (P8, P16)", function* (script) {
    const payins = yield* Payins
    script.creations = [noAnswer("timed_out")]
    assert.strictEqual((yield* payins.create(pushPayin("order-1"))).payment.state._tag, "in_doubt")
    yield* reconcileFor("119 seconds")
    const early = yield* Effect.flip(payins.tryAgain(payinKey("order-1")))
    assert.deepInclude(fieldsOf(early), { _tag: "NotNow", because: "too_soon", retryAt: 120_000 })
    assert.strictEqual(script.seen.length, 1)
    yield* TestClock.adjust("1 second")
    const { payment: payin, next } = yield* payins.tryAgain(payinKey("order-1"))
    assert.deepStrictEqual([payin.state._tag, next._tag], ["pending", "confirm_on_phone"])
    assert.deepStrictEqual(yield* flagsOf(payinKey("order-1")), ["unanswered 1"])
    assert.strictEqual(script.seen.length, 2)
  })
})

describe("guided USSD and an operator's page", () => {
  it("guided USSD: one request without a code; the customer follows the SMS (#152)", function* (script) {
    const { next } = yield* (yield* Payins).create(directPayin("order-1", "guided_ussd"))
    assert.deepStrictEqual({ ...next }, { _tag: "confirm_on_phone", how: "follow_sms" })
    assert.strictEqual(script.seen[0]?.call.otp, null)
    script.confirms.set("token-1", completed(500))
    yield* reconcileFor("20 seconds")
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "completed")
  })

  for (const mode of ["operator_redirect", "service_redirect"] as const) {
    it(`${mode}: the customer opens the address that the service answered with`, function* (script) {
      script.creations = [accepted(1, "https://operator.example/page")]
      const { next } = yield* (yield* Payins).create(directPayin("order-1", mode))
      assert.strictEqual(next._tag === "open_url" && next.url, "https://operator.example/page")
      script.creations = [accepted(2)]
      const lost = yield* (yield* Payins).create(directPayin("order-2", mode))
      assert.strictEqual(lost.next._tag, "wait")
      assert.deepStrictEqual(yield* flagsOf(payinKey("order-2")), ["no_payment_url 1"])
    })
  }
})

describe("several projects", () => {
  it.under({ merchant: { shops: { kiosk: { name: "Kiosk", siteUrl: "https://kiosk.example" } } } })(
    "a payment names its project, and every call about it does too (#181)",
    function* (script, { payins }) {
      const { payment: payin } = yield* payins.create(pushPayin("order-1", { project: "kiosk" }))
      yield* payins.create(pushPayin("order-1"))
      assert.strictEqual(payin.key.project, "kiosk")
      assert.deepStrictEqual(
        script.seen.map(({ call }) => call.payment.content.project),
        ["kiosk", "shop"],
      )
    },
  )

  it("a slow answer is waited for, and the callback address names the attempt (#57)", function* (script) {
    script.creations = [after("20 seconds", accepted(1))]
    yield* Effect.forkChild((yield* Payins).create(pushPayin("order-1")))
    yield* TestClock.adjust("21 seconds")
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "pending")
    assert.strictEqual(script.seen[0]?.call.callbackUrl, "https://shop.example/callbacks/payin.shop.order-1.1")
    assert.strictEqual(script.seen[0]?.call.notAfter, 60_000)
  })
})
