/** The one error of the simulator's own ports (phones, pages, projects, faults): what was asked makes no sense there. */
import { Schema } from "effect"

/** What was asked makes no sense. Never an answer of the service: those are replies. */
export class SimulatorRefusal extends Schema.TaggedError<SimulatorRefusal>()("SimulatorRefusal", {
  because: Schema.String,
}) {
  override get message(): string {
    return this.because
  }
}
