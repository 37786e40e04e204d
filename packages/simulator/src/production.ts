/**
 * Where the simulator does not run. A simulator that answers in a production process could be mistaken for the service, and its
 * payments for money, whether it listens on a port or stands in for one (control D8 of the threat model).
 */
import { Schema } from "effect"
import type { Options } from "./Options.ts"

/** `NODE_ENV` is `production`. `serve` fails with it; for the layers, which nobody builds by chance, it is a defect. */
export class ProductionRefused extends Schema.TaggedError<ProductionRefused>()("ProductionRefused", {}) {
  override get message(): string {
    return "The simulator does not run where NODE_ENV is production: no money moves in it. Use the service's own address there."
  }
}

/** Whether it refuses to run in this process. */
export const refusesHere = (options: Pick<Options, "runsInProduction">): boolean =>
  !options.runsInProduction && process.env["NODE_ENV"] === "production"
