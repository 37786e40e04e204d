/** What the simulator writes into histories and onto phones: in both languages, because the reader comes later. */
import { both, type Catalogue, wordOf } from "@cauri/catalogue"
import { type Tools, tools } from "@cauri/catalogue/tools"
import { Schema } from "effect"
import type { Decision } from "./Agenda.ts"

/** A sentence in both languages. */
export const Told = Schema.Struct({ fr: Schema.String, en: Schema.String })

/** A sentence in both languages. */
export type Told = typeof Told.Type

/** A sentence of the catalogue. */
export const told = (choose: (texts: Catalogue["simulated"]) => string): Told =>
  both(({ simulated }) => choose(simulated))

/** Why a callback was not sent, or got no answer. */
export const undelivered = (choose: (texts: Tools["deliveries"]) => string): Told => ({
  fr: choose(tools.fr.deliveries),
  en: choose(tools.en.deliveries),
})

/** What the operator decided, in a sentence. */
export const toldDecision = (code: "decided" | "not_definite", decision: Decision): Told =>
  both(({ operatorDecisions, simulated }) => simulated[code](operatorDecisions[wordOf(decision)]))
