/** The one error of the simulator's own ports (phones, pages, projects, faults): the request makes no sense there. */
import { pageProblems, simulatorRefusals } from "@cauri/catalogue/en"
import { Schema, Struct } from "effect"

/** Why the hosted page does not start a payment, for the customer, in his language. */
export const PageProblem = Schema.Literals([
  "PaymentOver",
  "NoChoice",
  "NoWallet",
  "OtherOperator",
  "OutOfBounds",
  "DailyLimit",
])

/** Why the hosted page does not start a payment. */
export type PageProblem = typeof PageProblem.Type

const sentences = { ...simulatorRefusals, ...pageProblems }

/** Why it makes no sense: a code of the catalogue. */
export const SimulatorRefusalReason = Schema.Literals(Struct.keys(sentences))

/** The request makes no sense. Never an answer of the service: those are replies. */
export class SimulatorRefusal extends Schema.TaggedError<SimulatorRefusal>()("SimulatorRefusal", {
  because: SimulatorRefusalReason,
  /** Only where a customer pays on the hosted page. */
  problem: Schema.optionalKey(PageProblem),
}) {
  override get message(): string {
    return sentences[this.because]
  }
}
