/** The form of a statement: how its text becomes rows, and which columns say what. Learnt once, corrected by a person, and kept. */
import { Schema } from "effect"

const Column = Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 199 })))
const Words = Schema.Array(Schema.String)

/** The delimiters that are read. */
export const delimiters = [",", ";", "\t", "|"] as const

/** The names of the columns. */
export const columnNames = [
  "at",
  "hour",
  "amount",
  "debit",
  "credit",
  "fee",
  "reference",
  "phone",
  "status",
  "balance",
] as const
/** What a column says. */
export type ColumnName = (typeof columnNames)[number]

/** How a statement is read. Columns are counted from 0; null: the file has none. */
export const StatementForm = Schema.Struct({
  delimiter: Schema.Literals(delimiters),
  /** The line of the first row, counted from 1. */
  first: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)),
  /** How many lines at the end are no rows. */
  foot: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
  columns: Schema.Struct({
    at: Column,
    hour: Column,
    amount: Column,
    debit: Column,
    credit: Column,
    fee: Column,
    reference: Column,
    phone: Column,
    status: Column,
    balance: Column,
  }),
  /** What an amount without a sign does, where one column holds them all: money comes in, or goes out. */
  plus: Schema.Literals(["in", "out"]),
  decimal: Schema.Literals([",", "."]),
  day: Schema.Literals(["ymd", "dmy", "mdy"]),
  /** The time zone of its times: `UTC`, `+01:00` or `Africa/Abidjan`. */
  zone: Schema.String,
  /** Whether a fee is charged beside the amount, or is within it. */
  fees: Schema.Literals(["beside", "within"]),
  /** The statuses of what moved, and of what did not; any other says neither. */
  completed: Words,
  failed: Words,
})
/** How a statement is read. */
export interface StatementForm extends Schema.Schema.Type<typeof StatementForm> {}

/** Text as it is compared: without accents, capitals and outer spaces. */
export const folded = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[\s_.'’-]+/g, " ")
    .trim()
