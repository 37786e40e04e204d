/**
 * What is the same about the two POSTs of one event (#196, #197): their content, whatever encoding wrote it. A form knows neither
 * numbers nor null nor empty lists, and drops what is empty; so the content is the leaves that hold something, as texts, with the
 * way to each, in one order. Two bodies with the same print are one event. The callback's own token is no part of it (#200).
 */
import type { CustomDataReading } from "@cauri/wire"
import { type Branch, isBranch, isList, type Value } from "./tree.ts"

/** The content of a body as one text. */
export const printOf = (body: Branch, customData: CustomDataReading): string => {
  const leaves: Array<string> = []
  for (const key of Object.keys(body)) if (!customDataNames.includes(key)) addLeaves(leaves, body[key], word(key))
  addEntries(leaves, body, customData)
  return leaves.toSorted().join("")
}

const customDataNames = ["custom_data", "customdata"]

/**
 * The merchant's and the service's entries come as a list, as a map, or as JSON in a text. A map has no room for a second entry of
 * one key, nor for the time of creation, so neither counts. What the reader of entries cannot read counts as any other value.
 */
const addEntries = (leaves: Array<string>, body: Branch, { entries, unreadable }: CustomDataReading): void => {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const { key } of entries) (seen.has(key) ? twice : seen).add(key)
  for (const { key, value } of entries) if (!twice.has(key)) addLeaf(leaves, value, `entry ${word(key)}`)
  if (unreadable > 0) for (const name of customDataNames) addLeaves(leaves, body[name], word(name))
}

/** The reader of bodies bounds the depth. */
const addLeaves = (leaves: Array<string>, value: Value | undefined, way: string): void => {
  if (isList(value)) {
    for (const [index, each] of value.entries()) addLeaves(leaves, each, way + word(String(index)))
  } else if (isBranch(value)) {
    for (const key of Object.keys(value)) addLeaves(leaves, value[key], way + word(key))
  } else if (value !== null && value !== undefined) {
    addLeaf(leaves, String(value), way)
  }
}

const addLeaf = (leaves: Array<string>, text: string, way: string): void => {
  if (text !== "") leaves.push(`${way}=${word(text)}`)
}

/** A text with its length before it, so that no two rows of texts are written alike. */
const word = (text: string): string => `${text.length}:${text} `
