/**
 * A save is one step: the row, its attempts and its events, if no other save came first. Versions do the locking.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { PaymentStore } from "@cauri/core"
import type { PaymentRecord } from "@cauri/core/model"
import type { Facet } from "../Facet.ts"
import {
  accepted,
  after,
  completed,
  flagged,
  keyOf,
  newGround,
  notSent,
  payinIn,
  payoutIn,
  started,
  unanswered,
} from "../samples.ts"
import { claim, historyOf, look, move, put, sameRecord, save, stored } from "../steps.ts"

const claimed = Effect.fnUntraced(function* (record: PaymentRecord, now: number, until: number) {
  assert.strictEqual((yield* claim(record, now, {}, until))._tag, "Claimed")
  return yield* stored(record.payment.key)
})

export const saving: Facet = {
  name: "saving",
  alone: false,
  cases: {
    "versions count the saves from 1 without gaps, with events and without": Effect.gen(function* () {
      const { at, ...ground } = yield* newGround
      let record = yield* put(payoutIn({ at, ...ground }, "salary"))
      const versions = [record.version]
      for (const events of [[started(1)], [], [accepted(1)], [], [flagged("a"), flagged("b")]]) {
        record = yield* move(record, events, at + versions.length)
        versions.push(record.version)
      }
      assert.deepStrictEqual(versions, [1, 2, 3, 4, 5, 6])
    }),

    "a save replaces the payment and what is remembered of it": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payinIn(ground, "order", "intended", { actAt: 1 }))
      const tracking = { actAt: ground.at + 9, confirms: 4 }
      const step = after(record, [started(1), accepted(1)], ground.at + 2, tracking)
      const terms = { version: 1, giveBack: null, now: ground.at + 2 }
      assert.strictEqual(yield* (yield* PaymentStore).save(step.change, step.tracking, terms), "Saved")
      sameRecord(yield* stored(keyOf(step)), {
        ...record,
        payment: step.change.payment,
        tracking: step.tracking,
        version: 2,
      })
    }),

    "the events of a save come behind the others, in order and with their numbers": Effect.gen(function* () {
      const ground = yield* newGround
      const first = payoutIn(ground, "salary")
      const record = yield* put(first)
      const one = after(record, [started(1), accepted(1)], ground.at + 1)
      const two = after(yield* move(record, [started(1), accepted(1)], ground.at + 1), [flagged("late")], ground.at + 2)
      yield* (yield* PaymentStore).save(two.change, two.tracking, { version: 2, giveBack: null, now: ground.at + 2 })
      const entries = [...first.change.entries, ...one.change.entries, ...two.change.entries]
      assert.deepStrictEqual(yield* historyOf(keyOf(first)), entries)
      assert.deepStrictEqual(
        entries.map(({ seq }) => seq),
        [1, 2, 3, 4],
      )
    }),

    "a save without events adds none": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payoutIn(ground, "salary", "pending"))
      const before = yield* historyOf(record.payment.key)
      yield* move(record, [], ground.at + 1, { tracking: { confirms: 1 } })
      assert.deepStrictEqual(yield* historyOf(record.payment.key), before)
    }),

    "a save changes the attempts that are there and adds those that are new": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payoutIn(ground, "salary", "submitting"))
      const again = yield* move(record, [notSent(1), started(2)], ground.at + 1)
      const settled = yield* move(again, [accepted(2)], ground.at + 2)
      assert.deepStrictEqual(
        settled.payment.attempts.map(({ number, outcome }) => [number, outcome._tag]),
        [
          [1, "not_sent"],
          [2, "accepted"],
        ],
      )
    }),

    "what came instead of an answer is kept with its attempt and in history, letter for letter": Effect.gen(
      function* () {
        const ground = yield* newGround
        const record = yield* put(payoutIn(ground, "salary", "submitting"))
        const evidence = { status: 502, contentType: "text/html", text: "<h1 a='b'>\"\\ \u2028 \u{1F600} ${x} --%" }
        const lost = unanswered(1, evidence)
        const step = after(record, lost, ground.at + 1)
        yield* move(record, lost, ground.at + 1)
        const kept = yield* stored(keyOf(step))
        assert.deepStrictEqual(kept.payment.attempts, step.change.payment.attempts)
        assert.deepInclude(kept.payment.attempts[0]?.outcome, { evidence })
        assert.deepStrictEqual((yield* historyOf(keyOf(step))).slice(-2), step.change.entries)
      },
    ),

    "a save leaves other payments alone": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payoutIn(ground, "salary"))
      const others = [
        payinIn(ground, "salary"),
        payoutIn(ground, "salary", "intended", { project: ground.elsewhere }),
        payoutIn(ground, "Salary"),
      ]
      for (const step of others) yield* put(step)
      const before = yield* Effect.forEach(others, (step) => look(keyOf(step)), { concurrency: 1 })
      yield* move(record, [started(1), accepted(1)], ground.at + 1)
      assert.deepStrictEqual(yield* Effect.forEach(others, (step) => look(keyOf(step)), { concurrency: 1 }), before)
    }),

    "a version that is older or newer than the stored one is stale": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* move(yield* put(payoutIn(ground, "salary")), [started(1)], ground.at + 1)
      for (const version of [0, 1, 3]) {
        assert.strictEqual(yield* save(record, [accepted(1)], ground.at + 2, { version }), "Stale")
      }
      assert.strictEqual(yield* save(record, [accepted(1)], ground.at + 2), "Saved")
    }),

    "a stale save changes nothing: no row, no attempt, no event, no lease": Effect.gen(function* () {
      const ground = yield* newGround
      const first = yield* put(payoutIn(ground, "salary"))
      const record = yield* claimed(first, ground.at + 1, ground.at + 60_000)
      const before = yield* look(record.payment.key)
      const terms = { version: first.version, giveBack: record.lease.number, tracking: { actAt: 1, confirms: 9 } }
      const events = [accepted(1), completed(1, 500, ground.at + 2)]
      assert.strictEqual(yield* save(record, events, ground.at + 2, terms), "Stale")
      assert.deepStrictEqual(yield* look(record.payment.key), before)
    }),

    "a save of an unknown payment is stale and does not insert it": Effect.gen(function* () {
      const ground = yield* newGround
      const store = yield* PaymentStore
      const step = payoutIn(ground, "salary")
      for (const version of [0, 1]) {
        const terms = { version, giveBack: null, now: ground.at }
        assert.strictEqual(yield* store.save(step.change, step.tracking, terms), "Stale")
      }
      assert.isNull(yield* store.find(keyOf(step)))
      assert.deepStrictEqual(yield* historyOf(keyOf(step)), [])
    }),

    "the newest lease is given back and keeps its number": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* claimed(yield* put(payoutIn(ground, "salary")), ground.at, ground.at + 60_000)
      const moved = yield* move(record, [accepted(1)], ground.at + 1, { giveBack: record.lease.number })
      assert.deepStrictEqual(moved.lease, { number: record.lease.number, until: 0 })
    }),

    "a lease that is not given back goes on": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* claimed(yield* put(payoutIn(ground, "salary")), ground.at, ground.at + 60_000)
      const moved = yield* move(record, [accepted(1)], ground.at + 1)
      assert.deepStrictEqual(moved.lease, { number: record.lease.number, until: ground.at + 60_000 })
    }),

    "an older lease gives nothing back: the newer one goes on, and the save is kept": Effect.gen(function* () {
      const ground = yield* newGround
      const first = yield* claimed(yield* put(payoutIn(ground, "salary")), ground.at, ground.at + 60_000)
      const free = yield* move(first, [notSent(1)], ground.at + 1)
      const second = yield* claimed(free, ground.at + 2, ground.at + 90_000)
      const moved = yield* move(second, [accepted(2)], ground.at + 3, { giveBack: first.lease.number })
      assert.deepStrictEqual(moved.lease, { number: second.lease.number, until: ground.at + 90_000 })
      assert.strictEqual(moved.payment.state._tag, "pending")
    }),
  },
}
