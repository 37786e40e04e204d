/** What the operator decided, for histories. */
import { both, wordOf } from "@cauri/catalogue"
import type { Decision } from "../model/Agenda.ts"
import type { Told } from "../model/Told.ts"

export const toldDecision = (code: "decided" | "not_definite", decision: Decision): Told =>
  both(({ operatorDecisions, simulated }) => simulated[code](operatorDecisions[wordOf(decision)]))
