/** Why the callbacks cannot start, for the person who deploys them; it repeats neither a key nor the base. */
import { Schema } from "effect"

/** The callbacks cannot start with this configuration. */
export class CallbacksMisconfigured extends Schema.TaggedError<CallbacksMisconfigured>()("CallbacksMisconfigured", {
  /** The wrong option. */
  setting: Schema.String,
  /** What is wrong with it. */
  problem: Schema.String,
}) {
  override get message() {
    return `The callbacks do not start: ${this.setting} ${this.problem}.`
  }
}
