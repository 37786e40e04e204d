/**
 * Every sentence that a person reads about payments, once, in French and in English. Programs hold codes; people read these sentences.
 * A page that speaks one language imports `@cauri/catalogue/fr` or `/en`, family by family.
 */
import type { Catalogue } from "./Catalogue.ts"
import * as en from "./en.ts"
import type { Language } from "./format.ts"
import * as fr from "./fr.ts"

export type { Catalogue, Language }
export { notSentTexts, type Read, reasonTexts, type Standing } from "./standing.ts"
export { clock, count, day, duration, money, moment, number, seconds, shortDay } from "./format.ts"

/** A sentence in both languages. */
export type Texts = Readonly<Record<Language, string>>

/** Everything that people read, by language. */
export const catalogue: Readonly<Record<Language, Catalogue>> = { fr, en }

/** One sentence in both languages: `both(({ states }) => states.pending.customer)`. */
export const both = (choose: (texts: Catalogue, language: Language) => string): Texts => ({
  fr: choose(fr, "fr"),
  en: choose(en, "en"),
})
