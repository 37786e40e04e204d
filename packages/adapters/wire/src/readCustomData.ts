/**
 * Reads `custom_data` in every known form: a list of entries, an object of keys, either of them as JSON text, a list that a form parser
 * turned into an object of indices, empty, null or absent; also under its older name `customdata`. It never fails as a whole: unreadable
 * parts are counted. One level of JSON text is parsed and nothing is read recursively.
 * Spec: custom_data (#94 #95 #99 #202 #204).
 */
import { Option, Predicate, Schema } from "effect"
import { ownValue, type PlainObject, readText } from "./readFields.ts"
import type { CustomDataReading, EntryReading } from "./Reading.ts"

/** The most entries that are read from one `custom_data`; the rest is counted as unreadable. */
export const maximumEntries = 256

/** The longest JSON text that is parsed, in characters. */
export const maximumCustomDataText = 65_536

/** `custom_data` of a body, or its older name `customdata` when the first is absent. */
export const readCustomData = (body: PlainObject): CustomDataReading => {
  const value = ownValue(body, "custom_data")
  return customDataOf(value === undefined ? ownValue(body, "customdata") : value)
}

/** Every value under one key, in order. The caller decides about several values, or none (#204). */
export const valuesOf = (reading: CustomDataReading, key: string): ReadonlyArray<string> =>
  reading.entries.filter((entry) => entry.key === key).map((entry) => entry.value)

const customDataOf = (value: unknown): CustomDataReading =>
  typeof value === "string" && value.trim() !== "" ? ofText(value) : ofValue(value)

const ofText = (text: string): CustomDataReading =>
  text.length > maximumCustomDataText
    ? unreadable
    : Option.match(parseJson(text), { onNone: () => unreadable, onSome: ofValue })

const parseJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

const unreadable: CustomDataReading = { entries: [], unreadable: 1 }

const ofValue = (value: unknown): CustomDataReading => {
  if (value === undefined || value === null || value === "" || (typeof value === "string" && value.trim() === "")) {
    return { entries: [], unreadable: 0 }
  }
  if (Array.isArray(value)) {
    return collect(value.length, value.slice(0, maximumEntries).map(entryOf))
  }
  if (Predicate.isObject(value)) {
    return ofObject(value)
  }
  return unreadable
}

/** An object of the merchant's keys, or of indices whose values are entries. A lone entry counts as a list of one. */
const ofObject = (object: PlainObject): CustomDataReading => {
  const alone = entryOf(object)
  if (Option.isSome(alone)) {
    return collect(1, [alone])
  }
  const keys = Object.keys(object)
  return collect(
    keys.length,
    keys.slice(0, maximumEntries).map((key) => {
      const value = ownValue(object, key)
      return Option.orElse(entryOf(value), () => keyed(key, value, undefined))
    }),
  )
}

const entryOf = (value: unknown): Option.Option<EntryReading> => {
  if (!Predicate.isObject(value)) {
    return Option.none()
  }
  const key = ownValue(value, "keyof_customdata")
  return typeof key === "string"
    ? keyed(key, ownValue(value, "valueof_customdata"), ownValue(value, "datecreation_customdata"))
    : Option.none()
}

/** U21: a value that is a number or a boolean reads as its text; an empty text stays what it is. */
const keyed = (key: string, value: unknown, createdAt: unknown): Option.Option<EntryReading> =>
  Option.map(valueText(value), (text) => ({ key, value: text, createdAt: readText(createdAt) }))

const valueText = (value: unknown): Option.Option<string> =>
  typeof value === "string" || typeof value === "boolean" ? Option.some(String(value)) : readText(value)

const collect = (total: number, read: ReadonlyArray<Option.Option<EntryReading>>): CustomDataReading => {
  const entries = read.flatMap(Option.toArray)
  return { entries, unreadable: total - entries.length }
}
