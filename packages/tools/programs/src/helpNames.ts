/** What a test compares to find a flag without a text, and a text without a flag. */

/** The flags and commands that a page of help explains, but those of every program. */
export const namesIn = (help: string): ReadonlyArray<string> =>
  [...help.matchAll(/^ {2}(?:--)?([a-z][a-z-]*)(?= )/gm)]
    .map(([, name = ""]) => name)
    .filter((name) => name !== "help" && name !== "version")
    .toSorted()

/** The names that the catalogue explains, but the page's own sentences. */
export const textNames = (texts: object, sentences: ReadonlyArray<string>): ReadonlyArray<string> =>
  Object.keys(texts)
    .filter((name) => !sentences.includes(name))
    .map((name) => name.replaceAll("_", "-"))
    .toSorted()
