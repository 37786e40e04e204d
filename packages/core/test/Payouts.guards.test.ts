/** What the claim of a payout looks at in the same step: twins, and the payin that a refund gives back. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { type PayinInput, Review, Payins, PaymentStore, Payouts } from "@cauri/core"
import { noAnswer } from "@cauri/core/adapter"
import { CallFailure } from "@cauri/core/model"
import {
  it,
  completed,
  fieldsOf,
  forget,
  hostedPayin,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  recordOf,
  refused,
  type Script,
  stateOf,
  testPolicy,
} from "./scripted.ts"
import { whyNot, sweepAfter } from "./setups.ts"
import { spoil } from "./spoil.ts"
import type { Stimulus } from "../src/model/stimulus.ts"
import { writerOn } from "../src/services/Writer.ts"

const refund = (id: string, amount = 500) => payout(id, { amount, refundOf: "order-1", phone: "22670000001" })

/** Stores the row of a payment so many times more, under other names and before all others; their bodies cannot be read. */
const repeat = ({ cell }: Script, id: string, times: number): void => {
  const payments = [...cell.current.payments.values()]
  const copies = payments
    .filter(({ row }) => row.id === id)
    .flatMap((payment) =>
      Array.from({ length: times }, (_, index) => ({
        ...payment,
        row: { ...payment.row, id: `${id}-${index}`, createdAt: 0, body: "{" },
      })),
    )
  const all = [...copies, ...payments].map((each) => {
    const { kind, project, id } = each.row
    return [`${kind} ${project}/${id}`, each] as const
  })
  cell.current = { ...cell.current, payments: new Map(all) }
}

/** A payin of 500 francs that a confirm has completed. */
const paidOrder = (script: Script) =>
  Effect.gen(function* () {
    yield* (yield* Payins).create(pushPayin("order-1"))
    script.confirms.set("token-1", completed(500))
    yield* (yield* Review).recheck(payinKey("order-1"))
  })

const release = (id: string) =>
  Effect.gen(function* () {
    const { payment } = yield* recordOf(payoutKey(id))
    yield* (yield* Review).release(payoutKey(id), { by: "A colleague", reason: "it is meant twice", asOf: payment.seq })
    yield* sweepAfter("6 seconds")
  })

const heldBecause = (id: string) => Effect.map(recordOf(payoutKey(id)), ({ payment }) => ({ ...payment.state }))
const twin = { _tag: "held", because: "twin" } as const

describe("a payout that is not sent", () => {
  it.under({ calls: { creationRate: { perSecond: 0.05, burst: 3 } } })(
    "says why at once, and when it may be sent: behind a hold, a twin or the shared rate (O2)",
    function* (script, { payouts }) {
      yield* (yield* Review).pause("payouts", "A colleague", "counting")
      const paused = yield* payouts.create(payout("salary-1"))
      assert.deepStrictEqual(whyNot(paused.notNow), ["paused", null])
      assert.strictEqual(paused.payment.state._tag, "intended")
      yield* (yield* Review).resume("payouts")
      assert.isNull((yield* payouts.create(payout("salary-2"))).notNow)
      assert.deepStrictEqual(whyNot((yield* payouts.create(payout("salary-3"))).notNow), ["held", null])
      const throttled = yield* payouts.send(payoutKey("salary-1"))
      assert.deepStrictEqual(whyNot(throttled.notNow), ["throttled", 10_000])
      assert.strictEqual(script.seen.length, 1)
    },
  )
})

