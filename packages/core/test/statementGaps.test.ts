/** After a restoration, payouts can be made to wait for a statement over what the store forgot. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Payouts, Review } from "@cauri/core"
import { Documents, type NewDocument } from "@cauri/core/adapter"
import { it, layerScripted, layerWithoutDocuments, newScript, payout, payoutKey, recordOf } from "./scripted.ts"
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
const gap = { from: minute, before: 3 * minute + 1 }

describe("a restored store", () => {
  it.run("releases and resumes nothing before one covers what was forgotten, and says which time", function* () {
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

  it.run("asks for each operator that pays out, unless the project has one balance", function* () {
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

  it.run("does not count a statement that was replaced", function* () {
    yield* restored
    yield* imported("whole", 0, 4 * minute)
    yield* imported("whole", 0, 2 * minute, { replaces: 1 })
    assert.deepInclude(yield* Effect.flip(again), { because: "statement_missing" })
  })

  it.effect("releases nothing without a store for documents, nor what was restored without one", () =>
    Effect.gen(function* () {
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
    }),
  )

  it.run("names a payout that cannot be read, too", function* (script) {
    yield* restored
    spoil(script, key.id)
    assert.deepInclude(yield* Effect.flip(resume), { key, because: "statement_missing", missing: gap })
  })

  it.run("resumes at once what was paused without a restoration", function* () {
    yield* (yield* Review).pause("payouts", "A colleague", "a stocktaking")
    assert.isTrue(yield* resume)
  })

  it.under(withoutStatement)("waits for none where its policy says so", function* () {
    yield* restored
    assert.strictEqual((yield* again).payment.state._tag, "intended")
    assert.isTrue(yield* resume)
  })
})
