/** After a restoration, payouts can be made to wait for a statement over what the store forgot. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Payouts, Review } from "@cauri/core"
import { Documents, type NewDocument } from "@cauri/core/adapter"
import { CallFailure } from "@cauri/core/model"
import {
  completed,
  it,
  layerScripted,
  layerWithoutDocuments,
  newScript,
  payout,
  payoutKey,
  recordOf,
  refused,
  stateOf,
} from "./scripted.ts"
import { spoil } from "./spoil.ts"

const withoutStatement = { approvals: { statementAfterRestore: false } }
const minute = 60_000
const key = payoutKey("salary")

const imported = Effect.fnUntraced(function* (
  digest: string,
  from: number,
  before: number,
  { covers = [""], ...more }: Partial<NewDocument> & { readonly covers?: ReadonlyArray<string> } = {},
) {
  const head = JSON.stringify({ covers })
  const { project } = key
  return yield* (yield* Documents).keep({ kind: "statement", digest, at: 1, head, project, from, before, ...more })
})

/** Created in the first minute, restored in the third. */
const restored = Effect.gen(function* () {
  yield* TestClock.setTime(minute)
  yield* (yield* Payouts).create(payout("salary"), { sendLater: true })
  yield* TestClock.setTime(3 * minute)
  yield* (yield* Review).restored("A colleague", "the disk was lost")
  yield* TestClock.setTime(5 * minute + 3 * 86_400_000)
})

const again = Effect.gen(function* () {
  const { payment } = yield* recordOf(key)
  const decision = { by: "A colleague", reason: "looked", evidence: "the statement", asOf: payment.seq }
  return yield* (yield* Review).resolve(key, { to: "send_again", ...decision })
})
const resume = Effect.flatMap(Review, (review) => review.resume("payouts"))
/** A line of a statement of the minutes that were forgotten. */
const line = (digest: string, reference: string, amount = 500, moved = "yes") => {
  const { phone } = payout("anyone")
  return {
    number: 1,
    at: 2 * minute,
    span: 0,
    amount: -amount,
    kind: "payout",
    reference,
    phone,
    operator: "",
    moved,
    digest,
  }
}
const gap = { from: minute, before: 3 * minute + 1 }

