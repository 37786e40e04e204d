/**
 * What the tables really hold, seen through a side door: the columns that people and workers query, the attempts as rows, and the callbacks
 * that are kept as evidence.
 */
import { assert } from "@effect/vitest"
import { Effect, Fiber, Option } from "effect"
import { type PaymentKey, PaymentStore } from "@cauri/core"
import { type SharedState, toEventRow, toPaymentWrite } from "@cauri/core/adapter"
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
  payinStates,
  payoutIn,
  payoutStates,
  started,
  type Step,
} from "../samples.ts"
import { type Landed, SideDoor } from "../SideDoor.ts"
import { claim, firstOf, move, put, save } from "../steps.ts"
import { noteOf } from "./callbacks.ts"

const sorted = ({ row, attempts, events, notes }: Landed): Landed => ({
  row,
  attempts: attempts.toSorted((one, other) => one.number - other.number),
  events: events.toSorted((one, other) => one.seq - other.seq),
  notes: notes.toSorted((one, other) => one.number - other.number),
})

const landed = Effect.fnUntraced(function* (key: PaymentKey) {
  const found = yield* (yield* SideDoor).read(key)
  return sorted(firstOf(Option.toArray(found)))
})

/** What the tables must hold after this step, beside what the store counts itself. */
const written = ({ change, tracking }: Step) => {
  const { attempts, ...row } = toPaymentWrite(change.payment, tracking)
  return { row, attempts }
}

const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, (_, index) => (index * 31) % 256)

