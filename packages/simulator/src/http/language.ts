/**
 * Which language a page speaks: the one that its address names, else the one that was chosen before, else the first that the browser
 * asks for and we have, else French.
 */
import type { Language } from "./html.ts"

/** The language for one request. */
export const languageOf = (
  query: URLSearchParams,
  chosen: string | undefined,
  acceptLanguage: string | undefined,
): Language => {
  const asked = [query.get("lang"), chosen ?? null].find(isLanguage)
  if (asked !== undefined) return asked
  const wanted = (acceptLanguage ?? "").split(",").map((each) => each.trim().slice(0, 2).toLowerCase())
  return wanted.find(isLanguage) ?? "fr"
}

const isLanguage = (text: string | null): text is Language => text === "fr" || text === "en"
