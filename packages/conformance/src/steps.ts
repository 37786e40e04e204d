/**
 * What the cases do again and again with a store, and how they compare what comes back.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { type PaymentKey, PaymentStore, type StoreError } from "@cauri/core"
import { type Claimed, type ClaimGuards, type Inserted, toPaymentWrite } from "@cauri/core/adapter"
import type { HistoryEntry, PaymentEvent, PaymentRecord, Tracking } from "@cauri/core/model"
import { after, keyOf, started, type Step } from "./samples.ts"

/** More than any case stores. */
export const everything = 1_000

export const noGuards: ClaimGuards = { pauses: [], twin: null, refund: null }

/** Everything that a record says, as plain data: the columns, the body as JSON, and what the store counts itself. */
export const plain = (record: PaymentRecord) => ({
  ...toPaymentWrite(record.payment, record.tracking),
  version: record.version,
  lease: record.lease,
  newestNote: record.newestNote,
  notes: record.notes.toSorted((one, other) => one.attempt - other.attempt),
})

/** The record that a step must become when it is inserted. */
export const inserted = (step: Step): PaymentRecord => ({
  payment: step.change.payment,
  tracking: step.tracking,
  version: 1,
  lease: { number: 0, until: 0 },
  notes: [],
  newestNote: 0,
})

/** Fails unless both records say the same. */
export const sameRecord = (actual: PaymentRecord, expected: PaymentRecord): void =>
  assert.deepStrictEqual(plain(actual), plain(expected))

/** The first of them, which must be there. */
export const firstOf = <A>(all: ReadonlyArray<A>): A => {
  const [first] = all
  return first === undefined ? assert.fail("there is none") : first
}

/** The payment that an insert found, which must have been there. */
export const foundBy = (answer: Inserted<PaymentRecord>): PaymentRecord =>
  answer._tag === "AlreadyThere" ? answer.found : assert.fail("it was inserted once more")

/** The stored payment, which must be there. */
export const stored = Effect.fnUntraced(function* (key: PaymentKey) {
  const found = yield* (yield* PaymentStore).find(key)
  return firstOf(found === null ? [] : [found])
})

export const historyOf = Effect.fnUntraced(function* (key: PaymentKey) {
  return yield* (yield* PaymentStore).history({ key, after: 0, limit: everything })
})

/** All that the port tells of a payment. */
export interface Seen {
  readonly record: ReturnType<typeof plain>
  readonly history: ReadonlyArray<HistoryEntry>
}

/** All that the port tells of a payment, to detect later changes. */
export const look = (key: PaymentKey): Effect.Effect<Seen, StoreError, PaymentStore> =>
  Effect.all({ record: Effect.map(stored(key), plain), history: historyOf(key) }, { concurrency: 1 })

export const put = Effect.fnUntraced(function* (step: Step) {
  const answer = yield* (yield* PaymentStore).insert(step.change, step.tracking)
  assert.strictEqual(answer._tag, "Inserted")
  return yield* stored(keyOf(step))
})

/** Inserts several payments. */
export const putAll = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
  return yield* Effect.forEach(steps, put, { concurrency: 1 })
})

export interface MoveTerms {
  readonly tracking?: Partial<Tracking>
  readonly giveBack?: number
  readonly version?: number
  readonly unlessNoteAfter?: number
}

/** Saves the next step of a payment and returns the store's answer. */
export const save = Effect.fnUntraced(function* (
  record: PaymentRecord,
  events: ReadonlyArray<PaymentEvent>,
  now: number,
  terms: MoveTerms = {},
) {
  const step = after(record, events, now, terms.tracking)
  const { tracking: _watch, ...others } = terms
  const how = { version: record.version, giveBack: null, now, ...others }
  return yield* (yield* PaymentStore).save(step.change, step.tracking, how)
})

/** Saves the next step of a payment, which must succeed, and reads it back. */
export const move = Effect.fnUntraced(function* (
  record: PaymentRecord,
  events: ReadonlyArray<PaymentEvent>,
  now: number,
  terms: MoveTerms = {},
) {
  assert.strictEqual(yield* save(record, events, now, terms), "Saved")
  return yield* stored(record.payment.key)
})

export const claim = Effect.fnUntraced(function* (
  record: PaymentRecord,
  now: number,
  guards: Partial<ClaimGuards> = {},
  leaseUntil = now + 60_000,
): Effect.fn.Return<Claimed, StoreError, PaymentStore> {
  const step = after(record, [started(record.payment.attempts.length + 1)], now)
  const terms = { version: record.version, giveBack: null, now }
  return yield* (yield* PaymentStore).claim(step.change, step.tracking, {
    ...terms,
    guards: { ...noGuards, ...guards },
    leaseUntil,
  })
})
