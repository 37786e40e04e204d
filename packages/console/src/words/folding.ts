/**
 * Finds a text in another in any spelling: capitals, without accents, composed or decomposed, with invisible characters. It compares a
 * folded copy; each of its characters knows its origin, so that the original text can be changed.
 */

/** What remains of a character in a comparison: nothing of a combining accent or an invisible character. */
const fold = (character: string): string =>
  character < "\u0080"
    ? character.toLowerCase()
    : character
        .normalize("NFKD")
        .replaceAll(/[\p{M}\p{Cf}]/gu, "")
        .replaceAll(/\p{Pd}/gu, "-")
        .replaceAll(/[‘’ʼ]/gu, "'")
        .toUpperCase()
        .toLowerCase()

/** The folded text, and where in the text itself each of its characters begins. */
const folded = (text: string) => {
  const starts: Array<number> = []
  let plain = ""
  let start = 0
  for (const character of text) {
    const bare = fold(character)
    plain += bare
    for (let index = 0; index < bare.length; index++) starts.push(start)
    start += character.length
  }
  return { plain, starts }
}

const isPartOfWord = (character: string | undefined): boolean => /^[\p{L}\p{N}]$/u.test(character ?? "")

/** Shorter names are parts of too many words. */
const shortest = 5

/** Replaces every occurrence of `wanted` in the text; a short one must be a word of its own. */
export const withoutFolded = (text: string, wanted: string, instead: string): string => {
  const sought = folded(wanted.trim()).plain
  const { plain, starts } = folded(text)
  if (sought.length < 2) return text
  let result = ""
  let copied = 0
  for (let from = plain.indexOf(sought); from >= 0; from = plain.indexOf(sought, from + 1)) {
    const begin = starts[from] ?? 0
    const to = from + sought.length
    if (begin < copied) continue
    if (sought.length < shortest && (isPartOfWord(plain[from - 1]) || isPartOfWord(plain[to]))) continue
    // One character may fold to several, and one that folds to nothing belongs to the character before it.
    const last = starts[to - 1] ?? 0
    const end = starts.slice(to).find((start) => start > last) ?? text.length
    result += text.slice(copied, begin) + instead
    copied = end
  }
  return result + text.slice(copied)
}

/** The words of a text as they are compared: without case and accents. */
export const foldedWords = (text: string): ReadonlyArray<string> =>
  folded(text)
    .plain.split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
