/**
 * Names as programs without Effect write them: core's `NotCompleted` is `not_completed` here, in types and at run time alike, so that the
 * two cannot differ.
 */
import { type Word, wordOf } from "@cauri/catalogue"

export { type Word, wordOf }

/** The other direction, from words to the names of core. */
export const namesByWord = <Name extends string>(names: ReadonlyArray<Name>): ReadonlyMap<string, Name> =>
  new Map(names.map((name) => [wordOf(name), name]))