describe("twins (O2)", () => {
  it("another payout of this amount to this number that is open holds it, at any age", function* (script, { payouts }) {
    script.creations = [noAnswer("timed_out")]
    yield* payouts.create(payout("salary-1"))
    yield* TestClock.adjust("60 days")
    assert.deepStrictEqual({ ...(yield* payouts.create(payout("salary-2"))).payment.state }, twin)
    assert.strictEqual(script.seen.length, 1)
  })

  it("one that completed inside the window holds it; one that completed before it does not", function* (script) {
    const payouts = yield* Payouts
    yield* payouts.create(payout("salary-1"))
    script.confirms.set("token-1", completed(700))
    yield* (yield* Review).recheck(payoutKey("salary-1"))
    yield* TestClock.adjust("10 minutes")
    assert.deepStrictEqual({ ...(yield* payouts.create(payout("salary-2"))).payment.state }, twin)
    yield* TestClock.adjust("1 second")
    assert.strictEqual((yield* payouts.create(payout("salary-3"))).payment.state._tag, "pending")
  })

  it("one that a person released is not held again, although the other is still open (O3)", function* (script) {
    const payouts = yield* Payouts
    yield* payouts.create(payout("salary-1"))
    yield* payouts.create(payout("salary-2"))
    yield* release("salary-2")
    assert.deepStrictEqual([yield* stateOf(payoutKey("salary-2")), script.seen.length], ["pending", 2])
  })

  it("of two twins at once one goes out, and the other waits for a person", function* (script, { payouts }) {
    script.beforeStore = () => Effect.yieldNow
    const both = yield* Effect.all([payouts.create(payout("salary-1")), payouts.create(payout("salary-2"))], {
      concurrency: 2,
    })
    assert.deepStrictEqual(both.map(({ payment: payout }) => payout.state._tag).toSorted(), ["held", "pending"])
    assert.strictEqual(script.seen.length, 1)
  })

  it("one that changes in the moment of its holding is left as it is", function* (script, { payouts }) {
    yield* payouts.create(payout("salary-1"))
    script.beforeStore = (step) =>
      Effect.gen(function* () {
        if (step !== "save") return
        script.beforeStore = () => Effect.void
        yield* payouts.cancel(payoutKey("salary-2"), "A colleague")
      }).pipe(Effect.orDie)
    yield* payouts.create(payout("salary-2"))
    assert.deepStrictEqual([yield* stateOf(payoutKey("salary-2")), script.seen.length], ["cancelled", 1])
  })
})

describe("a claim that finds a twin", () => {
  for (const [what, because, state] of [
    ["cancelled", "changed_meanwhile", "cancelled"],
    ["held by another worker", "held", "held"],
  ] as const) {
    it(`says what is stored when the payout was ${what} before it could be held (O2)`, function* (script, { payouts }) {
      const key = payoutKey("salary-2")
      yield* payouts.create(payout("salary-1"))
      const writer = writerOn(yield* PaymentStore, testPolicy)
      const other: Stimulus =
        state === "held" ? { _tag: "Stopped", because: "twin" } : { _tag: "Cancelled", by: "shop", asOf: null }
      const faster = yield* Effect.cached(Effect.orDie(writer.readAndApply(key, other)))
      script.afterStore = (step) => (step === "claim" ? Effect.asVoid(faster) : Effect.void)
      const { notNow, payment } = yield* payouts.create(payout("salary-2"))
      assert.deepStrictEqual([notNow?.because, payment.state._tag], [because, state])
      assert.strictEqual(yield* stateOf(key), state)
      assert.lengthOf(script.seen, 1)
    })
  }
})

