/** Payments that a host prepares, stores in a transaction of its own, and sends afterwards. */
import { assert, describe } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { Review, PaymentNotFound, Payins, Payouts, PaymentStore, type Prepared, Worker } from "@cauri/core"
import { insertWithin, noAnswer, contentDifferences, toRecord } from "@cauri/core/adapter"
import {
  it,
  completed,
  directPayin,
  fieldsOf,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  recordOf,
  type Script,
  stateOf,
  tagsOf,
} from "./scripted.ts"
import { sweepAfter } from "./setups.ts"

/** The host stores a prepared payment; its order would stand in the same step. */
const storeWithin = (script: Script, prepared: Prepared) => Effect.sync(() => insertWithin(script.cell, prepared))

const dialled = Redacted.make("482913")

describe("a payment that was prepared", () => {
  it("is checked like one that is created, and nothing is stored or sent", function* (script, { payins, payouts }) {
    const before = script.cell.current
    yield* payins.prepare(pushPayin("order-1"))
    yield* payouts.prepare(payout("salary-1"))
    const wrong = yield* Effect.flip(payins.prepare(pushPayin("order-1", { amount: 8 })))
    assert.strictEqual(wrong._tag === "InvalidInput" ? wrong.field : wrong._tag, "amount")
    const refund = yield* Effect.flip(payouts.prepare(payout("back-1", { refundOf: "order-1" })))
    assert.strictEqual(refund._tag === "InvalidInput" ? refund.field : refund._tag, "refundOf")
    script.callbackBase = "ftp://shop.example"
    const address = yield* Effect.flip(payins.prepare(pushPayin("order-1")))
    assert.strictEqual(address._tag === "InvalidInput" ? address.field : address._tag, "callbackBase")
    assert.strictEqual(script.cell.current, before)
    assert.strictEqual(script.seen.length, 0)
  })

  it("is, once its rows are stored, the very payment that would have been created (P1, O1)", function* (script) {
    const payins = yield* Payins
    const payouts = yield* Payouts
    for (const prepared of [yield* payins.prepare(pushPayin("order-1")), yield* payouts.prepare(payout("salary-1"))]) {
      assert.strictEqual((yield* storeWithin(script, prepared))._tag, "Inserted")
    }
    const hosts = script.cell.current
    script.cell.current = { ...hosts, payments: new Map() }
    yield* payins.create(pushPayin("order-1"), { sendLater: true })
    yield* payouts.create(payout("salary-1"), { sendLater: true })
    assert.deepStrictEqual(script.cell.current, hosts)
  })

  it("is sent by the first caller, once, and every later call returns it as it is (P2, O2, #199)", function* (script) {
    const payins = yield* Payins
    const payouts = yield* Payouts
    yield* storeWithin(script, yield* payins.prepare(pushPayin("order-1")))
    yield* storeWithin(script, yield* payouts.prepare(payout("salary-1")))
    const { payment: payin, next } = yield* payins.send(payinKey("order-1"))
    assert.deepStrictEqual([payin.state._tag, next._tag], ["pending", "confirm_on_phone"])
    assert.strictEqual((yield* payouts.send(payoutKey("salary-1"))).payment.state._tag, "pending")
    assert.deepStrictEqual(
      script.seen.map(({ call }) => call.payment._tag),
      ["Payin", "Payout"],
    )
    script.confirms.set("token-1", completed(500))
    yield* (yield* Review).recheck(payinKey("order-1"))
    assert.strictEqual((yield* payins.send(payinKey("order-1"))).payment.state._tag, "completed")
    assert.strictEqual((yield* payouts.send(payoutKey("salary-1"))).payment.state._tag, "pending")
    assert.strictEqual(script.seen.length, 2)
  })

  it("is sent by the reconciler when the host that stored it never comes to it", function* (script) {
    yield* storeWithin(script, yield* (yield* Payouts).prepare(payout("salary-1")))
    yield* sweepAfter("5 seconds")
    assert.strictEqual(yield* stateOf(payoutKey("salary-1")), "pending")
  })

  it("is found again under its id, with the same content or with another one (#60)", function* (script, { payouts }) {
    const first = yield* payouts.prepare(payout("salary-1"))
    yield* storeWithin(script, first)
    yield* payouts.send(payoutKey("salary-1"))
    yield* TestClock.adjust("1 minute")
    const again = yield* payouts.prepare(payout("salary-1"))
    const other = yield* payouts.prepare(payout("salary-1", { amount: 701 }))
    const answer = yield* storeWithin(script, again)
    if (answer._tag === "Inserted") return assert.fail("it was stored twice")
    assert.strictEqual(toRecord(answer.found).payment.state._tag, "pending")
    assert.isEmpty(contentDifferences(again, answer.found))
    assert.isNotEmpty(contentDifferences(other, answer.found))
  })
})

