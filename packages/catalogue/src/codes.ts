/**
 * Codes as programs and data write them: core's `NotCompleted` is `not_completed` here, in types and at run time alike, so that the two
 * cannot drift apart.
 */

type Words<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? Rest extends Uncapitalize<Rest>
    ? `${First}${Words<Rest>}`
    : `${First}_${Words<Rest>}`
  : Name

/** A name of core in lower case, its words joined by underscores. An editor shows the words themselves, because `Lowercase` comes last. */
export type Word<Name extends string> = Lowercase<Words<Name>>

/** A name of core as a code. */
export const wordOf = <Name extends string>(name: Name): Word<Name> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type says what the expression does
  name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toLowerCase() as Word<Name>

/** The other direction: core's names by their words. */
export const namesByWord = <Name extends string>(names: ReadonlyArray<Name>): ReadonlyMap<string, Name> =>
  new Map(names.map((name) => [wordOf(name), name]))

/** What a word that is none of these must be, for the end of a sentence. A name of core is answered with its word. */
export const expectedWord = (names: ReadonlyMap<string, string>, given: unknown): string => {
  const word = typeof given === "string" ? wordOf(given) : ""
  return names.has(word) ? `written ${word}` : `one of ${[...names.keys()].join(", ")}`
}
