/**
 * Core's payouts as promises.
 */
import { type PaymentRecord, Payouts as CorePayouts } from "@cauri/core"
import { Effect } from "effect"
import { commonOf, sendingOf } from "./common.ts"
import type { Facade } from "./facade.ts"
import { corePayout } from "./inputs.ts"
import type { Payouts } from "./Payments.ts"
import type { Payout } from "./plain.ts"
import { plainPayout } from "./toPlain.ts"

const pick = ({ payment }: PaymentRecord): Payout | null => (payment._tag === "Payout" ? plainPayout(payment) : null)

const payouts = <A, E>(use: (service: CorePayouts["Service"]) => Effect.Effect<A, E>) =>
  Effect.flatMap(CorePayouts, use)

/** Core's payouts as promises. */
export const payoutsOf = (facade: Facade): Payouts => {
  const { keys, prepare, project, runner } = facade
  return {
    ...commonOf(facade, "payout", pick, (key, by) =>
      Effect.map(
        payouts((service) => service.cancel(key, by)),
        plainPayout,
      ),
    ),
    create: async (input, options = {}) => {
      const payout = corePayout(input, project)
      const created = payouts((service) => service.create(payout, sendingOf(options)))
      return runner.run(Effect.map(created, plainPayout), { ...options, sends: true })
    },
    prepare: async (input, options) => {
      const payout = corePayout(input, project)
      return prepare(
        payouts((service) => service.prepare(payout)),
        options,
      )
    },
    send: async (ref, options) => {
      const key = keys("payout", ref)
      const sent = payouts((service) => service.send(key))
      return runner.run(Effect.map(sent, plainPayout), { ...options, sends: true })
    },
  }
}
