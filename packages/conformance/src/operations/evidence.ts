/**
 * What a store keeps of the past: callbacks as they came, and old payments.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { type PaymentKey, PaymentStore } from "@cauri/core"
import {
  type Archivable,
  type Erased,
  Evidence,
  type ListCursor,
  type StorePorts,
  toEventRow,
  toPaymentWrite,
} from "@cauri/core/adapter"
import type { Facet } from "../Facet.ts"
import { absent, flagged, type Ground, keyOf, newGround, payinIn, payoutIn } from "../samples.ts"
import { everything, historyOf, look, move, put, stored } from "../steps.ts"
import { noteOf } from "../store/callbacks.ts"
import { receiveAll, subscribeAll, takeOne } from "../store/deliveries.ts"

const ring = (key: PaymentKey, fingerprint: string, receivedAt: number, body: Uint8Array | null) =>
  PaymentStore.use((store) => store.noteCallback(noteOf(key, fingerprint, { receivedAt, body })))

const notesOf = (key: PaymentKey) => Evidence.use((evidence) => evidence.notes(key))
const bodiesOf = (key: PaymentKey) =>
  Effect.map(notesOf(key), (notes) => notes.map(({ body }) => (body === null ? null : [...body])))
const archive = (key: PaymentKey, erased?: Erased) => Evidence.use((evidence) => evidence.archive(key, erased))

/** The names of all payments that are to be archived, found in pages of this length. */
const archivable = Effect.fnUntraced(function* (before: number, limit = everything) {
  const evidence = yield* Evidence
  const names: Array<string> = []
  for (let after: ListCursor | null = null; ;) {
    const page: Archivable = yield* evidence.archivable({ before, after, limit })
    assert.isAtMost(page.keys.length, limit)
    names.push(...page.keys.map(({ id }) => id))
    if (page.next === null) return names
    after = page.next
  }
})

/** A payout that was closed, and waits for nothing. */
const closedOut = (ground: Ground, id: string, at = ground.at) =>
  payoutIn(ground, id, "completed", { actAt: null, endedAt: at })

