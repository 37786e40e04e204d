/** Reads a statement by its form. Every line is a row, a bad row with its reason, or before or after the rows: none is dropped. */
import { createHash } from "node:crypto"
import { Result } from "effect"
import { type ColumnName, folded, type StatementForm } from "./form.ts"
import { type FileRecord, recordsOf } from "./text.ts"
import { readAmount, readMoment, readPhone, type RowProblem } from "./values.ts"

/** A row of a statement. */
export interface StatementRow {
  /** Where it stands in the file. */
  readonly number: number
  readonly at: number
  /** How many milliseconds later it may have been: statements may know the minute or the day alone. */
  readonly span: number
  /** Above zero: came in. Without a fee that is charged beside it. */
  readonly amount: number
  readonly fee: number
  readonly reference: string
  readonly phone: string | null
  readonly status: string
  /** Whether money moved, as the status says. */
  readonly moved: "yes" | "no" | "unknown"
  readonly balance: number | null
  readonly text: string
  readonly digest: string
}

/** A line that should be a row and is not. */
interface BadRow {
  readonly number: number
  readonly because: RowProblem
  readonly text: string
}

/** What was read. */
export interface ReadStatement {
  readonly rows: ReadonlyArray<StatementRow>
  readonly bad: ReadonlyArray<BadRow>
  readonly head: ReadonlyArray<FileRecord>
  readonly foot: ReadonlyArray<FileRecord>
}

/** What its content adds to the balance. */
const movementOf = ({ amount, fee, moved }: StatementRow): number => (moved === "yes" ? amount - fee : 0)

const cellOf = (form: StatementForm, { cells }: FileRecord, name: ColumnName): string => {
  const column = form.columns[name]
  return column === null ? "" : (cells[column] ?? "").trim()
}

const movedBy = (form: StatementForm, status: string): StatementRow["moved"] => {
  if (form.columns.status === null) return "yes"
  const is = (words: ReadonlyArray<string>) => words.some((word) => folded(word) === folded(status))
  return is(form.completed) ? "yes" : is(form.failed) ? "no" : "unknown"
}

/** The signed amount of a row. */
const amountOf = (form: StatementForm, record: FileRecord): Result.Result<number, RowProblem> => {
  const read = (name: ColumnName) => readAmount(cellOf(form, record, name), form.decimal)
  if (form.columns.amount !== null) {
    return Result.map(read("amount"), (amount) => (form.plus === "out" ? 0 - amount : amount))
  }
  const given = (["debit", "credit"] as const).filter((name) => cellOf(form, record, name) !== "")
  const amounts: Array<number> = []
  for (const name of given) {
    const amount = read(name)
    if (Result.isFailure(amount)) return amount
    // A debit is written with or without its sign.
    if (amount.success !== 0) amounts.push(name === "debit" ? -Math.abs(amount.success) : amount.success)
  }
  const [only, ...others] = amounts
  if (others.length > 0) return Result.fail("both_amounts")
  return given.length === 0 ? Result.fail("no_amount") : Result.succeed(only ?? 0)
}

const optional = (text: string, form: StatementForm, problem: RowProblem): Result.Result<number | null, RowProblem> =>
  text === "" ? Result.succeed(null) : Result.mapError(readAmount(text, form.decimal), () => problem)

type Undigested = Omit<StatementRow, "digest">

const rowOf = (form: StatementForm, record: FileRecord): Result.Result<Undigested, RowProblem> => {
  const cell = (name: ColumnName) => cellOf(form, record, name)
  if (record.broken) return Result.fail("quotes")
  const wanted = Math.max(
    ...(["at", "amount"] as const).map((name) => form.columns[name] ?? 0),
    form.columns.amount === null ? Math.min(form.columns.debit ?? 0, form.columns.credit ?? 0) : 0,
  )
  if (record.cells.length <= wanted) return Result.fail("columns")
  const moment = readMoment([cell("at"), cell("hour")].filter((text) => text !== "").join(" "), form)
  if (moment === null) return Result.fail("date")
  const amount = amountOf(form, record)
  if (Result.isFailure(amount)) return Result.fail(amount.failure)
  const feeGiven = optional(cell("fee"), form, "fee")
  if (Result.isFailure(feeGiven)) return Result.fail(feeGiven.failure)
  const balance = optional(cell("balance"), form, "balance")
  if (Result.isFailure(balance)) return Result.fail(balance.failure)
  const fee = Math.abs(feeGiven.success ?? 0)
  const status = cell("status")
  return Result.succeed({
    number: record.line,
    ...moment,
    amount: form.fees === "within" ? amount.success + fee : amount.success,
    fee,
    reference: cell("reference"),
    phone: readPhone(cell("phone")),
    status,
    moved: movedBy(form, status),
    balance: balance.success,
    text: record.text,
  })
}

/** What a line says, without its place in the file and its balance, which another file may count from elsewhere. */
const contentOf = ({ amount, at, fee, phone, reference, span, status }: Undigested): string =>
  JSON.stringify([at, span, amount, fee, reference, phone, folded(status)])

/** Gives each row its digest; rows of one content are told apart by their order. */
const digested = (rows: ReadonlyArray<Undigested>): ReadonlyArray<StatementRow> => {
  const ordinals = new Map<string, number>()
  return rows.map((row) => {
    const content = contentOf(row)
    const ordinal = (ordinals.get(content) ?? 0) + 1
    ordinals.set(content, ordinal)
    return { ...row, digest: createHash("sha256").update(`${content}#${ordinal}`).digest("hex") }
  })
}

/** Reads a text by a form. */
export const readStatement = (text: string, form: StatementForm): ReadStatement => {
  const records = recordsOf(text, form.delimiter)
  const from = records.findIndex(({ line }) => line >= form.first)
  const start = from < 0 ? records.length : from
  const end = Math.max(start, records.length - form.foot)
  const rows: Array<Undigested> = []
  const bad: Array<BadRow> = []
  for (const record of records.slice(start, end)) {
    const row = rowOf(form, record)
    if (Result.isSuccess(row)) rows.push(row.success)
    else bad.push({ number: record.line, because: row.failure, text: record.text })
  }
  return { rows: digested(rows), bad, head: records.slice(0, start), foot: records.slice(end) }
}

/** By how much opening, movements and closing disagree; null: one of both balances is unknown. */
export const differenceOf = (
  rows: ReadonlyArray<StatementRow>,
  opening: number | null,
  closing: number | null,
): number | null =>
  opening === null || closing === null ? null : rows.reduce((sum, row) => sum + movementOf(row), opening) - closing