describe("sending a stored payment", () => {
  it("asks for the code that the customer got by dialling, and for no other (#150)", function* (script, { payins }) {
    yield* storeWithin(script, yield* payins.prepare(directPayin("order-1", "ussd_otp")))
    const missing = yield* Effect.flip(payins.send(payinKey("order-1")))
    assert.strictEqual(missing._tag === "InvalidInput" ? missing.field : missing._tag, "otp")
    const blank = yield* Effect.flip(payins.send(payinKey("order-1"), { otp: Redacted.make(" ") }))
    assert.strictEqual(blank._tag === "InvalidInput" ? blank.field : blank._tag, "otp")
    assert.strictEqual(script.seen.length, 0)
    yield* payins.send(payinKey("order-1"), { otp: dialled })
    yield* storeWithin(script, yield* payins.prepare(pushPayin("order-2")))
    yield* payins.send(payinKey("order-2"), { otp: dialled })
    assert.deepStrictEqual(
      script.seen.map(({ call }) => call.otp),
      [dialled, null],
    )
    yield* payins.send(payinKey("order-1"))
    assert.strictEqual(script.seen.length, 2)
  })

  it("sends nothing of a payin whose customer has gone, nor of a payout that waited too long (P3, O16)", function* (script) {
    const payins = yield* Payins
    const payouts = yield* Payouts
    yield* payins.create(pushPayin("order-1"), { sendLater: true })
    yield* payouts.create(payout("salary-1"), { sendLater: true })
    yield* TestClock.adjust("2 minutes")
    assert.strictEqual((yield* payins.send(payinKey("order-1"))).payment.state._tag, "intended")
    yield* TestClock.adjust("1438 minutes")
    assert.strictEqual((yield* payouts.send(payoutKey("salary-1"))).payment.state._tag, "intended")
    assert.strictEqual(script.seen.length, 0)
  })

  it("sends nothing before a callback was read that speaks against a ruling (O9)", function* (script, { payouts }) {
    script.creations = [noAnswer("timed_out")]
    yield* payouts.create(payout("salary-1"))
    yield* TestClock.adjust("3 days")
    const { payment } = yield* recordOf(payoutKey("salary-1"))
    const decision = { by: "A colleague", reason: "it never arrived", evidence: "a statement", asOf: payment.seq }
    yield* (yield* Review).resolve(payoutKey("salary-1"), { to: "send_again", ...decision })
    yield* (yield* PaymentStore).noteCallback({
      key: payoutKey("salary-1"),
      attempt: 1,
      fingerprint: "one",
      receivedAt: 0,
      body: null,
    })
    assert.strictEqual((yield* payouts.send(payoutKey("salary-1"))).payment.state._tag, "intended")
    assert.strictEqual(script.seen.length, 1)
    yield* (yield* Worker).runOnce
    assert.strictEqual(yield* stateOf(payoutKey("salary-1")), "in_doubt")
  })

  it("sends once, however many ask for it at the same moment", function* (script, { payouts }) {
    yield* payouts.create(payout("salary-1"), { sendLater: true })
    const send = payouts.send(payoutKey("salary-1"))
    yield* Effect.all([send, send, send], { concurrency: "unbounded" })
    assert.strictEqual(script.seen.length, 1)
    assert.deepStrictEqual(yield* tagsOf(payoutKey("salary-1")), ["intended", "attempt_started", "accepted"])
  })

  it("knows only what is stored, and each kind its own", function* () {
    yield* (yield* Payins).create(pushPayin("same-id"), { sendLater: true })
    const key = payoutKey("same-id")
    assert.deepStrictEqual(
      fieldsOf(yield* Effect.flip((yield* Payouts).send(key))),
      fieldsOf(new PaymentNotFound({ key })),
    )
    assert.strictEqual((yield* Effect.flip((yield* Payouts).send(payinKey("same-id"))))._tag, "PaymentNotFound")
  })
})
