/** Amounts, moments and numbers of a statement: exactly what stands there, or a reason why not. */
import { DateTime, Option, Result } from "effect"
import type { StatementForm } from "./form.ts"

/** Why a row is not read. */
export type RowProblem =
  | "quotes"
  | "columns"
  | "date"
  | "amount"
  | "decimals"
  | "both_amounts"
  | "no_amount"
  | "fee"
  | "balance"

const spaces = /[\s\u00A0\u202F\u2009]/g

const escaped = (each: string): string => (each === "." ? "\\." : each)

/** A whole amount of francs. Decimals of zeros are fine; others are refused, because the service knows no sub-unit. */
export const readAmount = (given: string, decimal: "," | "."): Result.Result<number, "amount" | "decimals"> => {
  const bare = given
    .replaceAll(spaces, "")
    .replaceAll("−", "-")
    .replace(/^(?:F\.?CFA|CFA|XOF)|(?:F\.?CFA|CFA|XOF|F)$/i, "")
  const inBrackets = /^\((.+)\)$/.exec(bare)
  const trailing = /^([^-]+)-$/.exec(bare)
  const text = inBrackets?.[1] ?? trailing?.[1] ?? bare
  const [sign, rest] = /^[+-]/.test(text) ? [text.charAt(0), text.slice(1)] : ["", text]
  const thousands = decimal === "," ? "." : ","
  const pattern = new RegExp(`^(\\d+|\\d{1,3}(?:[${escaped(thousands)}'’]\\d{3})+)(?:${escaped(decimal)}(\\d+))?$`)
  const found = pattern.exec(rest)
  if (found === null) return Result.fail("amount")
  const [, whole = "", decimals = ""] = found
  // Three zeros may as well be thousands that were written with the other separator.
  if (decimals !== "" && !/^0{1,2}$/.test(decimals)) return Result.fail("decimals")
  const value = Number(whole.replaceAll(/\D/g, ""))
  if (!Number.isSafeInteger(value)) return Result.fail("amount")
  const isNegative = sign === "-" || ((inBrackets !== null || trailing !== null) && sign === "")
  return Result.succeed(isNegative && value !== 0 ? -value : value)
}

/** A moment of a statement: it may only be known to the minute or the day. */
export interface Moment {
  readonly at: number
  /** How many milliseconds it may be later. */
  readonly span: number
}

const written =
  /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:[T ,]+(\d{1,2})[:hH](\d{2})(?:[:mM](\d{2})(?:[.,]\d{1,9})?s?)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/

const offsetOf = (zone: string): number | null => {
  if (/^(?:Z|UTC|GMT)$/i.test(zone)) return 0
  const found = /^([+-])(\d{2})(?::?(\d{2}))?$/.exec(zone)
  if (found === null) return null
  return (found[1] === "-" ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3] ?? 0)) * 60_000
}

/** Reads a moment. */
export const readMoment = (given: string, { day, zone }: Pick<StatementForm, "day" | "zone">): Moment | null => {
  const found = written.exec(given.replaceAll(/[\u00A0\u202F]/g, " ").trim())
  if (found === null) return null
  const [, one = "", two = "", three = "", hour, minute, second, ownZone] = found
  const [yearText, month, date] =
    day === "ymd" ? [one, two, three] : day === "dmy" ? [three, two, one] : [three, one, two]
  const year = yearText.length === 2 ? 2_000 + Number(yearText) : Number(yearText)
  if (yearText.length !== 4 && yearText.length !== 2) return null
  const local = Date.UTC(
    year,
    Number(month) - 1,
    Number(date),
    Number(hour ?? 0),
    Number(minute ?? 0),
    Number(second ?? 0),
  )
  const read = new Date(local)
  // A calendar would read the 31st of a shorter month as a day of the next one.
  if (read.getUTCMonth() + 1 !== Number(month) || read.getUTCDate() !== Number(date)) return null
  if (Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59 || Number(second ?? 0) > 59) return null
  const span = hour === undefined ? 86_399_999 : second === undefined ? 59_999 : 999
  const offset = offsetOf(ownZone ?? zone)
  if (offset !== null) return { at: local - offset, span }
  const named = DateTime.makeZoned(local, { timeZone: zone, adjustForTimeZone: true })
  return Option.match(named, { onNone: () => null, onSome: (moment) => ({ at: DateTime.toEpochMillis(moment), span }) })
}

/** A number as digits; null: there is none, or part of it is masked. */
export const readPhone = (given: string): string | null => {
  const digits = given.replaceAll(/[\s().+-]/g, "").replace(/^00/, "")
  return /^\d{8,15}$/.test(digits) ? digits : null
}
