/** What keeps the callbacks from starting. Whoever deploys them reads this; neither a key nor the base is repeated in it. */
import { Schema } from "effect"

/** The callbacks do not start as they were configured. */
export class CallbacksMisconfigured extends Schema.TaggedError<CallbacksMisconfigured>()("CallbacksMisconfigured", {
  /** The option that is at fault. */
  setting: Schema.String,
  /** What is wrong with it. */
  problem: Schema.String,
}) {
  override get message() {
    return `The callbacks do not start: ${this.setting} ${this.problem}.`
  }
}
