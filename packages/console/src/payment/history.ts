/** Reads one stored payment and its history, whole, or as far as it is readable. */
import { Effect, Result } from "effect"
import { type PaymentKey, PaymentNotFound, PaymentStore } from "@cauri/core"
import { type UnreadableEvent, UnreadableRow } from "@cauri/core/adapter"
import type { HistoryEntry } from "@cauri/core/model"

const page = 1_000
/** Core writes no history longer than this. */
const longest = 100_000

/** The readable lines of a history, and what is known of the others. */
export interface History {
  readonly history: ReadonlyArray<HistoryEntry>
  readonly unreadable: ReadonlyArray<UnreadableEvent>
}

const lineOf = (defect: unknown) =>
  UnreadableRow.is(defect) && defect.line !== undefined ? Effect.succeed(Result.fail(defect.line)) : Effect.die(defect)

/** The history of a payment, as far as it is readable. */
export const readableHistoryOf = Effect.fn("readableHistoryOf")(function* (key: PaymentKey) {
  const store = yield* PaymentStore
  const history: Array<HistoryEntry> = []
  const unreadable: Array<UnreadableEvent> = []
  let after = 0
  let limit = page
  while (history.length + unreadable.length < longest) {
    const read = yield* store
      .history({ key, after, limit })
      .pipe(Effect.map(Result.succeed), Effect.catchDefect(lineOf))
    if (Result.isSuccess(read)) {
      history.push(...read.success)
      after = read.success.at(-1)?.seq ?? after
      if (read.success.length < limit) break
    } else if (limit > 1) {
      // A page with an unreadable line fails as a whole: read line by line up to it.
      limit = 1
    } else {
      unreadable.push(read.failure)
      after = read.failure.seq
      limit = page
    }
  }
  const found: History = { history, unreadable }
  return found
})

/** The whole history of a payment. Dies at an unreadable line. */
export const historyOf = Effect.fn("historyOf")(function* (key: PaymentKey) {
  const store = yield* PaymentStore
  const entries: Array<HistoryEntry> = []
  let read: ReadonlyArray<HistoryEntry>
  do {
    read = yield* store.history({ key, after: entries.at(-1)?.seq ?? 0, limit: page })
    entries.push(...read)
  } while (read.length === page && entries.length < longest)
  const whole: ReadonlyArray<HistoryEntry> = entries
  return whole
})

/** The stored payment; fails when there is none. */
export const recordOf = Effect.fn("recordOf")(function* (key: PaymentKey) {
  return (yield* (yield* PaymentStore).find(key)) ?? (yield* new PaymentNotFound({ key }))
})
