/**
 * What is the same about the two POSTs of one event (#196, #197): their content, whatever encoding wrote it. A form knows neither
 * numbers nor null nor empty lists, and drops what is empty; so the content is the leaves that hold something, as texts, with the
 * way to each, in one order. Two bodies with the same print are one event. The callback's own token is no part of it (#200).
 */
import type { CustomDataReading } from "@cauri/wire"
import { type Branch, isBranch, isList, type Value } from "./tree.ts"

/** The content of a body as one text. */
export const printOf = (body: Branch, customData: CustomDataReading): string => {
  let print = ""
  for (const key of inOrder(body)) if (!customDataNames.includes(key)) print += leavesOf(body[key], word(key))
  return print + entriesOf(body, customData)
}

/** The names of what something holds, in the one order in which it is printed: a list is an object of indices in a form. */
const inOrder = (holder: Branch | ReadonlyArray<Value>): ReadonlyArray<string> => Object.keys(holder).toSorted()

const customDataNames = ["custom_data", "customdata"]

/**
 * The merchant's and the service's entries come as a list, as a map, or as JSON in a text. A map has no room for a second entry of
 * one key, nor for the time of creation, so neither counts. What the reader of entries cannot read counts as any other value.
 */
const entriesOf = (body: Branch, { entries, unreadable }: CustomDataReading): string => {
  const values = new Map<string, string | null>()
  for (const { key, value } of entries) values.set(key, values.has(key) ? null : value)
  let print = ""
  for (const key of [...values.keys()].toSorted()) print += leaf(values.get(key) ?? "", `entry ${word(key)}`)
  if (unreadable > 0) for (const name of customDataNames) print += leavesOf(body[name], word(name))
  return print
}

/** The reader of bodies bounds the depth. */
const leavesOf = (value: Value | undefined, way: string): string => {
  if (value === null || value === undefined) return ""
  if (!isList(value) && !isBranch(value)) return leaf(String(value), way)
  let leaves = ""
  for (const key of inOrder(value)) leaves += leavesOf(isList(value) ? value[Number(key)] : value[key], way + word(key))
  return leaves
}

const leaf = (text: string, way: string): string => (text === "" ? "" : `${way}=${word(text)}`)

/** A text with its length before it, so that no two rows of texts are written alike. */
const word = (text: string): string => `${text.length}:${text} `
