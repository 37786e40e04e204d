/**
 * Who hears what becomes of payments. Consumers are named and each has a cursor of its own per payment, so every one of them
 * hears every event at least once and in order, under a stable id. What they hear holds no token, no address and no full number.
 *
 * A consumer that writes into the payments' own database may hear inside the very step that marks the event: exactly once.
 */
import { Context, Effect } from "effect"
import { railOf } from "./Content.ts"
import { type AnnouncedTag, type HistoryEntry, isAnnounced } from "./Event.ts"
import { keyText, type PaymentKey } from "./Identifiers.ts"
import type { Payment } from "./Payment.ts"
import type { EventRow, PaymentWrite } from "./PaymentRow.ts"
import type { Reason } from "./Reason.ts"
import type { RowTerms } from "./PaymentStoreDriver.ts"
import type { Rail } from "./ValidationMode.ts"

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
  readonly state: string
  readonly amount: number
  readonly rail: Rail
  readonly orderRef: string | null
}

/** The save that moves a consumer's cursor past an event: what an adapter writes in the transaction in which the host hears it. */
export interface HearingStep {
  readonly row: PaymentWrite
  readonly events: ReadonlyArray<EventRow>
  readonly terms: RowTerms
}

/** Somebody who wants to hear. A failure is tried again later, with the same id. */
export interface Listener {
  readonly name: string
  readonly hear: (announcement: Announced) => Effect.Effect<void, unknown>
}

/**
 * Somebody who hears in one transaction with the mark that it was heard; adapters make it of a host's handler (`announceWithin`).
 * `Saved`: both are written. `Stale` (the payment has changed) or a failure: neither is. What the host does outside of that
 * transaction may happen more than once.
 */
export interface TransactionalListener {
  readonly name: string
  readonly hearWithin: (announcement: Announced, step: HearingStep) => Effect.Effect<"Saved" | "Stale", unknown>
}

/** Somebody who hears in another process: this one keeps a payment due until that one has heard what there is to hear. */
export interface ElsewhereListener {
  readonly name: string
  readonly elsewhere: true
}

/**
 * Somebody who wants to hear. Names are for ever: under another name, everything is heard again. Every process that announces must
 * name every consumer of its store, those that hear elsewhere too, or it takes a payment for told that is not.
 */
export type Consumer = Listener | TransactionalListener | ElsewhereListener

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
