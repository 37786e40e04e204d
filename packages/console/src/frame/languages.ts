/** The language of a page: the one chosen here, else the browser's preference, else English. */
import type { Language } from "@cauri/catalogue"

export const asLanguage = (text: string | null | undefined): Language | null =>
  text === "en" || text === "fr" ? text : null

/** The chosen language, or the first supported one of an `Accept-Language` header. */
export const languageOf = (chosen: string | undefined, accepted: string | undefined): Language => {
  const own = asLanguage(chosen)
  if (own !== null) return own
  const wished = (accepted ?? "")
    .slice(0, 500)
    .split(",")
    .flatMap((range) => {
      const [tag = "", ...parameters] = range.split(";").map((text) => text.trim().toLowerCase())
      const weight = Number(/^q=([01](\.\d{0,3})?)$/.exec(parameters[0] ?? "q=1")?.[1] ?? "0")
      const language = asLanguage(tag.split("-")[0])
      return language === null || weight === 0 ? [] : [{ language, weight }]
    })
  const best = wished.toSorted((one, other) => other.weight - one.weight)[0]
  return best?.language ?? "en"
}
