/**
 * The form of the catalogue. English names the codes and their parameters; French has a sentence for each, or it does not compile.
 */
import type * as en from "./en.ts"

/** The same table with the sentences of another language. */
export type Translated<Table> = {
  readonly [Code in keyof Table]: Table[Code] extends string
    ? string
    : Table[Code] extends (...parameters: infer Parameters) => string
      ? (...parameters: Parameters) => string
      : Translated<Table[Code]>
}

/** Everything that people read in one language. */
export type Catalogue = Translated<typeof en>
