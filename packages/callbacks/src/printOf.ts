/**
 * What is the same about the two POSTs of one event (#196, #197): their content, whatever encoding wrote it. A form knows neither
 * numbers nor null nor empty lists, and drops what is empty; so the content is the leaves that hold something, as texts, with the
 * way to each, in one order. Two bodies with the same print are one event. The callback's own token is no part of it (#200).
 */
import type { CustomDataReading } from "@cauri/wire"
import { type Branch, isBranch, isList, type Value } from "./tree.ts"

/** The content of a body as one text, which no other content has. */
export const printOf = (body: Branch, customData: CustomDataReading): string => {
  const said: Array<string> = []
  for (const key of inOrder(body)) if (!customDataNames.includes(key)) say(key, body[key], said)
  sayEntries(body, customData, said)
  const print = JSON.stringify(said)
  // Half of a character, which JSON can write and a form cannot, is printed as it would arrive in a form.
  return print.includes(halfOfCharacter) ? JSON.stringify(said.map((text) => text.toWellFormed())) : print
}

/** How half of a character looks in a print. */
const halfOfCharacter = String.raw`\ud`

/**
 * So few names are put in order one by one. The engine's own way begins by making room for thousands, and that would be most of what
 * reading a body leaves behind.
 */
const fewNames = 32

/** The names of what something holds, in the one order in which it is printed: a list is an object of indices in a form. */
const inOrder = (holder: Branch | ReadonlyArray<Value>): ReadonlyArray<string> => sorted(Object.keys(holder))

const sorted = (names: Array<string>): ReadonlyArray<string> => {
  if (names.length > fewNames) return names.toSorted()
  let index = 0
  for (const name of names) {
    let at = index++
    for (let before = names[at - 1]; before !== undefined && name < before; before = names[at - 1]) {
      names[at] = before
      at--
    }
    names[at] = name
  }
  return names
}

const customDataNames = ["custom_data", "customdata"]

/**
 * The merchant's and the service's entries come as a list, as a map, or as JSON in a text. A map has no room for a second entry of
 * one key, nor for the time of creation, so neither counts. What the reader of entries cannot read counts as any other value.
 */
const sayEntries = (body: Branch, { entries, unreadable }: CustomDataReading, said: Array<string>): void => {
  const values = new Map<string, string | undefined>()
  for (const { key, value } of entries) values.set(key, values.has(key) || value === "" ? undefined : value)
  for (const key of sorted([...values.keys()])) {
    const value = values.get(key)
    if (value !== undefined) said.push("entry", key, value)
  }
  if (unreadable > 0) for (const name of customDataNames) say(name, body[name], said)
}

/** Says what holds something, as `= name text` and `{ name … }`. The reader of bodies bounds the depth. */
const say = (name: string, value: Value | undefined, said: Array<string>): void => {
  if (value === null || value === undefined || value === "") return
  if (!isList(value) && !isBranch(value)) return void said.push("=", name, String(value))
  const before = said.push("{", name)
  for (const key of inOrder(value)) say(key, isList(value) ? value[Number(key)] : value[key], said)
  if (said.length > before) said.push("}")
  else said.length = before - 2
}
