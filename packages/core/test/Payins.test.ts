/** What holds for every payin: the id is the idempotency key for ever, and what was not sent can be cancelled. */
import { assert, describe } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { type PaymentKey, Payins, Payouts } from "@cauri/core"
import { contentDifferences } from "@cauri/core/adapter"
import {
  it,
  fieldsOf,
  accepted,
  after,
  completed,
  directPayin,
  hostedPayin,
  overtake,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  recordOf,
  type Script,
  stateOf,
  tagsOf,
  reconcileFor,
} from "./scripted.ts"
import { sweepAfter } from "./setups.ts"

const key = payinKey("order-1")
const newShop = { name: "Boutique du Marché", siteUrl: "https://shop.example" }
const rowOf = ({ cell }: Script) => cell.current.payments.get("payin shop/order-1")?.row ?? assert.fail("not stored")

describe("the id of a payin", () => {
  it("the same id with the same content gives the stored payin back, and nothing is sent (#60, #199)", function* (script) {
    const payins = yield* Payins
    const first = yield* payins.create(hostedPayin("order-1"))
    const second = yield* payins.create(hostedPayin("order-1"))
    assert.deepStrictEqual({ ...second }, { ...first })
    script.confirms.set("token-1", completed(500))
    yield* sweepAfter("1 minute")
    yield* TestClock.adjust("400 days")
    assert.strictEqual((yield* payins.create(hostedPayin("order-1"))).payment.state._tag, "completed")
    assert.strictEqual(script.seen.length, 1)
  })

  it("the same id while its call is under way gives it back as it is, and nothing is sent", function* (script) {
    const payins = yield* Payins
    script.creations = [after("10 seconds", accepted(1))]
    yield* Effect.forkChild(payins.create(pushPayin("order-1")))
    yield* TestClock.adjust("1 second")
    const { payment: payin, next } = yield* payins.create(pushPayin("order-1"))
    assert.deepStrictEqual([payin.state._tag, next._tag], ["submitting", "wait"])
    yield* TestClock.adjust("10 seconds")
    assert.deepStrictEqual([yield* stateOf(key), script.seen.length], ["pending", 1])
  })

  it("the same id with another content is an error, and nothing is stored or sent", function* (script, { payins }) {
    yield* payins.create(pushPayin("order-1"))
    const others = [
      pushPayin("order-1", { amount: 501 }),
      pushPayin("order-1", { description: "Three loaves" }),
      directPayin("order-1", "guided_ussd"),
      pushPayin("order-1", { customData: { basket: "17" } }),
      pushPayin("order-1", { orderRef: "17" }),
    ]
    for (const other of others) {
      const conflict = yield* Effect.flip(payins.create(other))
      assert.strictEqual(conflict._tag, "ContentConflict")
    }
    assert.strictEqual(script.seen.length, 1)
    assert.strictEqual((yield* recordOf(key)).version, 3)
  })

  it("what a retry leaves out, also by null and the configured shop too, is no other content; what it gives is (#60, #199)", function* (script) {
    const first = pushPayin("order-1", { customer: { firstName: "Awa" }, orderRef: "17", items: [], shop: newShop })
    yield* (yield* Payins).create(first)
    for (const left of ["shop", "customer", "orderRef", "items"] as const) {
      const { [left]: _left, ...retry } = first
      const { payment } = yield* (yield* Payins).create(retry)
      assert.deepStrictEqual(payment.content.shop, newShop)
    }
    assert.isEmpty(contentDifferences(yield* (yield* Payins).prepare(pushPayin("order-1")), rowOf(script)))
    const nulls = { shop: null, customer: null, orderRef: null, items: null }
    yield* (yield* Payins).create(Object.assign(pushPayin("order-1"), nulls))
    assert.isEmpty(
      contentDifferences(yield* (yield* Payins).prepare(Object.assign(pushPayin("order-1"), nulls)), rowOf(script)),
    )
    for (const other of [{ customer: {} }, { orderRef: "18" }, { shop: { ...newShop, name: "Another" } }]) {
      assert.strictEqual((yield* Effect.flip((yield* Payins).create({ ...first, ...other })))._tag, "ContentConflict")
      assert.isNotEmpty(contentDifferences(yield* (yield* Payins).prepare({ ...first, ...other }), rowOf(script)))
    }
    assert.strictEqual(script.seen.length, 1)
  })

  it("a conflict names the fields that differ, the inner ones where it is an object, and no value #199", function* () {
    const payins = yield* Payins
    const shown = { customer: { firstName: "Awa" }, customData: { table: "4" } }
    yield* payins.create(pushPayin("order-1", shown))
    const other = {
      customer: { firstName: "Awa", email: "a@shop.example" },
      customData: { table: "5" },
      orderRef: "9",
    }
    const method = { type: "direct", mode: "ussd_push", phone: "22660000002" } as const
    const { message } = yield* Effect.flip(payins.create(pushPayin("order-1", { ...other, method })))
    for (const name of ["method.phone", "customer.email", "customData.table", "orderRef"]) assert.include(message, name)
    assert.notMatch(message, /22660000002|shop.example|firstName|mode|amount/)
  })

  it("an external_id is content too: without one, or with another, it is another payin #43", function* (script) {
    const payins = yield* Payins
    const urls = { returnUrl: "https://shop.example/thanks", cancelUrl: "https://shop.example/cart" }
    const named = (externalId: string) => hostedPayin("order-1", { method: { type: "hosted", ...urls, externalId } })
    yield* payins.create(named("F-17"))
    yield* payins.create(named("F-17"))
    for (const other of [named(""), named("F-18"), hostedPayin("order-1")]) {
      assert.strictEqual((yield* Effect.flip(payins.create(other)))._tag, "ContentConflict")
    }
    assert.strictEqual(script.seen.length, 1)
  })

  it("the order of customData's keys makes no other content, and neither does a default that is written out", function* (script) {
    const payins = yield* Payins
    yield* payins.create(pushPayin("order-1", { customData: { basket: "17", table: "4" } }))
    yield* payins.create(pushPayin("order-1", { customData: { table: "4", basket: "17" }, items: [], orderRef: null }))
    assert.strictEqual(script.seen.length, 1)
  })

  it("two hundred creations of one id at once make one call (S1)", function* (script, { payins }) {
    script.beforeStore = () => Effect.yieldNow
    const views = yield* Effect.forEach(Array.from({ length: 200 }), () => payins.create(pushPayin("order-1")), {
      concurrency: "unbounded",
    })
    assert.strictEqual(views.length, 200)
    assert.strictEqual(script.seen.length, 1)
    assert.deepStrictEqual(yield* tagsOf(key), ["intended", "attempt_started", "accepted"])
  })

  it("is the kind's and the project's own: a payout of the same id is another payment", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    yield* (yield* Payouts).create(payout("order-1"))
    assert.strictEqual(script.seen.length, 2)
  })
})

