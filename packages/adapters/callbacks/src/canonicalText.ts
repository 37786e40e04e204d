/**
 * The content that the two POSTs of one event share (#196, #197), in either encoding. A form has no numbers, no null and no empty lists,
 * and drops empty values; so the content is the non-empty leaves as texts, each with its path, in one order. Two bodies with the same print
 * are one event. The callback's own token is no part of it (#200).
 */
import type { CustomDataReading } from "@cauri/wire"
import { type Branch, isBranch, isList, type Value } from "./tree.ts"

/** The content of a body as one text, unique to it. */
export const canonicalText = (body: Branch, customData: CustomDataReading): string => {
  const said: Array<string> = []
  for (const key of inOrder(body)) if (!customDataNames.includes(key)) say(key, body[key], said)
  sayEntries(body, customData, said)
  const print = JSON.stringify(said)
  // JSON can write a lone surrogate and a form cannot, so it is printed as a form would deliver it.
  return print.includes(halfOfCharacter) ? JSON.stringify(said.map((text) => text.toWellFormed())) : print
}

/** How a lone surrogate looks in a print. */
const halfOfCharacter = String.raw`\ud`

/**
 * Up to this many names are sorted by insertion. The engine's own sort first allocates room for thousands, which would be most of the
 * garbage of reading a body.
 */
const fewNames = 32

/** The names of an object's or list's members, in print order: a list is an object of indices in a form. */
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
 * The merchant's and the service's entries come as a list, as a map, or as JSON in a text. A map has no room for a second entry of one key,
 * nor for the time of creation, so neither counts. An unreadable entry counts as any other value.
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

/** Prints a value, as `= name text` and `{ name … }`. The reader of bodies bounds the depth. */
const say = (name: string, value: Value | undefined, said: Array<string>): void => {
  if (value === null || value === undefined || value === "") return
  if (!isList(value) && !isBranch(value)) return void said.push("=", name, String(value))
  const before = said.push("{", name)
  for (const key of inOrder(value)) say(key, isList(value) ? value[Number(key)] : value[key], said)
  if (said.length > before) said.push("}")
  else said.length = before - 2
}
