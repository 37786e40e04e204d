/**
 * A callback as a form body, for the simulator. How the nested `custom_data` is encoded is not shown (N7 in UNKNOWNS.md), and three
 * accounts exist, so there are three encodings; everything else is flat. Both POSTs of an event carry the same content (#196, #197).
 */
import type { PayinCallback, PayoutCallback } from "./CallbackPayloads.ts"
import type { CallbackCustomDataEntry } from "./CustomData.ts"
import type { CustomerDetails } from "./PayinRecord.ts"

/** How `custom_data` is encoded in a form: JSON in one field, a bracket list of entries, or a bracket map of keys. */
export const formEncodings = ["JsonString", "BracketList", "BracketMap"] as const

export type FormEncoding = (typeof formEncodings)[number]

/** The name and value pairs of a callback, in the payload's order; `null` becomes an empty value. */
export const callbackFields = (
  payload: PayinCallback | PayoutCallback,
  encoding: FormEncoding,
): ReadonlyArray<readonly [name: string, value: string]> => {
  const { custom_data: entries, ...flat } = payload
  return [
    ...Object.entries(flat).flatMap(([name, value]) => flatFields(name, value)),
    ...customDataFields(entries, encoding),
  ]
}

/** The body of a callback's form POST. */
export const callbackForm = (payload: PayinCallback | PayoutCallback, encoding: FormEncoding): string =>
  callbackFields(payload, encoding)
    .map(([name, value]) => `${formText(name)}=${formText(value)}`)
    .join("&")

// `customer_details` is the only nested field besides `custom_data`: one level of brackets is enough.
const flatFields = (
  name: string,
  value: string | number | null | CustomerDetails,
): ReadonlyArray<readonly [string, string]> =>
  value === null || typeof value !== "object"
    ? [[name, value === null ? "" : String(value)]]
    : Object.entries(value).map(([inner, text]) => [`${name}[${inner}]`, text] as const)

const customDataFields = (
  entries: ReadonlyArray<CallbackCustomDataEntry>,
  encoding: FormEncoding,
): ReadonlyArray<readonly [string, string]> => {
  switch (encoding) {
    case "JsonString":
      return [["custom_data", JSON.stringify(entries)]]
    case "BracketList":
      return entries.flatMap((entry, index) =>
        Object.entries(entry).map(([name, value]) => [`custom_data[${index}][${name}]`, value] as const),
      )
    case "BracketMap":
      return entries.map((entry) => [`custom_data[${entry.keyof_customdata}]`, entry.valueof_customdata] as const)
  }
}

/** Percent-encoding of a form: a space is a plus sign, and only letters, digits and `*-._` stay as they are. */
const formText = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replace(/[!'()~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%20", "+")
