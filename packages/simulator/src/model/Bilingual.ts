/** What the simulator writes into histories and onto phones: in both languages, because the reader comes later. */
import { both, type Catalogue } from "@cauri/catalogue"
import { type Tools, tools } from "@cauri/catalogue/tools"
import { Schema } from "effect"

export const Bilingual = Schema.Struct({ fr: Schema.String, en: Schema.String })

export type Bilingual = typeof Bilingual.Type

export const bilingual = (choose: (texts: Catalogue["simulated"]) => string): Bilingual =>
  both(({ simulated }) => choose(simulated))

/** Why a callback was not sent, or got no answer. */
export const undelivered = (choose: (texts: Tools["deliveries"]) => string): Bilingual => ({
  fr: choose(tools.fr.deliveries),
  en: choose(tools.en.deliveries),
})
