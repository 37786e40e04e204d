/**
 * A callback is a reason to confirm: noted once, never lost, and it changes only when the payment is due (#196 to #199, #205). Once it is
 * noted, the payment stays due across saves.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { type PaymentKey, PaymentStore } from "@cauri/core"
import { type CallbackNote, notesPerPayment } from "@cauri/core/adapter"
import type { Facet } from "../Facet.ts"
import { absent, accepted, flagged, newGround, notSent, payinIn, payoutIn, started } from "../samples.ts"
import { claim, firstOf, foundBy, historyOf, look, move, plain, put, save, stored } from "../steps.ts"
import { take } from "./due.ts"
import { texts } from "./keeping.ts"

/** A note, by default for the first attempt. */
export const noteOf = (key: PaymentKey, fingerprint: string, wish: Partial<CallbackNote> = {}): CallbackNote => ({
  key,
  attempt: 1,
  fingerprint,
  receivedAt: 1,
  body: Uint8Array.of(123, 125),
  ...wish,
})

const ring = Effect.fnUntraced(function* (note: CallbackNote) {
  return yield* (yield* PaymentStore).noteCallback(note)
})

/** A payout with two attempts, both of which can be noted. */
const twice = { followedBy: [notSent(1), started(2)] }

export const callbacks: Facet = {
  name: "noting callbacks",
  alone: true,
  cases: {
    "the first note is First, and the same again is a Repeat for ever (#199)": Effect.gen(function* () {
      const ground = yield* newGround
      const { payment } = yield* put(payoutIn(ground, "salary", "pending"))
      const answers = []
      for (let time = 0; time < 4; time++) {
        answers.push(yield* ring(noteOf(payment.key, "print", { receivedAt: ground.at + time, body: null })))
      }
      assert.deepStrictEqual(answers, ["First", "Repeat", "Repeat", "Repeat"])
      assert.strictEqual((yield* stored(payment.key)).newestNote, 1)
    }),

    "a fingerprint repeats only on the same attempt of the same payment (#196, #197)": Effect.gen(function* () {
      const ground = yield* newGround
      const { payment } = yield* put(payoutIn(ground, "salary", "submitting", twice))
      const other = yield* put(payoutIn(ground, "other", "pending"))
      const payin = yield* put(payinIn(ground, "salary", "pending"))
      const elsewhere = yield* put(payoutIn(ground, "salary", "pending", { project: ground.elsewhere }))
      const keys = [payment.key, other.payment.key, payin.payment.key, elsewhere.payment.key]
      for (const key of keys) assert.strictEqual(yield* ring(noteOf(key, "print")), "First")
      assert.strictEqual(yield* ring(noteOf(payment.key, "print", { attempt: 2 })), "First")
      assert.strictEqual(yield* ring(noteOf(payment.key, "Print")), "First")
      assert.strictEqual(yield* ring(noteOf(payment.key, "print")), "Repeat")
      assert.strictEqual(yield* ring(noteOf(payment.key, "print", { attempt: 2 })), "Repeat")
    }),

    "fingerprints are any text, compared letter for letter": Effect.gen(function* () {
      const ground = yield* newGround
      const { payment } = yield* put(payoutIn(ground, "salary", "pending"))
      const prints = [...Object.values(texts), "a", "A", "a ", " a", "", "1 a", "%", "_", "é", "e\u0301"]
      for (const print of prints) assert.strictEqual(yield* ring(noteOf(payment.key, print)), "First", print)
      for (const print of prints) assert.strictEqual(yield* ring(noteOf(payment.key, print)), "Repeat", print)
    }),

    "a note for an unknown payment is Unknown and leaves nothing behind": Effect.gen(function* () {
      const ground = yield* newGround
      const key = absent(ground)
      assert.strictEqual(yield* ring(noteOf(key, "print")), "Unknown")
      assert.isNull(yield* (yield* PaymentStore).find(key))
      const { payment } = yield* put(payoutIn(ground, key.id, "pending"))
      assert.strictEqual((yield* stored(payment.key)).newestNote, 0)
      assert.strictEqual(yield* ring(noteOf(payment.key, "print")), "First")
    }),

    "a note for an attempt that was never made is Unknown and changes nothing": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payoutIn(ground, "salary", "submitting"))
      const before = yield* look(record.payment.key)
      for (const attempt of [0, 2, -1]) {
        assert.strictEqual(yield* ring(noteOf(record.payment.key, "print", { attempt })), "Unknown")
      }
      assert.deepStrictEqual(yield* look(record.payment.key), before)
      assert.deepStrictEqual(yield* take(ground.at), { taken: [], unreadable: 0, nextDueAt: null })
    }),

    "an attempt can be noted from the save on that adds it, and was not noted by what came before": Effect.gen(
      function* () {
        const ground = yield* newGround
        const record = yield* put(payoutIn(ground, "salary"))
        assert.strictEqual(yield* ring(noteOf(record.payment.key, "print")), "Unknown")
        assert.strictEqual((yield* claim(record, ground.at))._tag, "Claimed")
        assert.strictEqual(yield* ring(noteOf(record.payment.key, "print")), "First")
        yield* move(yield* stored(record.payment.key), [notSent(1), started(2)], ground.at)
        assert.strictEqual(yield* ring(noteOf(record.payment.key, "print", { attempt: 2 })), "First")
        assert.strictEqual(yield* ring(noteOf(record.payment.key, "other")), "First")
      },
    ),

    "notes are numbered from 1 without gaps, over all attempts, and repetitions use up none": Effect.gen(function* () {
      const ground = yield* newGround
      const { payment } = yield* put(payoutIn(ground, "salary", "submitting", twice))
      const newest: Array<number> = []
      for (const [attempt, print] of [
        [1, "a"],
        [2, "a"],
        [1, "a"],
        [1, "b"],
        [3, "c"],
        [2, "b"],
      ] as const) {
        yield* ring(noteOf(payment.key, print, { attempt }))
        newest.push((yield* stored(payment.key)).newestNote)
      }
      assert.deepStrictEqual(newest, [1, 2, 2, 3, 3, 4])
    }),

    "each noted attempt is returned with the number of its newest note": Effect.gen(function* () {
      const ground = yield* newGround
      const { payment } = yield* put(
        payoutIn(ground, "salary", "submitting", { followedBy: [...twice.followedBy, notSent(2)] }),
      )
      for (const [attempt, print] of [
        [2, "a"],
        [1, "a"],
        [2, "b"],
        [1, "a"],
      ] as const) {
        yield* ring(noteOf(payment.key, print, { attempt }))
      }
      assert.deepStrictEqual(plain(yield* stored(payment.key)).notes, [
        { attempt: 1, newest: 2 },
        { attempt: 2, newest: 3 },
      ])
    }),

    "notes are told by every way to read a payment, and outlive its saves": Effect.gen(function* () {
      const ground = yield* newGround
      const store = yield* PaymentStore
      const { payment } = yield* put(payoutIn(ground, "salary", "submitting"))
      yield* ring(noteOf(payment.key, "print", { receivedAt: ground.at }))
      yield* move(yield* stored(payment.key), [accepted(1)], ground.at, { tracking: { actAt: ground.at } })
      const step = payoutIn(ground, "salary")
      const listed = firstOf(yield* store.list({ project: ground.project, limit: 1 }))
      const there = yield* store.insert(step.change, step.tracking)
      const taken = firstOf((yield* take(ground.at)).taken)
      const records = [yield* stored(payment.key), listed, taken, foundBy(there)]
      for (const record of records) {
        assert.strictEqual(record.newestNote, 1)
        assert.deepStrictEqual(record.notes, [{ attempt: 1, newest: 1 }])
      }
    }),

    "a note changes neither version, nor payment, nor watch, nor lease, nor history (#205)": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payoutIn(ground, "salary", "pending", { actAt: ground.at }))
      yield* take(ground.at)
      const before = yield* look(record.payment.key)
      yield* ring(noteOf(record.payment.key, "print", { receivedAt: ground.at - 5 }))
      const seen = yield* look(record.payment.key)
      const notes = { newestNote: 1, notes: [{ attempt: 1, newest: 1 }] }
      assert.deepStrictEqual(seen, { ...before, record: { ...before.record, ...notes } })
    }),

    "a save from the version that was read before a note is not stale": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payoutIn(ground, "salary", "submitting"))
      yield* ring(noteOf(record.payment.key, "print"))
      assert.strictEqual(yield* save(record, [accepted(1)], ground.at), "Saved")
      assert.strictEqual((yield* stored(record.payment.key)).newestNote, 1)
    }),

    "a note takes a body of any content, and none": Effect.gen(function* () {
      const ground = yield* newGround
      const { payment } = yield* put(payoutIn(ground, "salary", "pending"))
      const bodies = [null, new Uint8Array(0), new Uint8Array([0, 255, 0]), new Uint8Array(16_384).fill(0)]
      for (const [index, body] of bodies.entries()) {
        assert.strictEqual(yield* ring(noteOf(payment.key, String(index), { body })), "First")
      }
    }),

    "beyond 1,000 notes of a payment only the first of each attempt is kept, and every other callback is TooMany and rings (S18)":
      Effect.gen(function* () {
        const ground = yield* newGround
        const { payment } = yield* put(payoutIn(ground, "salary", "submitting", twice))
        const other = yield* put(payoutIn(ground, "other", "pending"))
        const prints = Array.from({ length: notesPerPayment }, (_, index) => `print ${index}`)
        const receivedAt = ground.at
        const answers = yield* Effect.forEach(prints, (print) => ring(noteOf(payment.key, print, { receivedAt })), {
          concurrency: 250,
        })
        assert.deepStrictEqual([...new Set(answers)], ["First"])
        assert.strictEqual((yield* stored(payment.key)).newestNote, notesPerPayment)
        const before = yield* look(payment.key)
        assert.strictEqual(yield* ring(noteOf(payment.key, "print 0", { receivedAt: 0 })), "Repeat")
        assert.deepStrictEqual(yield* look(payment.key), before)
        assert.deepStrictEqual(yield* take(ground.at - 1), { taken: [], unreadable: 0, nextDueAt: ground.at })
        for (const print of ["another", "another"]) {
          assert.strictEqual(yield* ring(noteOf(payment.key, print, { receivedAt: ground.at - 1 })), "TooMany")
        }
        assert.strictEqual(yield* ring(noteOf(payment.key, "print 0", { attempt: 2, receivedAt })), "First")
        assert.strictEqual(yield* ring(noteOf(payment.key, "another", { attempt: 2, receivedAt })), "TooMany")
        const { newestNote, notes } = yield* stored(payment.key)
        assert.strictEqual(newestNote, notesPerPayment + 4)
        assert.deepStrictEqual(notes, [
          { attempt: 1, newest: notesPerPayment + 2 },
          { attempt: 2, newest: notesPerPayment + 4 },
        ])
        assert.lengthOf((yield* take(ground.at - 1)).taken, 1)
        assert.strictEqual(yield* ring(noteOf(other.payment.key, "print 0")), "First")
      }),

    "of the notes that come at once for the last place of a payment one is First, and the others are TooMany":
      Effect.gen(function* () {
        const ground = yield* newGround
        const { payment } = yield* put(payoutIn(ground, "salary", "pending"))
        const prints = Array.from({ length: notesPerPayment + 9 }, (_, index) => `print ${index}`)
        const [first, last] = [prints.slice(0, notesPerPayment - 1), prints.slice(notesPerPayment - 1)]
        yield* Effect.forEach(first, (print) => ring(noteOf(payment.key, print)), { concurrency: 250 })
        const answers = yield* Effect.forEach(last, (print) => ring(noteOf(payment.key, print)), { concurrency: 10 })
        assert.deepStrictEqual(answers.toSorted(), ["First", ...Array.from({ length: 9 }, () => "TooMany")])
        assert.strictEqual((yield* stored(payment.key)).newestNote, prints.length)
      }),

    "a note adds nothing to the history": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payoutIn(ground, "salary", "pending"))
      const before = yield* historyOf(record.payment.key)
      yield* ring(noteOf(record.payment.key, "print"))
      yield* move(record, [flagged("after")], ground.at)
      const history = yield* historyOf(record.payment.key)
      assert.deepStrictEqual(history.slice(0, -1), before)
    }),
  },
}
