/**
 * Reads a list of payouts as people's programs write it: headings in French or English, amounts with spaces and `F CFA`, numbers with a plus
 * or without. A line that cannot be read is kept with the reason, and stops nothing but itself.
 */
import type { PayoutInput, PolicyShape } from "@cauri/core"
import { readPayout } from "@cauri/core/model"
import { completePhone, normalisePhone } from "@cauri/phone"
import { Effect, Result, Schema } from "effect"
import { Hex } from "effect/encoding"

/** Why a line cannot be paid. `shortened`: a spreadsheet wrote the number as 2,267E+10, and digits are lost. */
export const WrongLine = Schema.Literals([
  "id",
  "id_twice",
  "phone",
  "shortened",
  "amount",
  "description",
  "operator",
  "other",
])
export type WrongLine = typeof WrongLine.Type

/** A line of a list. */
export const Line = Schema.Struct({
  id: Schema.String,
  /** Country code and number in digits; as it was written, where the line is wrong. */
  phone: Schema.String,
  amount: Schema.Int,
  description: Schema.String,
  operator: Schema.NullOr(Schema.String),
  wrong: Schema.NullOr(WrongLine),
  /** The number may exist, and no numbering plan that we know has it. */
  doubtful: Schema.Boolean,
  /** The line as it came. */
  cells: Schema.Array(Schema.String),
})
export type Line = typeof Line.Type

/** A list as it was read, with all that is needed to write it again. */
export const Sheet = Schema.Struct({
  delimiter: Schema.String,
  columns: Schema.Array(Schema.String),
  lines: Schema.Array(Line),
})
export type Sheet = typeof Sheet.Type

/** The text of a file: UTF-8, UTF-16 with its mark, or else what spreadsheets call ANSI. */
export const textIn = (bytes: Uint8Array): string => {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes)
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder("windows-1252").decode(bytes)
  }
}

/** What separates the columns: the sign that the first line has most of. */
export const delimiterIn = (text: string): ";" | "," | "\t" => {
  const [heading = ""] = text.split(/\r?\n/, 1)
  const count = (sign: string) => heading.split(sign).length
  return ([";", ",", "\t"] as const).reduce((most, sign) => (count(sign) > count(most) ? sign : most))
}

