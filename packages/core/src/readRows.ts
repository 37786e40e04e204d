/**
 * Reads the rows of a batch or a page one by one: a row that cannot be read must not keep the others waiting. It is named in the log,
 * and a person has to look at it.
 */
import { Effect, Option } from "effect"
import type { PaymentRecord } from "./nextAction.ts"
import { type PaymentRow, toRecord } from "./PaymentRow.ts"

const readable = (row: PaymentRow) =>
  Effect.sync(() => Option.some(toRecord(row))).pipe(
    Effect.catchDefect((defect) => Effect.as(Effect.logError(String(defect)), Option.none<PaymentRecord>())),
  )

/** The payments of those rows that can be read. */
export const readRows = (rows: ReadonlyArray<PaymentRow>): Effect.Effect<ReadonlyArray<PaymentRecord>> =>
  Effect.map(Effect.forEach(rows, readable, { concurrency: 1 }), (read) => read.flatMap(Option.toArray))
