/** The texts of the pages: the console's own words and the catalogue's about payments. */
import { type Catalogue, catalogue, type Language } from "@cauri/catalogue"
import { tools, type Tools } from "@cauri/catalogue/tools"

export type Texts = Tools["console"] & { readonly words: Catalogue; readonly tools: Tools }

export const texts: Readonly<Record<Language, Texts>> = {
  en: { ...tools.en.console, words: catalogue.en, tools: tools.en },
  fr: { ...tools.fr.console, words: catalogue.fr, tools: tools.fr },
}
