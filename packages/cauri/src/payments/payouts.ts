/**
 * Core's payouts as promises.
 */
import { Payouts as CorePayouts } from "@cauri/core"
import { Effect } from "effect"
import { commonOf } from "./common.ts"
import type { Facade } from "./facade.ts"
import { type CallOptions, type Created, creating, pickPayout, plainSending, readingOf, withNumber } from "@cauri/plain"
import type { Payouts } from "./Payments.ts"

const payouts = <A, E>(use: (service: CorePayouts["Service"]) => Effect.Effect<A, E>) =>
  Effect.flatMap(CorePayouts, use)

export const payoutsOf = (facade: Facade): Payouts => {
  const { country, keys, prepare, runner } = facade
  const read = readingOf(facade.show, pickPayout)
  const sent = (use: (service: CorePayouts["Service"]) => Effect.Effect<Created, unknown>, options?: CallOptions) =>
    runner.run(
      Effect.flatMap(payouts(use), (sent) =>
        Effect.map(read(sent.payment.key), (payout) => ({ ...payout, ...plainSending(payout, sent.notNow) })),
      ),
      { ...options, sends: true },
    )
  return {
    ...commonOf(facade, "payout", pickPayout, (key, by) =>
      Effect.flatMap(
        payouts((service) => service.cancel(key, by)),
        ({ payment }) => read(payment.key),
      ),
    ),
    create: async (input, options = {}) => {
      const payout = withNumber(input, country)
      return sent((service) => creating(runner.counted, options, (given) => service.create(payout, given)), options)
    },
    prepare: async (input, options) => {
      const payout = withNumber(input, country)
      return prepare(
        payouts((service) => service.prepare(payout)),
        options,
      )
    },
    send: async (ref, options) => {
      const key = keys("payout", ref)
      return sent((service) => service.send(key), options)
    },
  }
}
