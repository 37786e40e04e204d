/** Undelivered events: those that a consumer refused, or that have been waiting for a while. */
import { Clock, Effect, Schema } from "effect"
import { PaymentId, type PaymentKey, PaymentStore, ProjectId } from "@cauri/core"
import type { WaitingDelivery } from "@cauri/core/adapter"
import { isoOf, keyData } from "../words/plain.ts"

/** A consumer that a program delivers to is not forgotten: its events would go with it. */
export class ConsumerAlive extends Schema.TaggedError<ConsumerAlive>()("ConsumerAlive", { consumer: Schema.String }) {
  override get message() {
    return `The consumer ${this.consumer} stays in the store: a program delivers to it now. End that program, or take the handler out of it, and forget the consumer then.`
  }
}

/** What was not delivered to a consumer of a payment. */
export interface Undelivered extends Pick<WaitingDelivery, "consumer" | "dueAt" | "newest" | "since" | "tries"> {
  readonly key: PaymentKey
}

/** An event younger than this is still on its way, and not listed. */
const onItsWay = 60_000

/** The undelivered events, the oldest first: those of the first `limit` that are not just on their way. */
export const undelivered = Effect.fn("undelivered")(function* (limit = 1_000) {
  const store = yield* PaymentStore
  const now = yield* Clock.currentTimeMillis
  const waiting = yield* store.deliveries({ limit })
  return waiting.flatMap(({ key: { kind, project, id }, ...each }): ReadonlyArray<Undelivered> => {
    const key = { kind, project: ProjectId.make(project), id: PaymentId.make(id) }
    return each.tries > 0 || now - each.since > onItsWay ? [{ ...each, key }] : []
  })
})

/** What a consumer has not heard. */
export const undeliveredData = ({ dueAt, key, since, ...waiting }: Undelivered) => ({
  payment: keyData(key),
  ...waiting,
  since: isoOf(since),
  dueAt: isoOf(dueAt),
})
