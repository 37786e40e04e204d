/** Follows what becomes of a payment, without asking the store while nothing happens. */
import { Effect, Option } from "effect"
import type { PaymentKey } from "../model/Identifiers.ts"
import { stateTraits } from "../model/Payment.ts"
import { PaymentNotFound, type PaymentStore } from "../ports/PaymentStore.ts"
import type { WakeSignal } from "./WakeSignal.ts"

export interface FollowOptions {
  /** It ends only when every consumer has received the payment's events as well. Default: false. */
  readonly untilDelivered?: boolean
}

/**
 * The payment once it has changed after `since` or has ended, and whether it has ended: it is closed, and delivered where that is asked for.
 *
 * ```ts
 * const { payment } = yield* payins.create(payin)
 * const { ended, record } = yield* nextChange(store, yield* WakeSignal, payment.key, 0)
 * const found = [ended, record.payment.seq] // => [false, 3]
 * ```
 */
export const nextChange = (
  store: PaymentStore["Service"],
  { until }: WakeSignal["Service"],
  key: PaymentKey,
  since: number,
  { untilDelivered = false }: FollowOptions = {},
) =>
  until(
    key,
    Effect.gen(function* () {
      const record = yield* store.find(key)
      if (record === null) return yield* new PaymentNotFound({ key })
      const closed = stateTraits[record.payment.state._tag].isClosed
      const waiting = closed && untilDelivered ? yield* store.deliveries({ key, limit: 1 }) : []
      const ended = closed && waiting.length === 0
      return ended || record.payment.seq > since ? Option.some({ ended, record }) : Option.none()
    }),
  )
