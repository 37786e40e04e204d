/** What the pages say: the console's own words and the catalogue's about payments. */
import { type Catalogue, catalogue, type Language } from "@cauri/catalogue"
import { tools, type Tools } from "@cauri/catalogue/tools"

/** Everything that a page says in one language. */
export type Texts = Tools["console"] & { readonly words: Catalogue }

/** Everything that the pages say. */
export const texts: Readonly<Record<Language, Texts>> = {
  en: { ...tools.en.console, words: catalogue.en },
  fr: { ...tools.fr.console, words: catalogue.fr },
}
