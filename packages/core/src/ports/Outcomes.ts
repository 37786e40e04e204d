/**
 * Who hears what becomes of payments. Consumers are named, and the store keeps for each how far it has heard of a payment, so every one
 * of them hears every event at least once and in order, under a stable id. What they hear holds no token, no address and no full number.
 *
 * A consumer that writes into the payments' own database may hear inside the very step that marks the event: exactly once.
 */
import { Context, Effect } from "effect"
import { railOf } from "../model/Content.ts"
import { type AnnouncedTag, type HistoryEntry, isAnnounced } from "../model/Event.ts"
import { keyText, type PaymentKey } from "../model/Identifiers.ts"
import type { Payment, StateTag } from "../model/Payment.ts"
import type { Reason } from "../model/Reason.ts"
import type { DeliveryLease } from "./PaymentStoreDriver.ts"
import type { Rail } from "../model/ValidationMode.ts"

/** An event as a host hears it. */
export interface Announced {
  /** Stable for ever: the same event always comes under the same id. */
  readonly id: string
  readonly key: PaymentKey
  readonly seq: number
  readonly at: number
  readonly event: AnnouncedTag
  /** What the event says, without anything secret or personal. */
  readonly detail: Readonly<Record<string, string | number | boolean>>
  /** The payment as it was last saved, which may be further on than the event. */
  readonly state: StateTag
  readonly amount: number
  readonly rail: Rail
  readonly orderRef: string | null
}

/** What an adapter marks as heard, up to the event that it announces, in the transaction in which the host hears it. */
export interface Hearing {
  readonly lease: DeliveryLease
  readonly now: number
}

interface Named {
  /** For ever: under another name, everything is heard again. */
  readonly name: string
  /** Hears of payments created from that time on from their beginning. Default: the time at which it first followed the store. */
  readonly from?: number
}

/** A consumer. It is told again after a failure, with the same id. */
export interface Listener extends Named {
  readonly hear: (announcement: Announced) => Effect.Effect<void, unknown>
}

/**
 * A consumer that hears in one transaction with the mark that it was heard; adapters make it of a host's handler (`announceWithin`).
 * `Heard`: both are written. `Stale` (another process has the delivery) or a failure: neither is. What the host does outside of
 * that transaction may happen more than once.
 */
export interface TransactionalListener extends Named {
  readonly hearWithin: (announcement: Announced, hearing: Hearing) => Effect.Effect<"Heard" | "Stale", unknown>
}

/** A consumer. The store delivers to it from the first time that a worker works for it, whatever other processes do. */
export type Consumer = Listener | TransactionalListener

/** A sub-code as the specification writes them (#216). Whatever else a gateway kept may name a customer. */
const subCodeOf = (reason: Reason): string =>
  "code" in reason && /^Code[0-9]{2,3}[a-z]?$/i.test(reason.code) ? reason.code : ""

const detailOf = ({ event }: HistoryEntry): Announced["detail"] => {
  if (event._tag === "Completed") return { late: event.late, operator: event.observation.record.operatorName }
  if (event._tag === "Cancelled" || event._tag === "Held") return { because: event.because }
  if (event._tag === "Refused" && event.reason !== undefined) {
    return { reason: event.reason._tag, subCode: subCodeOf(event.reason) }
  }
  if (event._tag === "Resolved") return { to: event.to, by: event.by }
  return event._tag === "Flagged" ? { flag: event.kind, subject: event.subject } : {}
}

/** An event as a host hears it, or null when hosts do not hear of it. */
export const announcedOf = (payment: Payment, entry: HistoryEntry): Announced | null => {
  if (!isAnnounced(entry.event._tag)) return null
  const content = payment.content
  return {
    id: `${keyText(payment.key)}#${entry.seq}`,
    key: payment.key,
    seq: entry.seq,
    at: entry.at,
    event: entry.event._tag,
    detail: detailOf(entry),
    state: payment.state._tag,
    amount: content.amount,
    rail: railOf(content),
    orderRef: content.kind === "payin" ? content.orderRef : null,
  }
}

/** Writes every announcement to the log. */
export const logConsumer: Listener = {
  name: "log",
  hear: (announcement) => Effect.logInfo(`${announcement.event}: ${keyText(announcement.key)}`, announcement.detail),
}

/** Who hears. By default the log does; replace it with your own consumers. */
export const Outcomes = Context.Reference<ReadonlyArray<Consumer>>("@cauri/core/Outcomes", {
  defaultValue: () => [logConsumer],
})
