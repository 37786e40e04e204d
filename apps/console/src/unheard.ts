/**
 * Who has not heard what: events that a consumer refused, or that nobody has delivered to it for a while.
 */
import { Clock, Effect } from "effect"
import { PaymentId, type PaymentKey, PaymentStore, ProjectId } from "@cauri/core"
import type { WaitingDelivery } from "@cauri/core/adapter"

/** What a consumer has not heard of a payment. */
export interface Unheard extends Pick<WaitingDelivery, "consumer" | "dueAt" | "newest" | "since" | "tries"> {
  readonly key: PaymentKey
}

/** What just happened is on its way, and nobody's concern yet. */
const onItsWay = 60_000

/** What was not heard, the oldest event first: those of so many that are not just on their way. */
export const unheard = Effect.fn("unheard")(function* (limit = 1_000) {
  const store = yield* PaymentStore
  const now = yield* Clock.currentTimeMillis
  const waiting = yield* store.deliveries({ limit })
  return waiting.flatMap(({ key: { kind, project, id }, ...each }): ReadonlyArray<Unheard> => {
    const key = { kind, project: ProjectId.make(project), id: PaymentId.make(id) }
    return each.tries > 0 || now - each.since > onItsWay ? [{ ...each, key }] : []
  })
})
