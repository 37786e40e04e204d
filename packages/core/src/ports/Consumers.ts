/**
 * Consumers receive what becomes of payments. They are named, and the store keeps for each how far it has received a payment's events, so
 * each receives every event at least once and in order, under a stable id. An event holds no token, no address and no full number.
 *
 * A consumer that writes into the payments' own database may receive in the very transaction that marks the event: exactly once.
 */
import { Context, Effect, Schema } from "effect"
import { railOf } from "../model/Content.ts"
import { deliveredAs, type DeliveredTag, deliveredTags, type HistoryEntry } from "../model/Event.ts"
import { keyText, type PaymentKey, PaymentKind } from "../model/Identifiers.ts"
import type { Payment, StateTag } from "../model/Payment.ts"
import { type CallFailure, withoutSecrets } from "../model/CallFailure.ts"
import type { DeliveryLease, Wanted } from "./PaymentStoreDriver.ts"
import type { Rail } from "../model/ValidationMode.ts"

/** Who decided what the service could not tell, and why; null: the service told. */
type DecidedBy = { readonly by: string; readonly reason: string } | null

/** An event as a consumer receives it. */
export interface DeliveredEvent {
  /** Stable for ever: the same event always comes under the same id. */
  readonly id: string
  readonly key: PaymentKey
  readonly seq: number
  readonly at: number
  readonly event: DeliveredTag
  /** What the event says, without anything secret or personal. */
  readonly detail: Readonly<Record<string, string | number | boolean | DecidedBy>>
  /** The payment as it was last saved, which may be further on than the event. */
  readonly state: StateTag
  readonly amount: number
  readonly rail: Rail
  readonly orderRef: string | null
}

/** What an adapter marks as delivered, up to this event, in the transaction in which the consumer receives it. */
export interface DeliveryTerms {
  readonly lease: DeliveryLease
  readonly now: number
}

interface Named {
  /** Permanent: under another name it is another consumer, which begins at the present. */
  readonly name: string
  /** Receives payments created from this time on from their first event. Default: the time at which it first subscribed. */
  readonly from?: number
  /** The events that it receives: the store keeps no other for it. Default: all. What is named later is received from the history. */
  readonly events?: ReadonlyArray<DeliveredTag>
  /** It receives only events of payments of this kind. Default: of both. */
  readonly kind?: PaymentKind
}

/** A consumer could not take an event. Its message reaches the log, so say what to do, and repeat no address and no answer. */
export class DeliveryRefused extends Schema.TaggedError<DeliveryRefused>()("DeliveryRefused", {
  message: Schema.String,
}) {}

/** A consumer. A failed delivery is retried with the same id. */
export interface PlainConsumer extends Named {
  readonly receive: (deliveredEvent: DeliveredEvent) => Effect.Effect<void, unknown>
}

/**
 * A consumer that receives in one transaction with the mark of the delivery; adapters make it from a host's handler (`deliverWithin`).
 * Success writes both. `Stale` (another process has the delivery), a failure or an interruption writes neither. What the host does outside
 * of that transaction may happen more than once.
 */
export interface TransactionalConsumer extends Named {
  /** How many events its adapter delivers at once. Default: as many as to other consumers. */
  readonly concurrency?: number
  readonly receiveWithin: (
    deliveredEvent: DeliveredEvent,
    terms: DeliveryTerms,
  ) => Effect.Effect<"Delivered" | "Stale", unknown>
}

/** A consumer. The store delivers to it from the first time that a worker works for it, whatever other processes do. */
export type Consumer = PlainConsumer | TransactionalConsumer

/** What the store keeps for a consumer; undefined: everything. */
export const wantedBy = ({ events, kind }: Consumer): ReadonlyArray<Wanted> | undefined =>
  events === undefined && kind === undefined
    ? undefined
    : (kind === undefined ? PaymentKind.literals : [kind]).flatMap((each) =>
        (events ?? deliveredTags).map((event): Wanted => `${each}.${event}`),
      )

/** A sub-code as the specification writes them (#216). Other text that a gateway kept may name a customer. */
const subCodeOf = (reason: CallFailure): string =>
  "code" in reason && /^Code[0-9]{2,3}[a-z]?$/i.test(reason.code) ? reason.code : ""

const detailOf = ({ event }: HistoryEntry, { content, state }: Payment): DeliveredEvent["detail"] => {
  if (event._tag === "completed") {
    const { amount, operatorName: operator } = event.observation.record
    return { amountPaid: amount ?? content.amount, late: event.late, operator, decidedBy: null }
  }
  if (event._tag === "not_completed") return { detail: withoutSecrets(event.detail ?? ""), decidedBy: null }
  if (event._tag === "resolved") {
    const decidedBy = { by: event.by, reason: withoutSecrets(event.reason) }
    if (event.to !== "completed" && event.to !== "underpaid") return { detail: "", decidedBy }
    const late = "late" in state && state.late
    return { amountPaid: event.amountPaid ?? content.amount, late, operator: "", decidedBy }
  }
  if (event._tag === "cancelled" || event._tag === "held") return { because: event.because }
  if (event._tag === "refused" && event.reason !== undefined) {
    return { reason: event.reason._tag, subCode: subCodeOf(event.reason) }
  }
  return event._tag === "flagged"
    ? { flag: event.kind, subject: event.subject, amountPaid: event.amountPaid ?? null }
    : {}
}

/** The event as consumers receive it, or null when they do not receive its kind. */
export const deliveredEventOf = (payment: Payment, entry: HistoryEntry): DeliveredEvent | null => {
  const event = deliveredAs(entry.event)
  if (event === null) return null
  const content = payment.content
  return {
    id: `${keyText(payment.key)}#${entry.seq}`,
    key: payment.key,
    seq: entry.seq,
    at: entry.at,
    event,
    detail: detailOf(entry, payment),
    state: payment.state._tag,
    amount: content.amount,
    rail: railOf(content),
    orderRef: content.kind === "payin" ? content.orderRef : null,
  }
}

/** Writes every delivered event to the log. */
export const logConsumer: PlainConsumer = {
  name: "log",
  receive: (deliveredEvent) =>
    Effect.logInfo(`${deliveredEvent.event}: ${keyText(deliveredEvent.key)}`, deliveredEvent.detail),
}

/** The consumers. By default the log is the only one; replace it with your own. */
export const Consumers = Context.Reference<ReadonlyArray<Consumer>>("@cauri/core/Consumers", {
  defaultValue: () => [logConsumer],
})