describe("what is handed in", () => {
  it("may leave fields out as undefined, also when it is repeated; its key, and whether it is new, are known once it is stored", function* () {
    const payins = yield* Payins
    const keys: Array<readonly [PaymentKey, boolean]> = []
    const onStored = (...stored: readonly [PaymentKey, boolean]) => Effect.sync(() => void keys.push(stored))
    const create = payins.create(Object.assign(pushPayin("order-1"), { orderRef: undefined }), { onStored })
    assert.strictEqual((yield* create).payment.seq, (yield* create).payment.seq)
    assert.deepStrictEqual(keys, [
      [payinKey("order-1"), true],
      [payinKey("order-1"), false],
    ])
  })

  it("input that is not as it must be, or a callback base that is no web address, stores and sends nothing (#57)", function* (script) {
    const payins = yield* Payins
    const low = yield* Effect.flip(payins.create(pushPayin("order-1", { amount: 8 })))
    assert.deepInclude(fieldsOf(low), { _tag: "InvalidInput", field: "amount" })
    script.callbackBase = "shop.example"
    const base = yield* Effect.flip(payins.create(pushPayin("order-1")))
    const expected = "an absolute http or https address"
    assert.deepInclude(fieldsOf(base), { _tag: "InvalidInput", field: "callbackBase", expected })
    assert.strictEqual(script.cell.current.payments.size, 0)
    assert.strictEqual(script.seen.length, 0)
  })

  it("a callback base without https does for payins (#57)", function* (script) {
    script.callbackBase = "http://shop.example"
    assert.strictEqual((yield* (yield* Payins).create(pushPayin("order-1"))).payment.state._tag, "pending")
  })

  it("a code that comes with a mode that wants none is not sent along (#150)", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"), { otp: Redacted.make("123456") })
    assert.strictEqual(script.seen[0]?.call.otp, null)
  })
})