export const evidence: Facet<StorePorts> = {
  name: "evidence for people",
  alone: true,
  cases: {
    "callbacks come back as they came, the first one first": Effect.gen(function* () {
      const { payment } = yield* put(payoutIn(yield* newGround, "salary", "pending"))
      const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
      yield* ring(payment.key, "late", 9, bytes)
      yield* ring(payment.key, "early", 7, null)
      assert.deepStrictEqual(
        [...(yield* notesOf(payment.key))],
        [
          { number: 1, attempt: 1, fingerprint: "late", receivedAt: 9, body: bytes },
          { number: 2, attempt: 1, fingerprint: "early", receivedAt: 7, body: null },
        ],
      )
    }),

    "callbacks of payments of one id are told apart by kind and project": Effect.gen(function* () {
      const ground = yield* newGround
      const payout = yield* put(payoutIn(ground, "one", "pending"))
      const payin = yield* put(payinIn(ground, "one", "pending"))
      const elsewhere = yield* put(payoutIn(ground, "one", "pending", { project: ground.elsewhere }))
      for (const [index, { payment }] of [payout, payin, elsewhere].entries()) {
        yield* ring(payment.key, "print", 1, Uint8Array.of(index))
      }
      assert.deepStrictEqual(yield* bodiesOf(payout.payment.key), [[0]])
      assert.deepStrictEqual(yield* bodiesOf(payin.payment.key), [[1]])
      assert.deepStrictEqual(yield* bodiesOf(elsewhere.payment.key), [[2]])
      assert.deepStrictEqual(yield* notesOf(absent(ground)), [])
    }),

    "what is archived reads as before, and takes new callbacks and events": Effect.gen(function* () {
      const ground = yield* newGround
      const { payment } = yield* put(closedOut(ground, "salary"))
      yield* ring(payment.key, "print", ground.at, Uint8Array.of(0, 255))
      yield* ring(payment.key, "empty", ground.at, null)
      const found = yield* stored(payment.key)
      yield* move(found, [flagged("a")], ground.at, { tracking: { notesSeen: found.newestNote } })
      const [before, notes] = [yield* look(payment.key), yield* notesOf(payment.key)]
      assert.deepStrictEqual([yield* archive(payment.key), yield* archive(payment.key)], ["Saved", "Saved"])
      assert.deepStrictEqual(yield* look(payment.key), before)
      assert.deepStrictEqual([...(yield* notesOf(payment.key))], [...notes])
      assert.strictEqual(yield* ring(payment.key, "print", 99, null), "Repeat")
      yield* move(yield* stored(payment.key), [flagged("b")], ground.at)
      assert.strictEqual(yield* ring(payment.key, "new", 99, Uint8Array.of(7)), "First")
      const after = yield* look(payment.key)
      assert.deepStrictEqual(after.history.slice(0, -1), before.history)
      assert.deepStrictEqual(yield* bodiesOf(payment.key), [[0, 255], null, [7]])
    }),

    "only what was closed before a time and waits for nothing is archived, each once": Effect.gen(function* () {
      const ground = yield* newGround
      const closed = ["one", "two", "three"]
      for (const id of closed) yield* put(closedOut(ground, id))
      yield* put(closedOut(ground, "late", ground.at + 10))
      const open = yield* put(payoutIn(ground, "open", "pending"))
      const due = yield* put(payoutIn(ground, "due", "completed", { actAt: ground.at, endedAt: ground.at }))
      for (const limit of [1, 2, 3]) assert.sameMembers(yield* archivable(ground.at + 10, limit), closed)
      for (const { payment } of [open, due]) assert.strictEqual(yield* archive(payment.key), "Stale")
      for (const id of closed.slice(1)) yield* archive(keyOf(closedOut(ground, id)))
      assert.deepStrictEqual(yield* archivable(ground.at + 10), ["one"])
      assert.strictEqual(yield* archive(absent(ground)), "Stale")
    }),

    "what has an event to deliver is not archived, and a consumer that comes later receives the whole of it":
      Effect.gen(function* () {
        const ground = yield* newGround
        yield* subscribeAll("books")
        const { payment } = yield* put(closedOut(ground, "salary"))
        assert.strictEqual(yield* archive(payment.key), "Stale")
        yield* receiveAll("books", ground.at)
        assert.strictEqual(yield* archive(payment.key), "Saved")
        yield* subscribeAll("stock")
        const { entry } = yield* takeOne("stock", ground.at)
        assert.deepStrictEqual(
          entry,
          (yield* look(payment.key)).history.find(({ seq }) => seq === entry.seq),
        )
      }),

    "what is erased is gone for good, of the version that was read": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(closedOut(ground, "salary"))
      const { payment, tracking, version } = record
      yield* ring(payment.key, "print", ground.at, Uint8Array.of(1))
      const before = yield* stored(payment.key)
      yield* move(before, [flagged("a")], ground.at, { tracking: { notesSeen: before.newestNote } })
      const events = (yield* historyOf(payment.key)).map(toEventRow)
      const row = { ...toPaymentWrite(payment, tracking), party: null }
      assert.strictEqual(yield* archive(payment.key, { version, row, events: [] }), "Stale")
      assert.deepStrictEqual(yield* bodiesOf(payment.key), [[1]])
      const now = yield* stored(payment.key)
      const erased = { ...toPaymentWrite(now.payment, now.tracking), party: null }
      assert.strictEqual(yield* archive(payment.key, { version: now.version, row: erased, events }), "Saved")
      assert.deepStrictEqual(yield* bodiesOf(payment.key), [null])
      assert.strictEqual((yield* stored(payment.key)).version, now.version + 1)
      const found = yield* (yield* PaymentStore).list({ partyEnding: "0", id: "salary", limit: everything })
      assert.deepStrictEqual(found, [])
      assert.deepStrictEqual((yield* historyOf(payment.key)).map(toEventRow), events)
    }),
  },
}
