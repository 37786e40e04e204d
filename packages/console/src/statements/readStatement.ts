/**
 * Reads a statement: one CSV file whose header names its columns (`docs/en/operating/statements.md`). Every row is read, or the file is
 * refused with the rows that cannot be.
 */
import { createHash } from "node:crypto"
import { parse } from "csv-parse/sync"
import { Result } from "effect"

/** The largest file. */
export const largestFile = 8 * 1_048_576

/** The names of the columns. The first three have to be there. */
const columnNames = ["time", "kind", "amount", "number", "reference", "operator", "state", "balance"] as const
type ColumnName = (typeof columnNames)[number]

/** Why a file is not read at all. */
export type FileRefusal = "no_text" | "empty" | "too_large" | "header" | "quotes"

/** Why a row is not read. */
type RowProblem =
  | "columns"
  | "time"
  | "kind"
  | "amount"
  | "number"
  | "operator"
  | "state"
  | "balance"
  | "opening"
  | "closing"
  | "differs"

/** A line of a statement that moved money, or tried to. */
export interface StatementRow {
  /** The line of the file on which it stands. */
  readonly number: number
  readonly at: number
  /** How many milliseconds later it may have been: statements may know the minute or the day alone. */
  readonly span: number
  /** Above zero: came in. */
  readonly amount: number
  /** `other`: a fee, a top-up, what is no payment of a customer or to a beneficiary. */
  readonly kind: "payin" | "payout" | "other"
  readonly reference: string
  readonly phone: string | null
  readonly operator: string
  /** Whether money moved. */
  readonly moved: "yes" | "no" | "unknown"
  readonly digest: string
}

export interface BadRow {
  readonly number: number
  readonly because: RowProblem
}

export interface ReadStatement {
  readonly rows: ReadonlyArray<StatementRow>
  readonly bad: ReadonlyArray<BadRow>
  /** From the first row to behind the last. */
  readonly from: number
  readonly before: number
  /** The operators whose balances it opens and closes; empty text: the one balance of a project. */
  readonly covers: ReadonlyArray<string>
}

const written = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)? ?(Z|[+-]\d{2}:\d{2})?$/

/** A moment, in UTC where it names no offset, and how much later it may have been. */
const momentIn = (text: string): Pick<StatementRow, "at" | "span"> | null => {
  const [, , , , hour, minute, second, offset = "Z"] = written.exec(text) ?? []
  if (!written.test(text)) return null
  const time = `${hour ?? "00"}:${minute ?? "00"}:${second ?? "00"}`
  const day = text.slice(0, 10)
  // A calendar would read the 31st of a shorter month as a day of the next one.
  if (new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) !== day) return null
  const at = Date.parse(`${day}T${time}${offset}`)
  if (Number.isNaN(at)) return null
  return { at, span: hour === undefined ? 86_399_999 : second === undefined ? 59_999 : 999 }
}

const wholeIn = (text: string): number | null => (/^-?\d{1,15}$/.test(text) ? Number(text) : null)

const signs: Readonly<Record<string, readonly [StatementRow["kind"], 1 | -1]>> = {
  payin: ["payin", 1],
  payout: ["payout", -1],
  in: ["other", 1],
  out: ["other", -1],
}

const states: Readonly<Record<string, StatementRow["moved"]>> = {
  completed: "yes",
  not_completed: "no",
  pending: "unknown",
}

type Cells = (name: ColumnName) => string
type Undigested = Omit<StatementRow, "digest">

const rowOf = (line: number, cell: Cells, hasState: boolean): Result.Result<Undigested, RowProblem> => {
  const moment = momentIn(cell("time"))
  if (moment === null) return Result.fail("time")
  const [kind, sign] = signs[cell("kind")] ?? []
  if (kind === undefined || sign === undefined) return Result.fail("kind")
  const amount = wholeIn(cell("amount"))
  if (amount === null || amount < 0) return Result.fail("amount")
  const phone = cell("number").replaceAll(/^\+|[ -]/g, "")
  if (phone !== "" && !/^\d{8,15}$/.test(phone)) return Result.fail("number")
  const moved = hasState ? states[cell("state")] : "yes"
  if (moved === undefined) return Result.fail("state")
  return Result.succeed({
    number: line,
    ...moment,
    amount: amount === 0 ? 0 : amount * sign,
    kind,
    reference: cell("reference"),
    phone: phone === "" ? null : phone,
    operator: cell("operator"),
    moved,
  })
}

/** What a line says, without its place in the file and its balance, which another file may count from elsewhere. */
const contentOf = ({ number: _number, ...row }: Undigested): string => JSON.stringify(Object.values(row))

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

