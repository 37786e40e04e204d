/** Another amount than asked: it is kept with its flag, what a person decides books it, and less is never announced as completed. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { Payins, Payouts, type Resolution, Review } from "@cauri/core"
import { noAnswer } from "@cauri/core/adapter"
import { amountPaidOf, nextStep, openFlags } from "@cauri/core/model"
import {
  it,
  accepted,
  completed,
  flagsOf,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  recordOf,
  type Script,
  testPolicy,
} from "./scripted.ts"
import { sweep, why, words } from "./setups.ts"

const order = payinKey("order-1")

/** A payin of 500 francs of which the service says that so many were paid. */
const paid = (script: Script, amount: number) =>
  Effect.gen(function* () {
    yield* (yield* Payins).create(pushPayin("order-1"))
    script.confirms.set("token-1", completed(amount))
    yield* (yield* Review).recheck(order)
    return (yield* recordOf(order)).payment
  })

const decide = (more: Partial<Resolution> = {}) =>
  Effect.gen(function* () {
    const { payment } = yield* recordOf(order)
    return yield* (yield* Review).resolve(order, { ...words, to: "completed", asOf: payment.seq, ...more })
  })

const heard = (script: Script) =>
  script.received.map(({ _tag, detail }) => [_tag, "amountPaid" in detail ? detail.amountPaid : null])
const refund = (amount: number) =>
  Effect.flatMap(Payouts, (payouts) => payouts.create(payout(`back-${amount}`, { amount, refundOf: "order-1" })))

it("a payout paid its amount once it is completed", function* (script) {
  yield* (yield* Payouts).create(payout("salary-1"))
  const paidBy = Effect.map(recordOf(payoutKey("salary-1")), ({ payment }) => amountPaidOf(payment))
  assert.isNull(yield* paidBy)
  script.confirms.set("token-1", completed(700))
  yield* (yield* Review).recheck(payoutKey("salary-1"))
  assert.strictEqual(yield* paidBy, 700)
})

describe("a payin of which another amount was paid (P13, P19, #88)", () => {
  it("shows the amount with its flag, and asks the customer for nothing more, from then on", function* (script) {
    const pending = yield* paid(script, 499)
    assert.deepStrictEqual(
      openFlags(pending.flags).map(({ amountPaid, kind }) => [kind, amountPaid]),
      [["amount_mismatch", 499]],
    )
    assert.deepStrictEqual(nextStep(yield* recordOf(order), testPolicy), { _tag: "wait" })
    assert.isNull(amountPaidOf(pending))
    yield* sweep
    assert.deepStrictEqual(heard(script), [["flagged", 499]])
  })

  it("is underpaid when less was paid: announced so, never as completed, and refunded up to that", function* (script) {
    yield* paid(script, 499)
    const { payment } = yield* decide()
    assert.deepInclude({ ...payment.state }, { _tag: "underpaid", amountPaid: 499, attempt: null })
    yield* (yield* Review).recheck(order)
    yield* sweep
    assert.deepStrictEqual(heard(script), [
      ["flagged", 499],
      ["underpaid", 499],
    ])
    assert.strictEqual((yield* Effect.flip(refund(500)))._tag, "InvalidInput")
    assert.strictEqual((yield* refund(499)).payment.state._tag, "pending")
  })

  it("is completed only by a person who accepts it as full, with what was paid, and refunded up to that", function* (script) {
    yield* paid(script, 499)
    const { payment } = yield* decide({ acceptedAsFull: true })
    assert.deepInclude({ ...payment.state }, { _tag: "completed", amountPaid: 499 })
    yield* sweep
    assert.deepStrictEqual(heard(script).at(-1), ["completed", 499])
    assert.strictEqual((yield* Effect.flip(refund(500)))._tag, "InvalidInput")
  })

  it("books more than was asked, of which all may be refunded", function* (script) {
    yield* paid(script, 600)
    const { payment } = yield* decide()
    assert.deepInclude({ ...payment.state }, { _tag: "completed", amountPaid: 600 })
    assert.strictEqual((yield* refund(600)).payment.state._tag, "pending")
  })

  it("is decided about what the service named last, and about no other amount", function* (script) {
    yield* paid(script, 400)
    script.confirms.set("token-1", completed(499))
    yield* (yield* Review).recheck(order)
    assert.deepStrictEqual(yield* flagsOf(order), ["amount_mismatch 1"])
    for (const amountPaid of [400, 500, 0, 1.5]) {
      assert.include(yield* why(decide({ amountPaid })), "not what was paid", String(amountPaid))
    }
    const { payment } = yield* decide({ amountPaid: 499 })
    assert.strictEqual(amountPaidOf(payment), 499)
  })

  it("in doubt, of which only a statement names the amount, is decided with that amount", function* (script) {
    script.creations = [noAnswer("timed_out"), accepted(1)]
    yield* (yield* Payins).create(pushPayin("order-1"))
    const { payment } = yield* decide({ amountPaid: 450 })
    assert.deepInclude({ ...payment.state }, { _tag: "underpaid", amountPaid: 450 })
  })

  it("is drafted for a refund, when its order was paid twice, with no more than was paid", function* (script) {
    yield* (yield* Payins).create(pushPayin("first", { orderRef: "cart-7" }))
    script.confirms.set("token-1", completed(500))
    yield* (yield* Review).recheck(payinKey("first"))
    script.creations = [accepted(2)]
    yield* (yield* Payins).create(pushPayin("order-1", { orderRef: "cart-7" }))
    script.confirms.set("token-2", completed(499))
    yield* (yield* Review).recheck(order)
    yield* decide({ acceptedAsFull: true })
    const draft = yield* recordOf({ ...order, kind: "payout", id: payinKey("refund-order-1").id })
    assert.strictEqual(draft.payment.content.amount, 499)
  })
})
