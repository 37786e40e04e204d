/** The language of a page: the one in its address, else the earlier choice, else what the browser prefers, else French. */
import type { Language } from "@cauri/catalogue"
import { asLanguage, preferredLanguage } from "@cauri/catalogue/tools"

/** The language for one request. */
export const languageOf = (
  query: URLSearchParams,
  chosen: string | undefined,
  acceptLanguage: string | undefined,
): Language => asLanguage(query.get("lang")) ?? asLanguage(chosen) ?? preferredLanguage(acceptLanguage) ?? "fr"
