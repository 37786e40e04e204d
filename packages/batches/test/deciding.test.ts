/** What people and programs do with a batch: at most one of two acts at the same moment is kept. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { PaymentStore, Payouts, Review } from "@cauri/core"
import { Documents } from "@cauri/core/adapter"
import {
  approveBatch,
  cancelBatch,
  findBatch,
  importBatch,
  listBatches,
  pauseBatch,
  previewBatch,
  resumeBatch,
  startBatch,
} from "@cauri/batches"
import { clerk, imported, manager, phoneOf, refusalOf, sheetFrom, shop, tableOf, test } from "./world.ts"

const documents = Effect.flatMap(Documents, ({ list }) => list({ kind: "batch", limit: 99 }))

const ids = (lines: ReadonlyArray<{ readonly id: string }>) => lines.map(({ id }) => id)

describe("a batch", () => {
  test(
    "is checked whole before anything is stored: sums, operators, numbers twice, twins of the last days, large lines",
    function* () {
      yield* (yield* Payouts).create({
        id: "old",
        project: "shop",
        amount: 1_001,
        method: { type: "mobile_money" },
        phone: phoneOf(1),
        description: "Salary",
      })
      const table = [...tableOf(3), ["l4", phoneOf(3), "900", "Salary"], ["l5", "seven", "900", "Salary"]]
      const preview = yield* previewBatch("may", shop, yield* sheetFrom(table))
      assert.deepInclude(preview, {
        lines: 5,
        payable: 4,
        sum: 1_001 + 1_002 + 1_003 + 900,
        needsTwo: true,
        existing: null,
      })
      assert.deepStrictEqual(ids(preview.wrong), ["l5"])
      assert.deepStrictEqual(ids(preview.twice), ["l3", "l4"])
      assert.deepStrictEqual(ids(preview.above), ["l2", "l3"])
      assert.deepStrictEqual(
        preview.twins.map(({ line, payout }) => [line.id, payout]),
        [["l1", "old"]],
      )
      assert.deepStrictEqual(preview.operators, [{ name: "Orange BF / Moov BF", count: 4, sum: preview.sum }])
      assert.deepStrictEqual(yield* documents, [])
      const misnamed = yield* Effect.flip(previewBatch("may_1", shop, yield* sheetFrom(table)))
      assert.deepInclude(misnamed, { _tag: "InvalidInput", field: "id" })
    },
    { approvals: { payoutsAbove: 1_001 } },
  )

  test("is the same one when the same list comes again, and another list under its id is refused", function* () {
    const [first, again] = yield* Effect.all([imported(tableOf(3)), imported(tableOf(3))], { concurrency: 2 })
    assert.deepStrictEqual([first.isNew, again.isNew, again.batch], [true, false, first.batch])
    yield* startBatch(first.batch, clerk)
    assert.deepInclude((yield* imported(tableOf(3))).batch, { state: "sending" })
    assert.strictEqual(yield* refusalOf(imported(tableOf(4))), "exists")
    assert.strictEqual(yield* refusalOf(imported([...tableOf(0), ["a", "1", "1", ""]], "june")), "empty")
    assert.strictEqual(yield* refusalOf(findBatch(shop, "june")), "not_found")
    assert.lengthOf(yield* documents, 2)
    yield* imported(tableOf(2), "june")
    assert.deepStrictEqual(
      (yield* listBatches({ project: "shop" })).map(({ id, state }) => [id, state]),
      [
        ["june", "imported"],
        ["may", "sending"],
      ],
    )
  })

  test("keeps one of two acts that are taken on the same state, and refuses what its state does not allow", function* () {
    const { batch } = yield* imported(tableOf(3))
    const race = [startBatch(batch, clerk), cancelBatch(batch, manager), startBatch(batch, manager)].map(refusalOf)
    const ends = yield* Effect.all(race, { concurrency: "unbounded" })
    assert.deepStrictEqual(ends, ["Success", "changed", "changed"])
    const started = yield* findBatch(shop, "may")
    assert.deepInclude(started, { state: "sending", by: clerk.by })
    assert.strictEqual(yield* refusalOf(startBatch(started, clerk)), "wrong_state")
    assert.strictEqual(yield* refusalOf(resumeBatch(started, clerk)), "wrong_state")
    const paused = yield* pauseBatch(started, manager)
    assert.strictEqual(yield* refusalOf(pauseBatch(paused, manager)), "wrong_state")
    const resumed = yield* resumeBatch(paused, clerk)
    assert.strictEqual(yield* refusalOf(resumeBatch(paused, clerk)), "changed")
    assert.deepInclude(yield* cancelBatch(resumed, clerk), { state: "cancelled" })
    const nameless = yield* Effect.flip(
      importBatch({
        ...clerk,
        by: " ",
        id: "x",
        project: shop,
        sheet: yield* sheetFrom(tableOf(1), "x"),
        fileName: "",
      }),
    )
    assert.strictEqual(nameless._tag, "InvalidInput")
  })

  test(
    "above the policy's sum needs two people, who see the same lines",
    function* () {
      const { batch } = yield* imported(tableOf(100))
      assert.strictEqual(yield* refusalOf(approveBatch(batch, batch.digest, manager)), "wrong_state")
      const requested = yield* startBatch(batch, clerk)
      assert.deepInclude(requested, { state: "requested", requestedBy: "The clerk" })
      const approve = (who: string, digest = batch.digest) =>
        refusalOf(approveBatch(requested, digest, { by: who, reason: "checked" }))
      assert.strictEqual(yield* approve("the  CLERK"), "same_person")
      assert.strictEqual(yield* approve("A stranger"), "not_an_approver")
      assert.strictEqual(yield* approve("The manager", "0".repeat(64)), "digest")
      assert.deepInclude(yield* approveBatch(requested, batch.digest, manager), {
        state: "sending",
        requestedBy: "The clerk",
        approvedBy: "The manager",
      })
      const { batch: small } = yield* imported(tableOf(1), "small")
      assert.deepInclude(yield* startBatch(small, clerk), { state: "sending", approvedBy: null })
    },
    { approvals: { payoutsAbove: 100_000, approvers: ["The manager", "The clerk"] } },
  )

  test(
    "is refused where two people are needed and the policy names no other one",
    function* () {
      const { batch } = yield* imported(tableOf(1))
      assert.strictEqual(yield* refusalOf(startBatch(batch, clerk)), "no_second_person")
    },
    { approvals: { payoutsAbove: 1, approvers: ["The clerk"] } },
  )
})

describe("after a restoration", () => {
  test("no program starts a batch, imported before or afterwards: a person does, once a statement covers it", function* () {
    const { batch } = yield* imported(tableOf(3))
    yield* TestClock.adjust("1 minute")
    yield* (yield* Review).restored("The manager", "the disk was lost")
    yield* TestClock.adjust("1 minute")
    const { batch: later } = yield* imported(tableOf(3), "june")
    for (const each of [batch, later]) {
      assert.strictEqual(yield* refusalOf(startBatch(each, clerk, false)), "needs_person")
      assert.strictEqual(yield* refusalOf(startBatch(each, clerk)), "statement_missing")
    }
    yield* TestClock.adjust("8 days")
    assert.strictEqual(yield* refusalOf(startBatch(later, clerk, false)), "needs_person")
    const { batch: july } = yield* imported(tableOf(3), "july")
    assert.strictEqual(yield* refusalOf(startBatch(july, clerk, false)), "statement_missing")
    assert.strictEqual(yield* refusalOf(startBatch(batch, clerk, false)), "needs_person")
    assert.deepStrictEqual(yield* (yield* PaymentStore).list({ limit: 9 }), [])
  })

  test(
    "two people let the rest of a batch go, also one that a single person had started, where the policy says so",
    function* () {
      const { batch } = yield* imported(tableOf(3))
      const paused = yield* pauseBatch(yield* startBatch(batch, clerk), clerk)
      const { batch: june } = yield* imported(tableOf(3), "june")
      yield* (yield* Review).restored("The manager", "the disk was lost")
      assert.deepInclude(yield* startBatch(june, clerk), { state: "requested" })
      const requested = yield* resumeBatch(paused, clerk)
      assert.deepInclude(requested, { state: "requested", requestedBy: clerk.by })
      assert.strictEqual(yield* refusalOf(approveBatch(requested, batch.digest, clerk)), "same_person")
      const approved = yield* approveBatch(requested, batch.digest, manager)
      assert.deepInclude(approved, { state: "sending", approvedBy: manager.by })
      const again = yield* pauseBatch(approved, clerk)
      assert.deepInclude(yield* resumeBatch(again, clerk), { state: "sending" })
    },
    { approvals: { afterRestore: true, statementAfterRestore: false, approvers: ["The manager", "The clerk"] } },
  )
})
