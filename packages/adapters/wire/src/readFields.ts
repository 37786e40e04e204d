/**
 * Lenient readers of single fields. Each function is total: it accepts any value, returns plain data and never throws. Only own data
 * properties count, so that neither a prototype nor a getter can interfere.
 * Spec: status (#80 #108), amounts (#10 #88 #245), operators (#85 #111), errors (#216).
 */
import { Option, Predicate } from "effect"
import type { AmountReading, StatusReading } from "./Reading.ts"
import { type Status, statuses } from "./Texts.ts"

/** An object with own properties: neither an array nor null. */
export type PlainObject = { readonly [key: PropertyKey]: unknown }

export const asObject = (body: unknown): Option.Option<PlainObject> =>
  Predicate.isObject(body) ? Option.some(body) : Option.none()

/** The value of an own data property, else undefined. */
export const ownValue = (object: PlainObject, key: string): unknown =>
  Object.getOwnPropertyDescriptor(object, key)?.value

/** A word that carries meaning: a text that is not empty, letter for letter. */
export const readWord = (value: unknown): Option.Option<string> =>
  typeof value === "string" && value !== "" ? Option.some(value) : Option.none()

/** A descriptive field: a text, or an integer written as a number; empty reads as absent. */
export const readText = (value: unknown): Option.Option<string> =>
  typeof value === "number" && Number.isSafeInteger(value) ? Option.some(String(value)) : readWord(value)

/** `status`: one of the three words, or the text instead. Spaces and case must match. */
export const readStatus = (value: unknown): StatusReading => {
  if (value === undefined || value === null || value === "") {
    return { _tag: "Empty" }
  }
  if (typeof value !== "string") {
    return { _tag: "Unreadable" }
  }
  const status = statuses.find((word) => word === value)
  return status === undefined ? { _tag: "Unknown", text: value } : stated(status)
}

const stated = (status: Status): StatusReading => ({ _tag: "Stated", status })

/** An amount: a number, or a text of one, that is exactly an integer. `4200`, `"4200"`, `4200.0` and `"4200.00"` are the same. */
export const readAmount = (value: unknown): AmountReading => {
  if (value === undefined || value === null || value === "") {
    return { _tag: "Absent" }
  }
  const number = typeof value === "string" && integerText.test(value) ? Number(value) : value
  // Adding zero turns the negative zero into zero.
  return typeof number === "number" && Number.isSafeInteger(number)
    ? { _tag: "Read", xof: number + 0 }
    : { _tag: "Unreadable" }
}

const integerText = /^-?(0|[1-9][0-9]{0,15})(\.0{1,6})?$/

/**
 * The code inside `Echec (CodeXX)`, as it was written: two or three digits and perhaps a letter. Case and spaces around it are
 * forgiven, any other text is not a sub-code.
 */
export const parseSubCode = (responseText: string): Option.Option<string> =>
  Option.fromNullishOr(/^\s*echec\s*\(\s*code\s*([0-9]{2,3}[a-z]?)\s*\)\s*$/i.exec(responseText)?.[1])
