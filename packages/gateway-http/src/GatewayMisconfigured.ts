/** What keeps the gateway from starting. Whoever deploys it reads this; no secret and no address is repeated in it. */
import { Schema } from "effect"

/** The gateway does not start as it was configured. */
export class GatewayMisconfigured extends Schema.TaggedError<GatewayMisconfigured>()("GatewayMisconfigured", {
  /** The option, the variable or the project that is at fault. */
  setting: Schema.String,
  /** What is wrong with it. */
  problem: Schema.String,
}) {
  override get message() {
    return `The gateway does not start: ${this.setting} ${this.problem}.`
  }
}
