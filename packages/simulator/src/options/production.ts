/**
 * Keeps the simulator out of production. A simulator in a production process could be mistaken for the service, and its payments for money,
 * whether it listens on a port or replaces one (control D8 of the threat model).
 */
import { Schema } from "effect"
import type { Options } from "./Options.ts"

/** `NODE_ENV` is `production`. `serve` fails with it; the layers, which are never built by chance, die with it. */
export class ProductionRefused extends Schema.TaggedError<ProductionRefused>()("ProductionRefused", {}) {
  override get message(): string {
    return "The simulator does not run where NODE_ENV is production: no money moves in it. Use the service's own address there."
  }
}

export const refusesHere = (options: Pick<Options, "runsInProduction">): boolean =>
  !options.runsInProduction && process.env["NODE_ENV"] === "production"
