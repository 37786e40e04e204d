/**
 * Reads the rows of a batch or a page one by one: a row that cannot be read must not keep the others waiting. It is named in the log,
 * and a person has to look at it.
 */
import { Effect, Option, Result } from "effect"
import { keyText, PaymentId, type PaymentKey, ProjectId } from "../model/Identifiers.ts"
import type { PaymentRecord } from "../model/PaymentRecord.ts"
import { type PaymentRow, toRecord } from "./PaymentRow.ts"

/** A payment whose row cannot be read, such as one of a newer program, as far as the columns beside its body tell of it. */
export interface Unreadable extends Pick<PaymentRow, "state" | "rail" | "amount" | "operator" | "createdAt"> {
  readonly key: PaymentKey
}

const unchecked = { disableChecks: true }

const passedOver = ({ amount, createdAt, id, kind, operator, project, rail, state }: PaymentRow): Unreadable => ({
  // A foreign hand may have written what is no name of ours; the payment has no other.
  key: { kind, project: ProjectId.make(project, unchecked), id: PaymentId.make(id, unchecked) },
  state,
  rail,
  amount,
  operator,
  createdAt,
})

const readRow = (row: PaymentRow): Effect.Effect<Result.Result<PaymentRecord, Unreadable>> =>
  Effect.sync(() => Result.succeed(toRecord(row))).pipe(
    Effect.catchDefect((defect) => Effect.as(Effect.logError(String(defect)), Result.fail(passedOver(row)))),
  )

/** Every row, in its place: its payment, or what is known of one that cannot be read. */
export const readEach = (
  rows: ReadonlyArray<PaymentRow>,
): Effect.Effect<ReadonlyArray<Result.Result<PaymentRecord, Unreadable>>> =>
  Effect.forEach(rows, readRow, { concurrency: 1 })

/** The payments of those rows that can be read. */
export const readable = (page: ReadonlyArray<Result.Result<PaymentRecord, Unreadable>>): ReadonlyArray<PaymentRecord> =>
  page.flatMap((each) => Option.toArray(Result.getSuccess(each)))

/** Tells in the log what follows from passing over those that cannot be read, and what to do; nothing of what is in them (S16). */
export const tellPassedOver = (
  page: ReadonlyArray<Result.Result<PaymentRecord, Unreadable>>,
  whatFollows: string,
): Effect.Effect<void> =>
  Effect.forEach(
    page.flatMap((each) => Option.toArray(Result.getFailure(each))),
    ({ key }) =>
      Effect.logError(`The ${keyText(key)} was passed over: ${whatFollows} Use a program as new as what wrote it.`),
    { concurrency: 1, discard: true },
  )
