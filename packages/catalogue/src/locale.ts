/** The language of a person at a command line. */
import type { Language } from "./format.ts"

/** French where the locale of the environment is French, else English: read as the system's own programs read it. */
export const localeLanguage = (environment: Readonly<Record<string, string | undefined>>): Language => {
  const set = [environment["LC_ALL"], environment["LC_MESSAGES"], environment["LANG"]].find((value) => value)
  return /^fr(_|\.|@|-|$)/i.test(set ?? "") ? "fr" : "en"
}