export const landing: Facet<PaymentStore | SharedState | SideDoor> = {
  name: "what lies in the tables",
  alone: false,
  cases: {
    "a payment of every state lies there in columns, attempts and events": Effect.gen(function* () {
      const ground = yield* newGround
      const wish = {
        actAt: ground.at + 5,
        endedAt: ground.at + 4,
        followedBy: [flagged("late")],
      }
      const steps = [
        ...payinStates.map((state) => payinIn(ground, state, state, { ...wish, orderRef: "order/1" })),
        ...payoutStates.map((state) =>
          payoutIn(ground, state, state, { ...wish, operator: "Operator One", refundOf: "order" }),
        ),
      ]
      for (const step of steps) {
        yield* put(step)
        const { row, attempts } = written(step)
        const counted = { version: 1, leaseNumber: 0, leaseUntil: 0, newestNote: 0 }
        assert.deepStrictEqual(yield* landed(keyOf(step)), {
          row: { ...row, ...counted },
          attempts,
          events: step.change.entries.map(toEventRow),
          notes: [],
        })
      }
    }),

    "a save replaces the columns and the attempts, and adds its events": Effect.gen(function* () {
      const ground = yield* newGround
      const first = payoutIn(ground, "salary", "submitting")
      const record = yield* put(first)
      const again = yield* move(record, [notSent(1), started(2)], ground.at + 1)
      const step = after(again, [accepted(2), completed(2, 500, ground.at + 2)], ground.at + 2, { actAt: 3 })
      yield* (yield* PaymentStore).save(step.change, step.tracking, { version: 2, giveBack: null, now: ground.at + 2 })
      const { row, attempts, events } = yield* landed(keyOf(first))
      const expected = written(step)
      assert.deepStrictEqual(row, { ...expected.row, version: 3, leaseNumber: 0, leaseUntil: 0, newestNote: 0 })
      assert.deepStrictEqual(attempts, expected.attempts)
      assert.deepStrictEqual(
        attempts.map(({ number, outcome, token }) => [number, outcome, token]),
        [
          [1, "not_sent", null],
          [2, "accepted", "token-2"],
        ],
      )
      const tags = ["intended", "attempt_started", "attempt_not_sent", "attempt_started", "accepted", "completed"]
      assert.deepStrictEqual(
        events.map(({ seq, tag }) => [seq, tag]),
        tags.map((tag, index) => [index + 1, tag]),
      )
    }),

    "a stale save and a claim that is stopped leave every table as it was": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payoutIn(ground, "salary", "intended", { refundOf: "order" }))
      yield* put(payoutIn(ground, "twin", "pending"))
      yield* (yield* PaymentStore).noteCallback(noteOf(record.payment.key, "print"))
      const before = yield* landed(record.payment.key)
      const twin = { party: ground.phone(0), amount: 500, completedSince: 0 }
      const refund = { of: record.payment.key.id, project: ground.project, atMost: 0 }
      assert.strictEqual(yield* save(record, [started(1)], ground.at, { version: 2, giveBack: 0 }), "Stale")
      assert.strictEqual((yield* claim({ ...record, version: 2 }, ground.at))._tag, "Stale")
      assert.deepStrictEqual(yield* claim(record, ground.at, { twin }), { _tag: "Stopped", because: "twin" })
      assert.deepStrictEqual(yield* claim(record, ground.at, { refund }), {
        _tag: "Stopped",
        because: "refund_too_high",
      })
      assert.deepStrictEqual(yield* landed(record.payment.key), before)
    }),

    "a claim lands with its attempt, its event and its lease": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payoutIn(ground, "salary"))
      yield* claim(record, ground.at + 1, {}, ground.at + 60_000)
      const { row, attempts, events } = yield* landed(record.payment.key)
      assert.deepStrictEqual(
        [row.state, row.version, row.leaseNumber, row.leaseUntil],
        ["submitting", 2, 1, ground.at + 60_000],
      )
      assert.deepStrictEqual(attempts, [
        { number: 1, kind: "pay", outcome: "in_flight", token: null, startedAt: ground.at + 1 },
      ])
      assert.strictEqual(events.length, 2)
    }),

    "a note moves the column of its payment and not the body": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payoutIn(ground, "salary", "pending", { actAt: ground.at + 99 }))
      const before = yield* landed(record.payment.key)
      yield* (yield* PaymentStore).noteCallback(noteOf(record.payment.key, "print", { receivedAt: ground.at + 5 }))
      const { row } = yield* landed(record.payment.key)
      assert.deepStrictEqual(row, { ...before.row, actAt: ground.at + 5, newestNote: 1 })
      yield* move(record, [], ground.at + 7, { tracking: { actAt: null } })
      assert.strictEqual((yield* landed(record.payment.key)).row.actAt, ground.at + 7)
    }),

    "bodies of any content lie there byte for byte: empty, binary, none, and 16 KiB": Effect.gen(function* () {
      const ground = yield* newGround
      const store = yield* PaymentStore
      const { payment } = yield* put(payoutIn(ground, "salary", "submitting", { followedBy: [notSent(1), started(2)] }))
      const bodies = [null, new Uint8Array(0), Uint8Array.of(0, 1, 0, 255, 254, 0), bytes(256), bytes(16_384)]
      const notes = bodies.map((body, index) => ({
        attempt: (index % 2) + 1,
        fingerprint: `print ${index}`,
        receivedAt: ground.at + index,
        body,
      }))
      for (const note of notes) yield* store.noteCallback({ key: payment.key, ...note })
      const found = (yield* landed(payment.key)).notes
      assert.deepStrictEqual(
        found.map((note) => ({ ...note, body: note.body === null ? null : [...note.body] })),
        notes.map((note, index) => ({ number: index + 1, ...note, body: note.body === null ? null : [...note.body] })),
      )
    }),

    "a body lies there as it was received, whatever its sender does with the bytes later": Effect.gen(function* () {
      const ground = yield* newGround
      const { payment } = yield* put(payoutIn(ground, "salary", "pending"))
      // A slice of Node's buffers is no copy of them.
      const body = Buffer.from(bytes(64))
      const store = yield* PaymentStore
      const noting = yield* Effect.forkChild(store.noteCallback(noteOf(payment.key, "print", { body })), {
        startImmediately: true,
      })
      body.fill(0)
      yield* Fiber.join(noting)
      const note = firstOf((yield* landed(payment.key)).notes)
      assert.deepStrictEqual(note.body, bytes(64))
    }),

    "a repetition and an unknown note leave nothing behind, and the first keeps its evidence": Effect.gen(function* () {
      const ground = yield* newGround
      const store = yield* PaymentStore
      const { payment } = yield* put(payoutIn(ground, "salary", "pending"))
      yield* store.noteCallback(noteOf(payment.key, "print", { receivedAt: ground.at, body: bytes(3) }))
      const before = yield* landed(payment.key)
      yield* store.noteCallback(noteOf(payment.key, "print", { receivedAt: ground.at - 9, body: bytes(9) }))
      yield* store.noteCallback(noteOf(payment.key, "other", { attempt: 7, receivedAt: ground.at - 9 }))
      assert.deepStrictEqual(yield* landed(payment.key), before)
    }),

    "notes lie there through every save": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payoutIn(ground, "salary", "submitting"))
      yield* (yield* PaymentStore).noteCallback(noteOf(record.payment.key, "print", { body: bytes(5) }))
      const { notes } = yield* landed(record.payment.key)
      assert.strictEqual(notes.length, 1)
      yield* move(record, [notSent(1), started(2)], ground.at)
      assert.deepStrictEqual((yield* landed(record.payment.key)).notes, notes)
    }),
  },
}
