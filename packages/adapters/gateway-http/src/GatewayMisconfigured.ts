/** Why the gateway cannot start, for the person who deploys it; it repeats no secret and no address. */
import { Schema } from "effect"

/** The gateway cannot start with this configuration. */
export class GatewayMisconfigured extends Schema.TaggedError<GatewayMisconfigured>()("GatewayMisconfigured", {
  /** The wrong option, variable or project. */
  setting: Schema.String,
  /** What is wrong with it. */
  problem: Schema.String,
}) {
  override get message() {
    return `The gateway does not start: ${this.setting} ${this.problem}.`
  }
}
