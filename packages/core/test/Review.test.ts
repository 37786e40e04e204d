/** People's decisions: on what they saw, with a name, a reason and evidence, and only where the tables leave room for one. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Review, Payins, Payouts } from "@cauri/core"
import { blankConfirmRecord } from "@cauri/core/adapter"
import { type FlagKind } from "@cauri/core/model"
import {
  it,
  changeRows,
  completed,
  fieldsOf,
  flagsOf,
  outrun,
  overtake,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  recordOf,
  stateOf,
  reconcileFor,
} from "./scripted.ts"
import { inDoubt, ring, rule, sweep, why, words } from "./setups.ts"

const key = payoutKey("salary-1")

const seqOf = (id: string) => Effect.map(recordOf(payoutKey(id)), ({ payment }) => payment.seq)

describe("every decision", () => {
  it("names a person and a reason, and a ruling brings evidence", function* (script) {
    yield* inDoubt(script)
    assert.include(yield* why(rule(key, "completed", { by: " " })), "needs a name and a reason")
    assert.include(yield* why(rule(key, "completed", { reason: "" })), "needs a name and a reason")
    assert.include(yield* why(rule(key, "completed", { evidence: " " })), "needs evidence")
    assert.strictEqual(yield* stateOf(key), "in_doubt")
  })

  it("is refused when something has happened since the person looked", function* (script) {
    yield* inDoubt(script)
    const { payment } = yield* recordOf(key)
    yield* ring(key)
    yield* sweep
    const stale = (yield* Review).resolve(key, { ...words, to: "completed", asOf: payment.seq })
    assert.include(yield* why(stale), "it has changed since you looked; look again.")
    assert.strictEqual(yield* stateOf(key), "in_doubt")
  })

  it("survives a save in between that brought no event", function* (script) {
    yield* inDoubt(script)
    let first = true
    script.beforeStore = (step) =>
      Effect.sync(() => {
        if (step !== "save" || !first) return
        first = false
        changeRows(script, outrun)
      })
    yield* rule(key, "completed")
    assert.strictEqual(first, false)
    assert.strictEqual(yield* stateOf(key), "completed")
  })

  it.under({ store: { maxSaveTries: 5 } })(
    "is given up after as many tries as the policy allows when others keep changing the payment",
    function* (script) {
      yield* inDoubt(script)
      const counted = overtake(script)
      assert.strictEqual((yield* Effect.flip(rule(key, "completed")))._tag, "StoreError")
      assert.strictEqual(counted.saves, 5)
      assert.strictEqual(yield* stateOf(key), "in_doubt")
    },
  )

  it("about a payment that is not there finds nothing", function* () {
    const decision = (yield* Review).release(key, { ...words, asOf: 1 })
    assert.strictEqual((yield* Effect.flip(decision))._tag, "PaymentNotFound")
  })

  it("is written down with what it rests on (S4)", function* (script) {
    yield* inDoubt(script)
    const { payment } = yield* rule(key, "completed")
    assert.strictEqual(payment.decidedAt, 0)
    assert.deepStrictEqual({ ...payment.state }, { _tag: "completed", at: 0, attempt: null })
    const lines = script.cell.current.payments.get("payout shop/salary-1")?.events?.at(-1)?.body ?? ""
    for (const part of ["A colleague", "the service told us", "ticket 12", '"asOf":4']) assert.include(lines, part)
  })
})

it("where a ruling is allowed (P19, O10): money that a confirm sees after a ruling without it is taken as its own, and no second collection (P21)", function* (script) {
  const order = payinKey("order-1")
  yield* (yield* Payins).create(pushPayin("order-1"))
  script.confirms.set("token-1", { ...blankConfirmRecord, unknownStatus: "reversed" })
  yield* (yield* Review).recheck(order)
  yield* rule(order, "completed")
  script.confirms.set("token-1", completed(500))
  yield* (yield* Review).recheck(order)
  assert.deepInclude({ ...(yield* recordOf(order)).payment.state }, { _tag: "completed", attempt: 1 })
  assert.deepStrictEqual(yield* flagsOf(order), ["unknown_status reversed"])
})

describe("flags, releases and holds", () => {
  it("a flag is closed by a person, with a reason, and changes no state", function* (script, { review }) {
    const order = payinKey("order-1")
    yield* (yield* Payins).create(pushPayin("order-1"))
    script.confirms.set("token-1", completed(499))
    yield* review.recheck(order)
    const { payment } = yield* recordOf(order)
    const flag: { kind: FlagKind; subject: string } = { kind: "amount_mismatch", subject: "1" }
    const decision = { ...words, asOf: payment.seq }
    const closed = yield* review.closeFlag(order, flag, decision)
    assert.strictEqual(closed.payment.state._tag, "pending")
    assert.deepStrictEqual(yield* flagsOf(order), [])
    const again = review.closeFlag(order, flag, { ...words, asOf: payment.seq + 1 })
    assert.include(yield* why(again), "it has no such open flag; look again.")
  })

  it("only what is held can be released (O3)", function* (_, { review }) {
    yield* (yield* Payouts).create(payout("salary-1"))
    yield* (yield* Payouts).create(payout("salary-2"))
    const { payment } = yield* recordOf(key)
    const pending = review.release(key, { ...words, asOf: payment.seq })
    assert.strictEqual((yield* Effect.flip(pending))._tag, "DecisionRefused")
    const twin = (yield* recordOf(payoutKey("salary-2"))).payment
    assert.strictEqual(twin.state._tag, "held")
    const nameless = review.release(payoutKey("salary-2"), { by: "", reason: "", asOf: twin.seq })
    assert.include(yield* why(nameless), "needs a name and a reason")
    const released = yield* review.release(payoutKey("salary-2"), { ...words, asOf: twin.seq })
    assert.strictEqual(released.payment.state._tag, "intended")
  })

  it("what a statement contradicts is flagged once, and the worker wakes for it (P22, O17)", function* (_, { review }) {
    yield* (yield* Payins).create(pushPayin("order-1"), { sendLater: true })
    yield* (yield* Payouts).create(payout("salary-1"), { sendLater: true })
    for (const each of [payinKey("order-1"), key]) {
      for (const _ of [1, 2]) yield* review.contradict(each, "line 3")
      assert.deepStrictEqual(yield* flagsOf(each), ["terminal_contradiction line 3"])
      assert.strictEqual(yield* stateOf(each), "intended")
    }
  })

  it("a payin is never held, so there is nothing to release", function* () {
    yield* (yield* Payins).create(pushPayin("order-1"))
    const release = (yield* Review).release(payinKey("order-1"), { ...words, asOf: 3 })
    assert.strictEqual((yield* Effect.flip(release))._tag, "DecisionRefused")
  })

  it("what is held can be cancelled instead (O15)", function* (_, { payouts }) {
    yield* payouts.create(payout("salary-1"))
    yield* payouts.create(payout("salary-2"))
    assert.strictEqual((yield* payouts.cancel(payoutKey("salary-2"), "A colleague")).payment.state._tag, "cancelled")
  })

  it("a hold is set once for its scope, and lifted once", function* (script, { review }) {
    yield* review.pause("payouts", "A colleague", "counting")
    const standing = yield* review.pause("payouts", "Another colleague", "too")
    assert.deepStrictEqual([standing.by, standing.reason], ["A colleague", "counting"])
    assert.deepStrictEqual(
      [...script.cell.current.pauses.values()].flat().map(({ by, credentials }) => [by, credentials]),
      [["A colleague", null]],
    )
    assert.strictEqual(yield* review.resume("payouts"), true)
    assert.strictEqual(yield* review.resume("payouts"), false)
  })

  it("wakes the sleeping worker: what was decided is delivered and done at once", function* (script, { review }) {
    yield* inDoubt(script)
    yield* (yield* Payouts).create(payout("salary-1b"))
    yield* reconcileFor("1 hour")
    const heardOf = (id: string) => script.received.filter(({ key }) => key.id === id).map(({ _tag }) => _tag)
    const words = { by: "A colleague", reason: "it is known" }
    const resolution = { to: "completed", evidence: "a receipt", asOf: yield* seqOf("salary-1"), ...words } as const
    yield* review.resolve(payoutKey("salary-1"), resolution)
    yield* TestClock.adjust("1 millis")
    assert.deepStrictEqual(heardOf("salary-1"), ["in_doubt", "completed"])
    // A twin is held; released, it goes at once although the worker has just gone to sleep.
    yield* review.release(payoutKey("salary-1b"), { ...words, asOf: yield* seqOf("salary-1b") })
    yield* (yield* Payouts).cancel(payoutKey("salary-1b"), "A colleague")
    yield* TestClock.adjust("1 millis")
    assert.deepStrictEqual(heardOf("salary-1b"), ["held", "cancelled"])
  })

  it("a hold needs a scope that stops something, a name and a reason, and says what is wrong", function* (script) {
    const review = yield* Review
    const text =
      "in 1 to 2,000 characters, with a letter or a digit and without control characters other than line breaks (\\n)"
    for (const [scope, by, reason, wrong] of [
      ["payout", "A colleague", "counting", { field: "scope" }],
      ["payouts", " ", "counting", { field: "by", expected: `a name, ${text}` }],
      ["payouts", "cauri", "counting", { field: "by", expected: "the name of a person" }],
      ["payouts", "A colleague", "", { field: "reason", expected: `a text, ${text}` }],
    ] as const) {
      // @ts-expect-error a program without types may misspell a scope
      assert.deepInclude(fieldsOf(yield* Effect.flip(review.pause(scope, by, reason))), wrong)
    }
    assert.strictEqual(script.cell.current.pauses.size, 0)
  })
})
