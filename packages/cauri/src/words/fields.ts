/**
 * Refuses unknown fields by name. Programs without types pass anything, and a mistyped field that is ignored makes a payment other than
 * the one that was meant.
 */
import { invalidInput, PaymentsError } from "./PaymentsError.ts"

/** The fields of a shape. The compiler requires all of them, and allows no other. */
export type Fields<Shape> = Readonly<Record<Shape extends unknown ? keyof Shape : never, true>>

const pairsIn = (name: string): ReadonlyArray<string> =>
  Array.from({ length: Math.max(0, name.length - 1) }, (_, at) => name.slice(at, at + 2).toLowerCase())

/** How similar two names are: the share of their pairs of letters, from 0 to 1. */
const likeness = (one: string, other: string): number => {
  const [pairs, others] = [pairsIn(one), pairsIn(other)]
  const common = pairs.filter((pair) => others.includes(pair)).length
  return (2 * common) / Math.max(1, pairs.length + others.length)
}

/** An unknown field may have any name, even a phone number: only what looks like a name is repeated. */
const shown = (name: string): string => (/^[A-Za-z_$][\w$-]{0,39}$/.test(name) ? name : "…")

const noCurrency =
  "left out: amounts are whole francs (XOF). The service takes no other currency, so the merchant converts an amount before this call"

/** Refuses an object with an unknown field, and names the nearest known one. What is no object is checked where it is read. */
export const onlyFields = (value: unknown, fields: Readonly<Record<string, true>>, path = ""): void => {
  if (typeof value !== "object" || value === null) return
  const known = Object.keys(fields)
  const stray = Object.entries(value).find(([name, given]) => given !== undefined && !Object.hasOwn(fields, name))?.[0]
  if (stray === undefined) return
  if (/^(currency|devise)$/i.test(stray)) throw invalidInput(`${path}${stray}`, noCurrency)
  const nearest = known.toSorted((one, other) => likeness(stray, other) - likeness(stray, one))[0] ?? ""
  const near = likeness(stray, nearest) > 0 ? `; the nearest is ${nearest}` : ""
  const field = `${path}${shown(stray)}`
  throw new PaymentsError({
    code: "invalid_input",
    message: `There is no field ${field}${near}. What there is: ${known.join(", ")}. Nothing was stored or sent.`,
    field,
    expected: `one of ${known.join(", ")}`,
  })
}
