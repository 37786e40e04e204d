/**
 * The one place where rows of the database become rows of core.
 *
 * A payment is read in one statement with its attempts and notes, so it is consistent even while other processes write.
 */
import type { PaymentRow } from "@cauri/core/adapter"
import { type Column, type GetColumnData, sql } from "drizzle-orm"
import { payments, queue } from "./tables.ts"

/**
 * The attempts of a payment as JSON, in any order. The names are written out because drizzle leaves the tables' names away in a
 * query of one table, and this is a query within it.
 */
const attemptsOfPayment = sql<string>`(
  SELECT json_group_array(json_array(
    attempt.number, attempt.attempt_kind, attempt.outcome, attempt.token, attempt.started_at, attempt.newest_note
  ))
  FROM cauri_attempts AS attempt
  WHERE attempt.id = cauri_payments.id AND attempt.kind = cauri_payments.kind AND attempt.project = cauri_payments.project
)`

/** A column under the name of its field, so that a row of SQLite has our names. */
const named = <A extends Column>(column: A, name: string) => sql<GetColumnData<A>>`${column}`.as(name)

/**
 * A column of a payment's row in the queue, by look-up and not by join: SQLite plans a join again for every new set of values, which for
 * one row costs several times the look-up.
 */
export const placeOf = (column: string) => `(
  SELECT place.${column} FROM cauri_queue AS place
  WHERE place.id = cauri_payments.id AND place.kind = cauri_payments.kind AND place.project = cauri_payments.project
)`

const queueColumn = <A extends Column>(column: A, name: string) =>
  sql<GetColumnData<A>>`${sql.raw(placeOf(column.name))}`.as(name)

/** Everything that core reads of a payment. */
export const paymentColumns = {
  kind: payments.kind,
  project: payments.project,
  id: payments.id,
  state: payments.state,
  seq: payments.seq,
  rail: payments.rail,
  amount: payments.amount,
  operator: payments.operator,
  party: payments.party,
  orderRef: named(payments.orderRef, "orderRef"),
  refundOf: named(payments.refundOf, "refundOf"),
  createdAt: named(payments.createdAt, "createdAt"),
  closedAt: named(payments.closedAt, "closedAt"),
  amountPaid: named(payments.amountPaid, "amountPaid"),
  serviceOperator: named(payments.serviceOperator, "serviceOperator"),
  actAt: queueColumn(queue.actAt, "actAt"),
  openFlags: named(payments.openFlags, "openFlags"),
  body: payments.body,
  version: payments.version,
  leaseNumber: queueColumn(queue.leaseNumber, "leaseNumber"),
  leaseUntil: queueColumn(queue.leaseUntil, "leaseUntil"),
  newestNote: named(payments.newestNote, "newestNote"),
  attempts: attemptsOfPayment.as("attempts"),
}

/** A payment as the database gives it. */
export interface StoredPayment extends Omit<PaymentRow, "attempts" | "notes"> {
  readonly attempts: string
}

/** An attempt within the JSON of a payment. */
type StoredAttempt = readonly [
  number: number,
  kind: string,
  outcome: string,
  token: string | null,
  startedAt: number,
  newestNote: number | null,
]

export const toPaymentRow = (stored: StoredPayment): PaymentRow => {
  const found: ReadonlyArray<StoredAttempt> = JSON.parse(stored.attempts)
  const all = found.toSorted(([one], [other]) => one - other)
  return {
    ...stored,
    attempts: all.map(([number, kind, outcome, token, startedAt]) => ({ number, kind, outcome, token, startedAt })),
    notes: all
      .flatMap(([attempt, , , , , newest]) => (newest === null ? [] : [{ attempt, newest }]))
      .toSorted((one, other) => one.newest - other.newest),
  }
}