const textOf = (bytes: Uint8Array): Result.Result<string, FileRefusal> => {
  if (bytes.length > largestFile) return Result.fail("too_large")
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
    if (text.includes("\0")) return Result.fail("no_text")
    return text.trim() === "" ? Result.fail("empty") : Result.succeed(text)
  } catch {
    return Result.fail("no_text")
  }
}

interface FileRecord {
  readonly line: number
  readonly cells: ReadonlyArray<string>
}

/** The records of a text, each with the line on which it ends. */
const recordsOf = (text: string): Result.Result<ReadonlyArray<FileRecord>, FileRefusal> => {
  const [header = ""] = text.split(/\r\n|\n|\r/, 1)
  const delimiter = [";", "\t"].find((each) => header.includes(each)) ?? ","
  try {
    const records: Array<FileRecord> = []
    parse(text, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      onRecord: (record: ReadonlyArray<string>, { lines }) => {
        const cells = record.map((each) => each.trim())
        if (cells.some((each) => each !== "")) records.push({ line: lines, cells })
        return null
      },
    })
    return Result.succeed(records)
  } catch {
    return Result.fail("quotes")
  }
}

/** The balance of one operator, as the rows lead it from its opening to its closing. */
interface Balance {
  readonly opened: number
  now: number
  closed: number | null
}

export const readStatement = (bytes: Uint8Array): Result.Result<ReadStatement, FileRefusal> => {
  const records = Result.flatMap(textOf(bytes), recordsOf)
  if (Result.isFailure(records)) return Result.fail(records.failure)
  const [head, ...rest] = records.success
  const names = head?.cells.map((each) => each.toLowerCase()) ?? []
  if (
    names.some((name) => columnNames.every((each) => each !== name)) ||
    new Set(names).size < names.length ||
    ["time", "kind", "amount"].some((name) => !names.includes(name))
  )
    return Result.fail("header")
  if (rest.length === 0) return Result.fail("empty")
  const rows: Array<Undigested> = []
  const bad: Array<BadRow> = []
  const balances = new Map<string, Balance>()
  const moments: Array<number> = []
  const read = (line: number, cell: Cells): RowProblem | null => {
    const balance = cell("balance") === "" ? null : wholeIn(cell("balance"))
    if (balance === null && cell("balance") !== "") return "balance"
    // As an operator of a payout is written.
    const operator = cell("operator")
    if (!/^[\x20-\x7E]{0,64}$/.test(operator)) return "operator"
    const open = balances.get(operator)
    const kind = cell("kind")
    if (kind === "opening" || kind === "closing") {
      const moment = momentIn(cell("time"))
      if (moment === null) return "time"
      if (balance === null || cell("amount") !== "") return "balance"
      const isFirst = rows.every((row) => row.operator !== operator) && open === undefined
      if (kind === "opening" ? !isFirst : open === undefined || open.closed !== null) return kind
      if (kind === "opening") balances.set(operator, { opened: moment.at, now: balance, closed: null })
      else if (open !== undefined) {
        if (open.now !== balance) return "differs"
        open.closed = moment.at
      }
      moments.push(moment.at)
      return null
    }
    if (open !== undefined && open.closed !== null) return "closing"
    const row = rowOf(line, cell, names.includes("state"))
    if (Result.isFailure(row)) return row.failure
    rows.push(row.success)
    moments.push(row.success.at)
    if (open === undefined) return null
    if (row.success.moved === "yes") open.now += row.success.amount
    if (balance === null || balance === open.now) return null
    // The rows behind it are compared with what it says: one dropped line is one bad row.
    open.now = balance
    return "differs"
  }
  for (const { cells, line } of rest) {
    const cell = (name: ColumnName) => cells[names.indexOf(name)] ?? ""
    const because = cells.length === names.length ? read(line, cell) : "columns"
    if (because !== null) bad.push({ number: line, because })
  }
  const first = moments.reduce((least, at) => Math.min(least, at), Infinity)
  const last = moments.reduce((most, at) => Math.max(most, at), -Infinity)
  // A balance covers the whole file, or it says nothing about the part outside of it.
  const covers = [...balances].flatMap(([operator, { closed, opened }]) =>
    opened === first && closed === last ? [operator] : [],
  )
  return Result.succeed({
    rows: digested(rows),
    bad,
    from: first,
    // What is closed at midnight covers the day before it.
    before: covers.length > 0 ? Math.max(last, first + 1) : last + 1,
    covers,
  })
}

/** The operators of a list of what is covered, as people read them. */
export const coverNames = (covers: ReadonlyArray<string>, whole: string): string =>
  covers.map((operator) => (operator === "" ? whole : operator)).join(", ") || "–"
