/**
 * The form of the pages' texts, which English sets and every other language fills.
 */
import type { Catalogue } from "@cauri/catalogue"
import type { english } from "./english.ts"

/** The same table with any words in it. */
type Widened<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends string
    ? string
    : Table[Name] extends readonly [string, string]
      ? readonly [string, string]
      : Table[Name] extends (...parts: infer Parts) => string
        ? (...parts: Parts) => string
        : Widened<Table[Name]>
}

/** The words of the pages themselves, in one language. */
export type PageTexts = Widened<typeof english>

/** Everything that a page says in one language: its own words, and the catalogue's about payments. */
export type Texts = PageTexts & { readonly words: Catalogue }