describe("a restored store", () => {
  it("releases and resumes nothing before one covers what was forgotten, and says which time", function* () {
    yield* restored
    const review = yield* Review
    const despite = review.resume("payouts", { ignoreUnreadable: true })
    const refusals = [yield* Effect.flip(again), yield* Effect.flip(resume), yield* Effect.flip(despite)]
    for (const refusal of refusals) {
      assert.deepInclude(refusal, { _tag: "DecisionRefused", because: "statement_missing", missing: gap })
      assert.match(String(refusal), /1970-01-01T00:01:00.000Z to 1970-01-01T00:03:00.001Z/)
    }
    yield* imported("early", 0, 2 * minute)
    assert.deepInclude(yield* Effect.flip(resume), { missing: { ...gap, from: 2 * minute } })
    yield* imported("late", 2 * minute, 4 * minute, { covers: ["Baobab"] })
    assert.deepInclude(yield* Effect.flip(again), { missing: { ...gap, from: 2 * minute } })
    yield* imported("with a hole before it", 2 * minute + 1, 4 * minute)
    assert.deepInclude(yield* Effect.flip(again), { missing: { ...gap, from: 2 * minute } })
    yield* imported("elsewhere", 0, 4 * minute, { project: "other" })
    assert.deepInclude(yield* Effect.flip(again), { because: "statement_missing" })
    yield* imported("whole", 2 * minute, 4 * minute)
    assert.strictEqual((yield* again).payment.state._tag, "intended")
    assert.isTrue(yield* resume)
  })

  it("asks for each operator that pays out, unless the project has one balance", function* () {
    yield* TestClock.setTime(minute)
    yield* (yield* Payouts).create(payout("wage", { operator: "Moov" }), { sendLater: true })
    yield* restored
    yield* imported("nothing", 0, 4 * minute, { covers: [] })
    assert.deepInclude(yield* Effect.flip(resume), { because: "statement_missing", missing: gap })
    yield* imported("one", 0, 4 * minute, { covers: ["Moov"] })
    assert.deepInclude(yield* Effect.flip(resume), { because: "statement_missing", missing: gap })
    yield* imported("whole", 0, 4 * minute, { covers: [""] })
    assert.isTrue(yield* resume)
  })

  it("does not count a statement that was replaced", function* () {
    yield* restored
    yield* imported("whole", 0, 4 * minute)
    yield* imported("whole", 0, 2 * minute, { replaces: 1 })
    assert.deepInclude(yield* Effect.flip(again), { because: "statement_missing" })
  })

  it.gen("releases nothing without a store for documents, nor what was restored without one", function* () {
    const script = newScript()
    const withStatements = Effect.provide(layerScripted(script))
    const without = Effect.provide(layerWithoutDocuments(script))
    yield* without(restored)
    // No time of the project is recorded as forgotten, so the payout's own counts.
    const own = { from: minute, before: 3 * minute }
    assert.deepInclude(yield* Effect.flip(without(again)), { because: "statement_missing", missing: own })
    assert.deepInclude(yield* Effect.flip(withStatements(again)), { because: "statement_missing", missing: gap })
    yield* withStatements(imported("whole", 0, 4 * minute))
    assert.deepInclude(yield* Effect.flip(without(again)), { because: "statement_missing" })
    assert.strictEqual((yield* withStatements(again)).payment.state._tag, "intended")
  })

  it("holds a payout that it has forgotten and a program repeats, where a statement shows it, until a person releases it (S2, #199)", function* (script) {
    yield* TestClock.setTime(minute)
    script.confirms.set("token-1", completed(900))
    yield* (yield* Payouts).create(payout("known", { amount: 900 }))
    yield* (yield* Review).recheck(payoutKey("known"))
    yield* restored
    const shown = [
      line("named", "wage-9"),
      line("same", "", 700),
      line("known", "", 900),
      line("failed", "wage-8", 5, "no"),
    ]
    yield* imported("whole", 0, 4 * minute, { body: new TextEncoder().encode(`${JSON.stringify(shown)}\nthe file`) })
    yield* resume
    const sent = script.seen.length
    const sending = Effect.fnUntraced(function* (id: string, amount: number) {
      const { notNow, payment } = yield* (yield* Payouts).create(payout(id, { amount }))
      return [payment.state._tag, notNow?.because ?? null]
    })
    assert.deepStrictEqual(yield* sending("wage-9", 500), ["held", "held"])
    assert.deepStrictEqual(yield* sending("another-id", 700), ["held", "held"])
    assert.strictEqual(script.seen.length, sent)
    // The store has the one that this line shows, a refused one moved nothing, and no line has this amount.
    for (const [id, amount] of [
      ["extra", 900],
      ["wage-8", 600],
      ["wage-10", 601],
    ] as const)
      assert.deepStrictEqual(yield* sending(id, amount), ["pending", null], id)
    const held = (yield* recordOf(payoutKey("wage-9"))).payment
    yield* (yield* Review).release(held.key, { by: "The manager", reason: "a second wage", asOf: held.seq })
    yield* (yield* Payouts).send(held.key)
    assert.strictEqual(yield* stateOf(held.key), "pending")
    yield* TestClock.adjust("7 days")
    assert.deepStrictEqual(yield* sending("next-month", 650), ["pending", null])
  })

  const day = 86_400_000

  /** A store that was restored on this day, and a statement with these lines of 900 francs, the first of which it knows. */
  const shownOn = Effect.fnUntraced(function* (restoredAt: number, lines: ReadonlyArray<object>) {
    yield* TestClock.setTime(restoredAt - day)
    yield* (yield* Payouts).create(payout("other", { amount: 5 }))
    yield* TestClock.setTime(restoredAt)
    yield* (yield* Review).restored("A colleague", "the disk was lost")
    const shown = lines.map((more, index) => ({ ...line(`line ${index}`, "", 900), ...more }))
    yield* imported("whole", 0, restoredAt + 4 * day, { body: new TextEncoder().encode(JSON.stringify(shown)) })
    yield* resume
    return (yield* (yield* Payouts).create(payout("again", { amount: 900 }))).payment.state._tag
  })

  it("counts no payout for a forgotten one that had ended before, or moved nothing (S2)", function* (script) {
    yield* TestClock.setTime(minute)
    script.confirms.set("token-1", completed(900))
    yield* (yield* Payouts).create(payout("last-week", { amount: 900 }))
    yield* (yield* Review).recheck(payoutKey("last-week"))
    script.creations = [refused(CallFailure.cases.balance_too_low.make({ code: "Code07" }))]
    yield* TestClock.setTime(6 * day)
    yield* (yield* Payouts).create(payout("refused", { amount: 900 }))
    assert.strictEqual(yield* shownOn(7 * day, [{ at: minute }, { at: 6.5 * day }]), "held")
  })

  for (const [what, more] of [
    ["moved an hour after the restoration", { at: 7 * day + 60 * minute }],
    ["shows no number", { at: 7 * day - 60 * minute, phone: null, reference: "a-token" }],
  ] as const)
    it(`holds one whose line ${what} (S2)`, function* () {
      assert.strictEqual(yield* shownOn(7 * day, [more]), "held")
    })

  it("names a payout that cannot be read, too", function* (script) {
    yield* restored
    spoil(script, key.id)
    assert.deepInclude(yield* Effect.flip(resume), { key, because: "statement_missing", missing: gap })
  })

  it("resumes at once what was paused without a restoration", function* () {
    yield* (yield* Review).pause("payouts", "A colleague", "a stocktaking")
    assert.isTrue(yield* resume)
  })

  it.under(withoutStatement)("waits for none where its policy says so", function* () {
    yield* restored
    assert.strictEqual((yield* again).payment.state._tag, "intended")
    assert.isTrue(yield* resume)
  })
})