/** A whole amount of francs; null: it is none. Three digits behind a separator are thousands, and centimes can only be zero. */
export const amountIn = (written: string): number | null => {
  const text = written
    .replaceAll(/[^\S\r\n]/g, " ")
    .trim()
    .replace(/ ?(f ?cfa|cfa|xof|f)$/i, "")
  const [, whole, , group, , centimes] =
    /^(\d+|[1-9]\d{0,2}(([ .,'’])\d{3})(\3\d{3})*)(?:([.,])0{1,2})?$/.exec(text) ?? []
  if (whole === undefined || (group !== undefined && group === centimes)) return null
  const amount = Number(whole.replaceAll(/\D/g, ""))
  return Number.isSafeInteger(amount) && amount > 0 ? amount : null
}

interface ReadPhone extends Pick<Line, "phone" | "doubtful"> {
  readonly wrong: "phone" | "shortened" | null
}

/** A number as it is written in a cell. */
export const phoneIn = (written: string, country: string | null): ReadPhone => {
  if (/^[\d.,]+e\+?\d+$/i.test(written.trim())) return { phone: written, doubtful: false, wrong: "shortened" }
  const known = country ?? undefined
  const usual = normalisePhone(written, known)
  const read = usual.ok ? usual : completePhone(written.replaceAll(/[\s\p{Pd}.()]/gu, ""), known)
  return read.ok
    ? { phone: read.phone, doubtful: !usual.ok, wrong: null }
    : { phone: written, doubtful: false, wrong: "phone" }
}

const headings = {
  id: ["id", "ref", "reference", "matricule"],
  phone: ["phone", "number", "numero", "telephone", "tel", "mobile"],
  amount: ["amount", "montant"],
  description: ["description", "motif", "libelle"],
  operator: ["operator", "operateur"],
} as const

const folded = (heading: string): string =>
  heading
    .replaceAll(/\(.*?\)/g, "")
    .normalize("NFD")
    .replaceAll(/[^a-z]/gi, "")
    .toLowerCase()

/** The payout of a line. Its id is the batch's and the line's, so that the same line is the same payout for ever. */
export const payoutOf = (
  { id, project }: { readonly id: string; readonly project: string },
  line: Line,
): PayoutInput => ({
  id: `${id}_${line.id}`,
  project,
  amount: line.amount,
  method: { type: "mobile_money" },
  phone: line.phone,
  description: line.description,
  operator: line.operator,
})

/** How a list is read. */
export interface SheetTerms {
  readonly batch: string
  readonly project: string
  /** The country of local numbers; null: they are wrong. */
  readonly country: string | null
  /** What a line without a description of its own is for. */
  readonly description: string
  readonly policy: PolicyShape
}

const wrongField = (field: string): WrongLine =>
  field === "id" || field === "phone" || field === "amount" || field === "description" || field === "operator"
    ? field
    : "other"

/**
 * Reads a table whose first row has the headings; null: it has no column of numbers, or none of amounts, or two columns that could be meant by
 * one of them.
 */
export const readSheet = (
  table: ReadonlyArray<ReadonlyArray<string>>,
  delimiter: string,
  terms: SheetTerms,
): Sheet | null => {
  const { batch, country, description, policy, project } = terms
  const [columns = [], ...rows] = table
  const placeOf = (names: ReadonlyArray<string>) => columns.findIndex((each) => names.includes(folded(each)))
  const place = {
    id: placeOf(headings.id),
    phone: placeOf(headings.phone),
    amount: placeOf(headings.amount),
    description: placeOf(headings.description),
    operator: placeOf(headings.operator),
  }
  const isDouble = Object.values(headings).some(
    (names) => columns.filter((each) => names.some((name) => name === folded(each))).length > 1,
  )
  if (place.phone === -1 || place.amount === -1 || isDouble) return null
  const taken = new Map<string, number>()
  const lines = rows.map((cells, index): Line => {
    const cell = (name: keyof typeof place) => (cells[place[name]] ?? "").trim()
    const amount = amountIn(cell("amount"))
    const { doubtful, phone, wrong } = phoneIn(cell("phone"), country)
    const id = cell("id") === "" ? String(index + 1) : cell("id")
    taken.set(id, (taken.get(id) ?? 0) + 1)
    const line: Line = {
      id,
      phone,
      amount: amount ?? 0,
      description: cell("description") === "" ? description : cell("description"),
      operator: cell("operator") === "" ? null : cell("operator"),
      // A comma within an amount that stands in no quotes makes two cells of it.
      wrong: cells.slice(columns.length).some((each) => each.trim() !== "")
        ? "other"
        : amount === null
          ? "amount"
          : wrong,
      doubtful,
      cells,
    }
    if (line.wrong !== null) return line
    const read = readPayout(payoutOf({ id: batch, project }, line), policy)
    return Result.isFailure(read) ? { ...line, wrong: wrongField(read.failure.field) } : line
  })
  // Which of two lines with one id is meant, no program can say.
  const twice = lines.map((line) => (taken.get(line.id) === 1 ? line : { ...line, wrong: "id_twice" as const }))
  return { delimiter, columns, lines: twice }
}

/** The lines that can be paid, and their sum. */
export const payableIn = ({ lines }: Sheet) => {
  const payable = lines.filter(({ wrong }) => wrong === null)
  return { payable, sum: payable.reduce((sum, { amount }) => sum + amount, 0) }
}

/** What tells one list from another: all that is paid, and what is not. */
export const digestOf = ({ lines }: Sheet) =>
  Effect.promise(async () => {
    const said = lines.map(({ amount, description, id, operator, phone, wrong }) => [
      id,
      phone,
      amount,
      description,
      operator,
      wrong,
    ])
    const bytes = new TextEncoder().encode(JSON.stringify(said))
    return Hex.encode(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)))
  })
