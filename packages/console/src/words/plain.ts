/**
 * How the console speaks to programs, in JSON, in CSV and in arguments: in the words, the field names and the
 * times of the facade and of the webhook. Core's names become words here, and arguments become core's names.
 */
import { namesByWord, wordOf } from "@cauri/catalogue"
import type { PaymentKey } from "@cauri/core"
import { DateTime, Result } from "effect"
import type { Expected } from "./WrongInput.ts"

/** A time in ISO 8601. */
export const isoOf = (millis: number): string => DateTime.formatIso(DateTime.makeUnsafe(millis))

/** A name of core as its word. */
export const wordIn = (name: string | null): string | null => (name === null ? null : wordOf(name))

/** A time in ISO 8601, if there is one. */
export const timeIn = (millis: number | null): string | null => (millis === null ? null : isoOf(millis))

/** Reads a word as the name that core has for it; a failure is the code of what is expected: one of the words, or the word of core's own name. */
export const readWord = <Name extends string>(names: ReadonlyArray<Name>) => {
  const known = namesByWord(names)
  return (given: string): Result.Result<Name, Expected> => {
    const name = known.get(given)
    if (name !== undefined) return Result.succeed(name)
    const word = wordOf(given)
    return Result.fail(known.has(word) ? ["written", word] : ["one_of", [...known.keys()].join(", ")])
  }
}

export const keyData = ({ id, kind, project }: PaymentKey) => ({ kind, project, id })
