/**
 * The form of the pages' texts, which English sets and every other language fills.
 */
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

/** The texts of one language. */
export type Texts = Widened<typeof english>