describe("what was not sent", () => {
  it("is sent by the reconciler when its caller only stored it (P2)", function* (script) {
    const { payment: payin, next } = yield* (yield* Payins).create(pushPayin("order-1"), { sendLater: true })
    assert.deepStrictEqual([payin.state._tag, next._tag], ["intended", "wait"])
    yield* reconcileFor("4900 millis")
    assert.strictEqual(script.seen.length, 0)
    yield* TestClock.adjust("100 millis")
    assert.strictEqual(yield* stateOf(key), "pending")
  })

  it("can be cancelled, and the host hears of it (P3)", function* (script, { payins }) {
    yield* payins.create(pushPayin("order-1"), { sendLater: true })
    const { payment: payin, next } = yield* payins.cancel(key, "A colleague")
    assert.deepStrictEqual([payin.state._tag, next._tag], ["cancelled", "nothing"])
    yield* reconcileFor("3 minutes")
    assert.strictEqual(script.seen.length, 0)
    assert.deepStrictEqual(
      script.received.map(({ _tag, detail }) => [_tag, detail]),
      [["cancelled", { because: "asked" }]],
    )
  })

  it.under({ store: { maxSaveTries: 5 } })(
    "is not cancelled, after as many tries as the policy allows, when others keep changing it",
    function* (script, { payins }) {
      yield* payins.create(pushPayin("order-1"), { sendLater: true })
      const counted = overtake(script)
      assert.strictEqual((yield* Effect.flip(payins.cancel(key, "A colleague")))._tag, "StoreError")
      assert.strictEqual(counted.saves, 5)
    },
  )

  it("is read again when it changed in the moment of its cancelling", function* (script, { payins }) {
    yield* payins.create(pushPayin("order-1"), { sendLater: true })
    let first = true
    script.beforeStore = (step) =>
      Effect.gen(function* () {
        if (step !== "save" || !first) return
        first = false
        yield* payins.cancel(key, "Another colleague")
      }).pipe(Effect.orDie)
    const late = yield* Effect.flip(payins.cancel(key, "A colleague"))
    assert.deepInclude(fieldsOf(late), {
      _tag: "DecisionRefused",
      because: "wrong_state",
    })
    assert.deepStrictEqual(yield* tagsOf(key), ["intended", "cancelled"])
  })

  it("what was sent cannot be cancelled any more", function* (_, { payins }) {
    yield* payins.create(pushPayin("order-1"))
    const refused = yield* Effect.flip(payins.cancel(key, "A colleague"))
    assert.deepInclude(fieldsOf(refused), {
      _tag: "DecisionRefused",
      because: "wrong_state",
    })
    assert.strictEqual(yield* stateOf(key), "pending")
  })
})

it("a store that gives a payout where a payin was asked for is a defect, not an answer", function* (script) {
  yield* (yield* Payouts).create(payout("order-1"), { sendLater: true })
  const payment = script.cell.current.payments.get("payout shop/order-1")
  assert.isDefined(payment)
  script.cell.current = { ...script.cell.current, payments: new Map([["payin shop/order-1", payment]]) }
  const exit = yield* Effect.exit((yield* Payins).get(key))
  assert.include(String(exit), "The store gave the payout shop/order-1 where a payin was asked for.")
})

it("a key of a payment that is not there, or of the other kind, is not found among the payins, and nothing happens to it", function* (script) {
  const payins = yield* Payins
  yield* (yield* Payouts).create(payout("order-1"), { sendLater: true })
  for (const wrong of [key, payoutKey("order-1")]) {
    const calls: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }>> = [
      payins.get(wrong),
      payins.cancel(wrong, "A colleague"),
      payins.tryAgain(wrong),
      payins.sendOtpAgain(wrong),
      payins.submitOtp(wrong, Redacted.make("123456")),
    ]
    for (const call of calls) assert.strictEqual((yield* Effect.flip(call))._tag, "PaymentNotFound")
  }
  assert.deepStrictEqual([yield* stateOf(payoutKey("order-1")), script.seen.length], ["intended", 0])
})
