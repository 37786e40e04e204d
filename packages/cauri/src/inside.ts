/** What is behind open payments, for subpaths that put more in front of it. */
import type { Context } from "effect"
import type { Services } from "./payments/facade.ts"
import { invalidInput } from "@cauri/plain"
import type { Runner } from "./payments/running.ts"

/** The services behind open payments, and what runs on them. */
export interface Inside {
  readonly context: Context.Context<Services>
  readonly runner: Runner<Services>
}

const insides = new WeakMap<object, Inside>()

export const keepInside = <Opened extends object>(payments: Opened, inside: Inside): Opened => {
  insides.set(payments, inside)
  return payments
}

export const insideOf = (payments: object): Inside => {
  const inside = insides.get(payments)
  if (inside === undefined) throw invalidInput("payments", "what createPayments gave")
  return inside
}
