/** Guesses the form of a statement from its text. A person sees what comes of it, and corrects it. */
import { Result } from "effect"
import { type ColumnName, columnNames, folded, type StatementForm } from "./form.ts"
import { delimiterOf, type FileRecord, recordsOf } from "./text.ts"
import { readAmount, readMoment } from "./values.ts"

/** Words of headings in French and English, the most telling first. */
const headings: Readonly<Record<ColumnName, RegExp>> = {
  at: /^(date|jour|day|moment|timestamp|created)/,
  hour: /^(heure|hour|time)/,
  debit: /^(debit|sortie|retrait|out)/,
  credit: /^(credit|entree|depot|in$)/,
  amount: /^(montant|amount|somme|valeur|value)/,
  fee: /(frais|fee|commission)/,
  reference: /(reference|\bref\b|token|jeton|transaction id|id transaction|identifiant)/,
  phone: /(numero|telephone|phone|msisdn|customer|client|beneficiaire)/,
  status: /^(statut|status|etat|state)/,
  balance: /^(solde|balance)/,
}

const completedWords = [
  "completed",
  "success",
  "successful",
  "succes",
  "reussi",
  "ok",
  "termine",
  "valide",
  "effectue",
  "paid",
  "paye",
]
const failedWords = [
  "notcompleted",
  "failed",
  "failure",
  "echec",
  "echoue",
  "rejected",
  "rejete",
  "annule",
  "cancelled",
]

const days = ["ymd", "dmy", "mdy"] as const

/** Is this a moment, in any order of its parts? */
export const isMoment = (cell: string): boolean => days.some((day) => readMoment(cell, { day, zone: "UTC" }) !== null)
const isAmount = (cell: string): boolean =>
  Result.isSuccess(readAmount(cell, ",")) || Result.isSuccess(readAmount(cell, "."))
const isRow = ({ cells }: FileRecord): boolean => cells.some(isMoment) && cells.some(isAmount)

const columnsOf = (heading: ReadonlyArray<string>, rows: ReadonlyArray<FileRecord>): StatementForm["columns"] => {
  const found: Record<ColumnName, number | null> = {
    at: null,
    hour: null,
    amount: null,
    debit: null,
    credit: null,
    fee: null,
    reference: null,
    phone: null,
    status: null,
    balance: null,
  }
  for (const [index, title] of heading.entries()) {
    const name = columnNames.find((each) => headings[each].test(folded(title)) && found[each] === null)
    if (name !== undefined) found[name] = index
  }
  const first = rows[0]?.cells ?? []
  const taken = () => new Set(Object.values(found))
  if (found.at === null) found.at = first.findIndex(isMoment)
  if (found.amount === null && found.debit === null && found.credit === null) {
    const index = first.findIndex((cell, at) => isAmount(cell) && !taken().has(at))
    found.amount = index < 0 ? null : index
  }
  // Two columns of amounts say more than one.
  if (found.debit !== null && found.credit !== null) found.amount = null
  return { ...found, at: found.at < 0 ? null : found.at }
}

/** The form under which most rows can be read. */
const bestOf = <A>(choices: ReadonlyArray<A>, score: (choice: A) => number): A | undefined =>
  choices.toSorted((one, other) => score(other) - score(one))[0]

const count = <A>(all: ReadonlyArray<A>, is: (each: A) => boolean): number => all.filter(is).length

/** Guesses the form. */
export const guessForm = (text: string): StatementForm => {
  const delimiter = delimiterOf(text)
  const records = recordsOf(text, delimiter)
  const at = Math.max(0, records.findIndex(isRow))
  const rows = records.slice(at).filter(isRow)
  const last = rows.at(-1)
  const columns = columnsOf(records[at - 1]?.cells ?? [], rows)
  const behind = last === undefined ? [] : records.filter(({ line }) => line > last.line)
  // A row that was cut off still begins as a row: it is no foot line, and is named as a bad row.
  const cut = behind.findLastIndex(({ cells }) => /^\d/.test((cells[columns.at ?? 0] ?? "").trim()))
  const foot = behind.length - 1 - cut
  const cells = (column: number | null) => (column === null ? [] : rows.map((row) => (row.cells[column] ?? "").trim()))
  const moments = cells(columns.at).slice(0, 500)
  const amounts = [columns.amount, columns.debit, columns.credit]
    .flatMap(cells)
    .filter((cell) => cell !== "")
    .slice(0, 500)
  const statuses = [...new Set(cells(columns.status))]
  const among = (words: ReadonlyArray<string>) => statuses.filter((status) => words.includes(folded(status)))
  return {
    delimiter,
    first: records[at]?.line ?? 1,
    foot,
    columns,
    plus: "in",
    decimal:
      bestOf([",", "."] as const, (decimal) => count(amounts, (cell) => Result.isSuccess(readAmount(cell, decimal)))) ??
      ",",
    day: bestOf(days, (day) => count(moments, (cell) => readMoment(cell, { day, zone: "UTC" }) !== null)) ?? "ymd",
    zone: "UTC",
    fees: "beside",
    completed: among(completedWords),
    failed: among(failedWords),
  }
}
