/** The texts of the pages: the console's own words and the catalogue's about payments. */
import { type Catalogue, catalogue, type Language } from "@cauri/catalogue"
import { tools, type Tools } from "@cauri/catalogue/tools"

/** All texts in one language. */
export type Texts = Tools["console"] & { readonly doors: Tools["doors"]; readonly words: Catalogue }

/** All texts. */
export const texts: Readonly<Record<Language, Texts>> = {
  en: { ...tools.en.console, doors: tools.en.doors, words: catalogue.en },
  fr: { ...tools.fr.console, doors: tools.fr.doors, words: catalogue.fr },
}