describe("refunds", () => {
  it("a refund is a payout that names its payin, which must be completed", function* (script, { payouts }) {
    const unknown = yield* Effect.flip(payouts.create(refund("refund-1")))
    const expected = "the id of a completed payin of this project"
    assert.deepInclude(fieldsOf(unknown), { _tag: "InvalidInput", field: "refundOf", expected })
    yield* (yield* Payins).create(pushPayin("order-1"))
    assert.strictEqual((yield* Effect.flip(payouts.create(refund("refund-1"))))._tag, "InvalidInput")
    script.confirms.set("token-1", completed(500))
    yield* (yield* Review).recheck(payinKey("order-1"))
    const sent = yield* payouts.create(refund("refund-1"))
    assert.strictEqual(sent.payment.state._tag, "pending")
    assert.strictEqual(sent.payment.content.refundOf, "order-1")
  })

  it("a refund by the payin's name goes to the number that paid, in whole, once", function* (script, { payouts }) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    script.confirms.set("token-1", completed(500, { transactionId: "order-1", payer: "22670000055" }))
    yield* (yield* Review).recheck(payinKey("order-1"))
    const { payment } = yield* payouts.refund(payinKey("order-1"))
    const { amount, phone: beneficiary, description, id, refundOf } = payment.content
    assert.deepStrictEqual(
      [String(id), Number(amount), String(beneficiary), description, String(refundOf)],
      ["refund-order-1", 500, "22670000055", "Two loaves", "order-1"],
    )
    assert.deepStrictEqual((yield* payouts.refund(payinKey("order-1"))).payment, payment)
    assert.strictEqual((yield* Effect.flip(payouts.refund(payinKey("order-1"), { amount: 1 })))._tag, "ContentConflict")
  })

  it("a refund names the payin that is not there, not paid, or does not tell who paid", function* (script) {
    const payouts = yield* Payouts
    for (const key of [payinKey("order-1"), payoutKey("order-1")]) {
      assert.deepInclude(fieldsOf(yield* Effect.flip(payouts.refund(key))), { _tag: "PaymentNotFound", key })
    }
    yield* (yield* Payins).create(hostedPayin("order-1"))
    assert.deepInclude(fieldsOf(yield* Effect.flip(payouts.refund(payinKey("order-1")))), { field: "phone" })
    const given = payouts.refund(payinKey("order-1"), { phone: "22670000055" })
    assert.deepInclude(fieldsOf(yield* Effect.flip(given)), { field: "refundOf" })
    assert.lengthOf(script.seen, 1)
  })

  it("a refund of what was paid on a page goes to no number that was only asked to pay, where the service does not say who did", function* (script) {
    const direct = { type: "direct", phone: "22670000001" } as const
    const onPages: ReadonlyArray<PayinInput["method"]> = [
      {
        type: "hosted",
        returnUrl: "https://shop.example/1",
        cancelUrl: "https://shop.example/2",
        phone: "22670000001",
      },
      { ...direct, mode: "operator_redirect" },
      { ...direct, mode: "service_redirect" },
    ]
    for (const [place, method] of onPages.entries()) {
      const id = `order-${place}`
      yield* (yield* Payins).create(pushPayin(id, { method }))
      script.confirms.set(`token-${script.seen.length}`, completed(500, { payer: null }))
      yield* (yield* Review).recheck(payinKey(id))
      const refused = yield* Effect.flip((yield* Payouts).refund(payinKey(id), {}, { sendLater: true }))
      assert.deepInclude(fieldsOf(refused), { field: "phone" }, JSON.stringify(method))
    }
  })

  it("a refund of a payin with a long id has an id that fits", function* (script) {
    const id = "x".repeat(64)
    yield* (yield* Payins).create(pushPayin(id))
    script.confirms.set("token-1", completed(500))
    yield* (yield* Review).recheck(payinKey(id))
    const { payment } = yield* (yield* Payouts).refund(payinKey(id), { description: "Burnt" }, { sendLater: true })
    assert.deepStrictEqual([payment.state._tag, payment.content.description], ["intended", "Burnt"])
  })

  it("the refunds of a payin never exceed it: what is left is said, and refunds that gave nothing do not count", function* (script) {
    const payouts = yield* Payouts
    yield* paidOrder(script)
    script.creations = [refused(CallFailure.cases.beneficiary_without_wallet.make({ code: "Code02" }))]
    yield* payouts.create(refund("refund-1", 400))
    yield* payouts.create(refund("refund-2", 300))
    const much = yield* Effect.flip(payouts.create(refund("refund-3", 201)))
    assert.deepInclude(fieldsOf(much), {
      field: "amount",
      expected: "at most 200 XOF, which is left to give back",
    })
    assert.strictEqual((yield* payouts.create(refund("refund-4", 200))).payment.state._tag, "pending")
    assert.strictEqual((yield* payouts.create(refund("refund-2", 300))).payment.state._tag, "pending")
    assert.strictEqual(script.seen.length, 4)
  })

  it("a refund that cannot be read counts as what its row says, unless it gave nothing", function* (script) {
    const payouts = yield* Payouts
    yield* paidOrder(script)
    yield* payouts.create(refund("refund-1", 400))
    yield* payouts.create(refund("refund-2", 50), { sendLater: true })
    yield* payouts.cancel(payoutKey("refund-2"), "A colleague")
    spoil(script, "refund-1", "refund-2")
    const much = yield* Effect.flip(payouts.create(refund("refund-3", 101)))
    assert.deepInclude(fieldsOf(much), { field: "amount", expected: "at most 100 XOF, which is left to give back" })
    assert.strictEqual((yield* payouts.create(refund("refund-4", 100))).payment.state._tag, "pending")
  })

  it("a refund that waits for a person counts: it may still be released", function* (script, { payouts }) {
    yield* paidOrder(script)
    yield* payouts.create(refund("refund-1", 150))
    assert.strictEqual((yield* payouts.create(refund("refund-2", 150))).payment.state._tag, "held")
    const much = yield* Effect.flip(payouts.create(refund("refund-3", 201)))
    assert.deepInclude(fieldsOf(much), { field: "amount", expected: "at most 200 XOF, which is left to give back" })
  })

  it("every refund of a payin counts, however many there are", function* (script, { payouts }) {
    yield* paidOrder(script)
    yield* payouts.create(refund("refund-1", 100), { sendLater: true })
    yield* payouts.create(refund("refund-2", 400), { sendLater: true })
    yield* payouts.cancel(payoutKey("refund-1"), "A colleague")
    repeat(script, "refund-1", 1_000)
    const much = yield* Effect.flip(payouts.create(refund("refund-3", 101)))
    assert.deepInclude(fieldsOf(much), { field: "amount", expected: "at most 100 XOF, which is left to give back" })
  })

  it("of two refunds at once that exceed the payin together one goes out; the claim looks again", function* (script) {
    const payouts = yield* Payouts
    yield* paidOrder(script)
    script.beforeStore = () => Effect.yieldNow
    const both = yield* Effect.all([payouts.create(refund("refund-1", 400)), payouts.create(refund("refund-2", 300))], {
      concurrency: 2,
    })
    assert.deepStrictEqual(both.map(({ payment: payout }) => payout.state._tag).toSorted(), ["held", "pending"])
    assert.strictEqual(script.seen.length, 2)
    const [held] = both.map((sent) => sent.payment).filter(({ state }) => state._tag === "held")
    assert.deepStrictEqual({ ...held?.state }, { _tag: "held", because: "refund_too_high" })
    // The id gives back what is stored, also when it could not be stored now.
    script.beforeStore = () => Effect.void
    const again = [yield* payouts.create(refund("refund-1", 400)), yield* payouts.create(refund("refund-2", 300))]
    assert.deepStrictEqual(again.map(({ payment: payout }) => payout.state._tag).toSorted(), ["held", "pending"])
  })

  it("the same refund asked for twice in one moment is one refund, and is not counted against itself", function* (script) {
    yield* paidOrder(script)
    const payouts = yield* Payouts
    let first = true
    script.beforeStore = (step) =>
      Effect.gen(function* () {
        if (step !== "list" || !first) return
        first = false
        yield* payouts.create(refund("refund-1"))
      }).pipe(Effect.orDie)
    assert.strictEqual((yield* payouts.create(refund("refund-1"))).payment.state._tag, "pending")
    assert.isFalse(first, "the other one was there before the sum was made")
    assert.deepStrictEqual(
      script.seen.map(({ call }) => call.payment._tag),
      ["Payin", "Payout"],
    )
  })

  it("a release does not let a refund exceed its payin", function* (script, { payouts }) {
    yield* paidOrder(script)
    yield* payouts.create(refund("refund-1", 250))
    yield* payouts.create(refund("refund-2", 250))
    assert.deepStrictEqual(yield* heldBecause("refund-2"), twin)
    yield* release("refund-2")
    assert.strictEqual(yield* stateOf(payoutKey("refund-2")), "pending")
    script.creations = [noAnswer("timed_out")]
    assert.strictEqual((yield* Effect.flip(payouts.create(refund("refund-3", 1))))._tag, "InvalidInput")
  })

  it("a refund whose payin is not in the store any more gives nothing", function* (script, { payouts }) {
    yield* paidOrder(script)
    yield* payouts.create(refund("refund-1"), { sendLater: true })
    forget(script, "payin shop/order-1")
    yield* sweepAfter("6 seconds")
    assert.deepStrictEqual(yield* heldBecause("refund-1"), { _tag: "held", because: "refund_too_high" })
    assert.strictEqual(script.seen.length, 1)
  })
})
