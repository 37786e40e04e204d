/** The language of a person at a command line, or at a browser. */
import type { Language } from "./format.ts"

/** French where the locale of the environment is French, else English: read as the system's own programs read it. */
export const localeLanguage = (environment: Readonly<Record<string, string | undefined>>): Language => {
  const set = [environment["LC_ALL"], environment["LC_MESSAGES"], environment["LANG"]].find((value) => value)
  return /^fr(_|\.|@|-|$)/i.test(set ?? "") ? "fr" : "en"
}

/** The text as a language, or null. */
export const asLanguage = (text: string | null | undefined): Language | null =>
  text === "en" || text === "fr" ? text : null

/** The language that an `Accept-Language` header likes best; null: neither. */
export const preferredLanguage = (accepted = ""): Language | null => {
  const wished = accepted
    .slice(0, 500)
    .split(",")
    .flatMap((range) => {
      const [tag = "", ...parameters] = range.split(";").map((text) => text.trim().toLowerCase())
      const weight = Number(/^q=([01](\.\d{0,3})?)$/.exec(parameters[0] ?? "q=1")?.[1] ?? "0")
      const language = asLanguage(tag.split("-")[0])
      return language === null || weight === 0 ? [] : [{ language, weight }]
    })
  return wished.toSorted((one, other) => other.weight - one.weight)[0]?.language ?? null
}
