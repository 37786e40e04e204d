/** The language of a page: the one in its address, else the earlier choice, else the first supported one of the browser, else French. */
import type { Language } from "@cauri/catalogue"

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
