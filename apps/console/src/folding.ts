/**
 * Finds a text in another however it is written there: in capitals, without accents, composed or decomposed, with invisible characters
 * in it. What is compared is a folded copy; each of its characters knows where it comes from, so that the text itself can be changed.
 */

/** What is left of a character when it is compared; nothing of an accent by itself and of what nobody sees. */
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

/** A shorter name is part of too many words. */
const shortest = 5

/** The text with something else in every place where `wanted` is written; a short one counts only as a word of its own. */
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
    // One character may be folded to several, and what folds to nothing belongs to the character before it.
    const last = starts[to - 1] ?? 0
    const end = starts.slice(to).find((start) => start > last) ?? text.length
    result += text.slice(copied, begin) + instead
    copied = end
  }
  return result + text.slice(copied)
}
