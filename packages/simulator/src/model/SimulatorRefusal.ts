/** The one error of the simulator's own ports (phones, pages, projects, faults): the request makes no sense there. */
import type { Catalogue } from "@cauri/catalogue"
import * as en from "@cauri/catalogue/en"
import { Schema, Struct } from "effect"

/** Why the hosted page does not start a payment, for the customer, in his language. */
export const PageProblem = Schema.Literals([
  "payment_over",
  "no_choice",
  "no_wallet",
  "other_operator",
  "out_of_bounds",
  "daily_limit",
])

export type PageProblem = typeof PageProblem.Type

const sentences = { ...en.simulatorRefusals, ...en.pageProblems }

/** Why it makes no sense: a code of the catalogue. */
export const SimulatorRefusalReason = Schema.Literals(Struct.keys(sentences))

/** The request makes no sense. Never an answer of the service: those are replies. */
export class SimulatorRefusal extends Schema.TaggedError<SimulatorRefusal>()("SimulatorRefusal", {
  because: SimulatorRefusalReason,
  /** Only where a customer pays on the hosted page. */
  problem: Schema.optionalKey(PageProblem),
  /** What was given, where another value would do. */
  given: Schema.optionalKey(Schema.Array(Schema.String)),
}) {
  override get message(): string {
    return refusalText(this, en)
  }
}

/** Why it makes no sense and what would, in the language of these texts, with what was given. */
export const refusalText = (
  { because, given = [] }: Pick<SimulatorRefusal, "because" | "given">,
  { pageProblems, simulated, simulatorRefusals }: Pick<Catalogue, "pageProblems" | "simulated" | "simulatorRefusals">,
): string => {
  const sentence = { ...simulatorRefusals, ...pageProblems }[because]
  return given.length === 0 ? sentence : `${sentence} ${simulated.given(given.join(", "))}`
}
