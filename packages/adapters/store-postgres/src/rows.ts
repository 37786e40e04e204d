/**
 * The one place where rows of Postgres become rows of core. Postgres gives 64-bit integers as text, because not all of them fit a number
 * of JavaScript; ours do, or the library did not write the row.
 */
import type { PaymentKey } from "@cauri/core"
import type { AttemptRow, EventRow, PaymentRow } from "@cauri/core/adapter"

/** A row as a driver gives it, by the names of its columns. */
export type RawRow = Readonly<Record<string, unknown>>

/** A value that travels beside a statement. */
export type Value = string | number | null | Array<string>

/** A row that the library, or this version of it, did not write. The error does not repeat its contents. */
export class UnexpectedColumn extends Error {
  override readonly name = "UnexpectedColumn"
}

const wrong = (column: string): never => {
  throw new UnexpectedColumn(`The column ${column} holds something else than it should.`)
}

const isRow = (value: unknown): value is RawRow => typeof value === "object" && value !== null

/** The rows of an answer that a library of the host passed on. */
export const rowsOf = ({ rows }: { readonly rows: ReadonlyArray<unknown> }): ReadonlyArray<RawRow> => {
  if (Array.isArray(rows) && rows.every(isRow)) return rows
  throw new UnexpectedColumn("The host's transaction answers with something else than rows.")
}

/** A whole number, whether the driver gave it as text, as a number or as a bigint. */
export const integer = (row: RawRow, column: string): number => {
  const value = row[column]
  const number = typeof value === "string" || typeof value === "bigint" ? Number(value) : value
  return typeof number === "number" && Number.isSafeInteger(number) ? number : wrong(column)
}

/** A whole number, or none. */
export const integerOrNull = (row: RawRow, column: string): number | null =>
  row[column] === null ? null : integer(row, column)

/** A number that need not be whole. */
export const real = (row: RawRow, column: string): number => {
  const value = row[column]
  return typeof value === "number" && Number.isFinite(value) ? value : wrong(column)
}

export const text = (row: RawRow, column: string): string => {
  const value = row[column]
  return typeof value === "string" ? value : wrong(column)
}

export const textOrNull = (row: RawRow, column: string): string | null =>
  row[column] === null ? null : text(row, column)

export const bytesOrNull = (row: RawRow, column: string): Uint8Array | null => {
  const value = row[column]
  if (value === null) return null
  return value instanceof Uint8Array ? new Uint8Array(value) : wrong(column)
}

export const truth = (row: RawRow, column: string): boolean => {
  const value = row[column]
  return typeof value === "boolean" ? value : wrong(column)
}

/** Rows within a row, which Postgres gathered as JSON. */
const rowsWithin = (row: RawRow, column: string): ReadonlyArray<RawRow> => {
  const value = row[column]
  return Array.isArray(value) ? value : value === null ? [] : wrong(column)
}

export const kind = (row: RawRow): PaymentKey["kind"] => {
  const value = row["kind"]
  return value === "payin" || value === "payout" ? value : wrong("kind")
}

const toAttempt = (row: RawRow): AttemptRow => ({
  number: integer(row, "number"),
  kind: text(row, "attempt_kind"),
  outcome: text(row, "outcome"),
  token: textOrNull(row, "token"),
  startedAt: integer(row, "started_at"),
})

export const toEvent = (row: RawRow): EventRow => ({
  seq: integer(row, "seq"),
  at: integer(row, "at"),
  tag: text(row, "tag"),
  deliveredAs: textOrNull(row, "delivered_as"),
  body: text(row, "body"),
})

export const toPayment = (row: RawRow, attempts: ReadonlyArray<RawRow> = rowsWithin(row, "attempts")): PaymentRow => {
  return {
    kind: kind(row),
    project: text(row, "project"),
    id: text(row, "id"),
    state: text(row, "state"),
    seq: integer(row, "seq"),
    rail: text(row, "rail"),
    amount: integer(row, "amount"),
    operator: textOrNull(row, "operator"),
    party: textOrNull(row, "party"),
    orderRef: textOrNull(row, "order_ref"),
    refundOf: textOrNull(row, "refund_of"),
    createdAt: integer(row, "created_at"),
    closedAt: integerOrNull(row, "closed_at"),
    amountPaid: integerOrNull(row, "amount_paid"),
    serviceOperator: textOrNull(row, "service_operator"),
    actAt: integerOrNull(row, "act_at"),
    openFlags: integer(row, "open_flags"),
    body: text(row, "body"),
    version: integer(row, "version"),
    leaseNumber: integer(row, "lease_number"),
    leaseUntil: integer(row, "lease_until"),
    newestNote: integer(row, "newest_note"),
    attempts: attempts.map(toAttempt),
    // In the order in which their newest notes came.
    notes: attempts
      .flatMap((each) =>
        each["attempt_note"] === null
          ? []
          : [{ attempt: integer(each, "number"), newest: integer(each, "attempt_note") }],
      )
      .toSorted((one, other) => one.newest - other.newest),
  }
}
