/** What the operator decided, for histories. */
import { both } from "@cauri/catalogue"
import type { Decision } from "../model/Agenda.ts"
import type { Bilingual } from "../model/Bilingual.ts"

export const decisionText = (code: "decided" | "not_definite", decision: Decision): Bilingual =>
  both(({ operatorDecisions, simulated }) => simulated[code](operatorDecisions[decision]))
