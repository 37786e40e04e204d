/**
 * A note makes its payment due, and no save loses that: an answer of 200 to a callback promises it.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { type PaymentKey, PaymentStore } from "@cauri/core"
import type { Facet } from "../Facet.ts"
import { accepted, after, newGround, notSent, payinIn, payoutIn, started } from "../samples.ts"
import { claim, look, move, noGuards, put, save, stored } from "../steps.ts"
import { noteOf } from "./callbacks.ts"
import { take } from "./due.ts"

const minute = 60_000

const ring = Effect.fnUntraced(function* (key: PaymentKey, receivedAt: number, fingerprint = "print") {
  return yield* (yield* PaymentStore).noteCallback(noteOf(key, fingerprint, { receivedAt }))
})

const dueNow = Effect.fnUntraced(function* (now: number) {
  const { taken, nextDueAt } = yield* take(now)
  return taken.length === 0 ? nextDueAt : "taken"
})

/** What a note makes due. */
export const waking: Facet = {
  name: "waking by callbacks",
  alone: true,
  cases: {
    "a note makes a payment due that waited for nothing": Effect.gen(function* () {
      const ground = yield* newGround
      const { payment } = yield* put(payoutIn(ground, "salary", "completed"))
      yield* ring(payment.key, ground.at + 5)
      assert.strictEqual(yield* dueNow(ground.at + 4), ground.at + 5)
      assert.strictEqual(yield* dueNow(ground.at + 5), "taken")
    }),

    "a note pulls the time to act forward": Effect.gen(function* () {
      const ground = yield* newGround
      const { payment } = yield* put(payoutIn(ground, "salary", "pending", { actAt: ground.at + minute }))
      yield* ring(payment.key, ground.at + 5)
      assert.strictEqual(yield* dueNow(ground.at + 5), "taken")
    }),

    "a note never pushes the time to act back": Effect.gen(function* () {
      const ground = yield* newGround
      const { payment } = yield* put(payoutIn(ground, "salary", "pending", { actAt: ground.at }))
      yield* ring(payment.key, ground.at + 50)
      assert.strictEqual(yield* dueNow(ground.at), "taken")
    }),

    "a repetition wakes nothing": Effect.gen(function* () {
      const ground = yield* newGround
      const { payment } = yield* put(payoutIn(ground, "salary", "pending"))
      yield* ring(payment.key, ground.at)
      yield* move(yield* stored(payment.key), [], ground.at, { tracking: { notesSeen: 1 } })
      assert.strictEqual(yield* ring(payment.key, ground.at + 1), "Repeat")
      assert.strictEqual(yield* dueNow(ground.at + minute), null)
    }),

    "a note does not break a lease, and is heard when the lease ends": Effect.gen(function* () {
      const ground = yield* newGround
      const { payment } = yield* put(payoutIn(ground, "salary", "pending", { actAt: ground.at }))
      yield* take(ground.at, 1, ground.at + minute)
      yield* ring(payment.key, ground.at + 5)
      assert.strictEqual(yield* dueNow(ground.at + 6), ground.at + minute)
      assert.strictEqual(yield* dueNow(ground.at + minute), "taken")
    }),

    "a save that has not read the newest note keeps the payment due at its now": Effect.gen(function* () {
      const ground = yield* newGround
      for (const actAt of [null, ground.at + minute]) {
        const record = yield* put(payoutIn(ground, `salary-${actAt}`, "submitting", { actAt: ground.at + minute }))
        yield* ring(record.payment.key, ground.at + 5)
        yield* move(record, [accepted(1)], ground.at + 7, { tracking: { actAt } })
        assert.strictEqual(yield* dueNow(ground.at + 6), ground.at + 7)
        assert.strictEqual(yield* dueNow(ground.at + 7), "taken")
      }
    }),

    "a save that has not read the newest note keeps an earlier time of its own": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payinIn(ground, "order", "submitting"))
      yield* ring(record.payment.key, ground.at + 5)
      yield* move(record, [accepted(1)], ground.at + 7, { tracking: { actAt: ground.at + 2 } })
      assert.strictEqual(yield* dueNow(ground.at + 1), ground.at + 2)
      assert.strictEqual(yield* dueNow(ground.at + 2), "taken")
    }),

    "a save that has read the newest note sets the time to act": Effect.gen(function* () {
      const ground = yield* newGround
      const { payment } = yield* put(payoutIn(ground, "salary", "pending", { actAt: ground.at }))
      yield* ring(payment.key, ground.at, "one")
      yield* ring(payment.key, ground.at, "two")
      const later = { actAt: ground.at + minute, notesSeen: 2 }
      const record = yield* move(yield* stored(payment.key), [], ground.at + 1, { tracking: later })
      assert.strictEqual(yield* dueNow(ground.at + 1), ground.at + minute)
      yield* move(record, [], ground.at + 2, { tracking: { actAt: null } })
      assert.strictEqual(yield* dueNow(ground.at + 2 * minute), null)
    }),

    "a save that has read all notes but the newest keeps the payment due": Effect.gen(function* () {
      const ground = yield* newGround
      const { payment } = yield* put(payoutIn(ground, "salary", "pending"))
      yield* ring(payment.key, ground.at, "one")
      const record = yield* stored(payment.key)
      yield* ring(payment.key, ground.at, "two")
      yield* move(record, [], ground.at + 9, { tracking: { actAt: null, notesSeen: record.newestNote } })
      assert.strictEqual(yield* dueNow(ground.at + 9), "taken")
    }),

    "saves go on waking until one has read the note": Effect.gen(function* () {
      const ground = yield* newGround
      let record = yield* put(payoutIn(ground, "salary", "pending"))
      yield* ring(record.payment.key, ground.at)
      for (const now of [ground.at + 1, ground.at + 2]) {
        record = yield* move(record, [], now, { tracking: { actAt: null } })
        assert.strictEqual(yield* dueNow(now - 1), now)
      }
      yield* move(record, [], ground.at + 3, { tracking: { actAt: null, notesSeen: 1 } })
      assert.strictEqual(yield* dueNow(ground.at + minute), null)
    }),

    "a save tells apart what its watch says and what the queue does: the watch comes back as it was saved": Effect.gen(
      function* () {
        const ground = yield* newGround
        const record = yield* put(payoutIn(ground, "salary", "pending"))
        yield* ring(record.payment.key, ground.at)
        const moved = yield* move(record, [], ground.at + 1, { tracking: { actAt: ground.at + minute } })
        assert.strictEqual(moved.tracking.actAt, ground.at + minute)
      },
    ),

    "a claim loses no wake-up either: it is heard when the lease ends": Effect.gen(function* () {
      const ground = yield* newGround
      const first = payoutIn(ground, "salary", "intended", { actAt: ground.at + 2 * minute })
      const record = yield* put(first)
      yield* claim(record, ground.at, {}, ground.at + 1)
      const sent = yield* stored(record.payment.key)
      yield* ring(record.payment.key, ground.at + 3)
      yield* move(sent, [], ground.at + 4, { tracking: { actAt: null } })
      const unsent = yield* stored(record.payment.key)
      assert.strictEqual(unsent.newestNote, 1)
      assert.strictEqual(yield* dueNow(ground.at + 4), "taken")
    }),

    "a claim that has not read the newest note keeps the payment due at its now": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payinIn(ground, "order", "in_doubt", { actAt: ground.at + 2 * minute }))
      yield* ring(record.payment.key, ground.at + 1)
      yield* claim(record, ground.at + 3, {}, ground.at + minute)
      assert.strictEqual(yield* dueNow(ground.at + 4), ground.at + minute)
      assert.strictEqual(yield* dueNow(ground.at + minute), "taken")
    }),

    "a save that a later note must stop is stale once one came, and changes nothing": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payoutIn(ground, "salary", "in_doubt"))
      yield* ring(record.payment.key, ground.at, "one")
      const terms = { unlessNoteAfter: 1 }
      yield* ring(record.payment.key, ground.at, "two")
      const before = yield* look(record.payment.key)
      assert.strictEqual(yield* save(record, [], ground.at + 1, { ...terms, unlessNoteAfter: 0 }), "Stale")
      assert.strictEqual(yield* save(record, [], ground.at + 1, terms), "Stale")
      assert.deepStrictEqual(yield* look(record.payment.key), before)
    }),

    "a save that a later note must stop is saved while there is none": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payoutIn(ground, "salary", "in_doubt"))
      const first = yield* move(record, [], ground.at, { unlessNoteAfter: 0 })
      yield* ring(record.payment.key, ground.at)
      assert.strictEqual(yield* save(first, [], ground.at + 1, { unlessNoteAfter: 1 }), "Saved")
    }),

    "a claim that a later note must stop is stale once one came, and changes nothing": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payoutIn(ground, "salary", "intended", { followedBy: [started(1), notSent(1)] }))
      yield* ring(record.payment.key, ground.at)
      const before = yield* look(record.payment.key)
      const step = after(record, [started(2)], ground.at + 1)
      const terms = { version: record.version, giveBack: null, now: ground.at + 1 }
      const claimed = (unlessNoteAfter: number) =>
        Effect.flatMap(PaymentStore, (store) =>
          store.claim(step.change, step.tracking, {
            ...terms,
            unlessNoteAfter,
            guards: noGuards,
            leaseUntil: ground.at + minute,
          }),
        )
      assert.deepStrictEqual(yield* claimed(0), { _tag: "Stale" })
      assert.deepStrictEqual(yield* look(record.payment.key), before)
      assert.strictEqual((yield* claimed(1))._tag, "Claimed")
    }),
  },
}
