/**
 * Consumers receive what becomes of payments. They are named, and the store keeps for each how far it has received a payment's events, so
 * each receives every event at least once and in order, under a stable id. An event holds no token, no address and no full number.
 *
 * A consumer that writes into the payments' own database may receive in the very transaction that marks the event: exactly once.
 */
import { Context, Effect, Schema } from "effect"
import { railOf } from "../model/Content.ts"
import {
  type DeliveredTag,
  deliveredTags,
  type FlagKind,
  type HeldReason,
  type HistoryEntry,
  type PaymentEvent,
} from "../model/Event.ts"
import { keyText, type PaymentKey, PaymentKind } from "../model/Identifiers.ts"
import type { Payment, StateTag } from "../model/Payment.ts"
import { type CallFailure, type CallFailureTag, withoutSecrets } from "../model/CallFailure.ts"
import type { DeliveryLease, Wanted } from "./PaymentStoreDriver.ts"
import type { Rail } from "../model/ValidationMode.ts"

type Paid = {
  /** What was really paid, in whole francs (XOF). */
  readonly amountPaid: number
  /** It was paid after the payin had been closed. */
  readonly late: boolean
  /** The operator's name as the service gives it; may be empty. */
  readonly operator: string
  /** Who decided it, and why, where the service could not tell; null: the service told. */
  readonly decidedBy: { readonly by: string; readonly reason: string } | null
}

/** What each event says, without anything secret or personal. */
export interface EventDetails {
  readonly completed: Paid
  readonly underpaid: Paid
  readonly not_completed: {
    /** What the service itself said, for operators and never for a customer; empty where it said nothing. */
    readonly detail: string
    /** Who decided it, and why, where the service could not tell; null: the service told. */
    readonly decidedBy: { readonly by: string; readonly reason: string } | null
  }
  readonly refused: {
    /** Why, such as `amount_refused`; null where an older program wrote the event. */
    readonly reason: CallFailureTag | null
    /** The service's own code, such as `Code02`; empty where there is none. */
    readonly subCode: string
  }
  readonly expired: {}
  readonly cancelled: {
    /** Why it was never sent: `too_old`, `attempts`, `code_unsent` or `asked`. */
    readonly because: Extract<PaymentEvent, { readonly _tag: "cancelled" }>["because"]
  }
  readonly in_doubt: {}
  readonly held: {
    /** Why it waits for a person. */
    readonly because: HeldReason
  }
  readonly flagged: {
    /** What the flag is about. */
    readonly flag: FlagKind
    /** Tells two flags of a kind apart. */
    readonly subject: string
    /** What the service says was paid, for `amount_mismatch`; null where it names no amount. */
    readonly amountPaid: number | null
  }
}

type Said = { readonly [Tag in DeliveredTag]: { readonly _tag: Tag; readonly detail: EventDetails[Tag] } }[DeliveredTag]

/** An event as a consumer receives it. Its `_tag` says what happened, and which fields `detail` has. */
export type DeliveredEvent = Said & {
  /** Stable for ever: the same event always comes under the same id. */
  readonly id: string
  readonly key: PaymentKey
  readonly seq: number
  readonly at: number
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

/**
 * A consumer could not take an event. Its message reaches the log, so say what to do, and repeat no address and no answer.
 *
 * ```ts
 * const receive = () => Effect.fail(new DeliveryRefused({ message: "The stock is being counted: it is delivered later." }))
 * const stock: Consumer = { name: "stock", receive }
 * const { message } = yield* Effect.flip(receive())
 * message // => "The stock is being counted: it is delivered later."
 * ```
 */
export class DeliveryRefused extends Schema.TaggedError<DeliveryRefused>()("DeliveryRefused", {
  message: Schema.String,
}) {}

/**
 * A consumer. When `receive` fails, with whatever error, the event is delivered again later under the same id. The log names the error by
 * its `_tag`, and repeats the message of `DeliveryRefused` alone.
 */
export interface PlainConsumer<E = unknown> extends Named {
  readonly receive: (deliveredEvent: DeliveredEvent) => Effect.Effect<void, E>
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

/** What the event says to consumers, or null when they do not receive its kind. A person's decision is received as what it leads to. */
const saidBy = ({ event }: HistoryEntry, { content, state }: Payment): Said | null => {
  if (event._tag === "completed") {
    const { amount, operatorName: operator } = event.observation.record
    const detail = { amountPaid: amount ?? content.amount, late: event.late, operator, decidedBy: null }
    return { _tag: event._tag, detail }
  }
  if (event._tag === "not_completed")
    return { _tag: event._tag, detail: { detail: withoutSecrets(event.detail ?? ""), decidedBy: null } }
  if (event._tag === "resolved") {
    const decidedBy = { by: event.by, reason: withoutSecrets(event.reason) }
    if (event.to === "intended") return null
    if (event.to === "not_completed") return { _tag: event.to, detail: { detail: "", decidedBy } }
    const late = "late" in state && state.late
    return { _tag: event.to, detail: { amountPaid: event.amountPaid ?? content.amount, late, operator: "", decidedBy } }
  }
  if (event._tag === "refused") {
    const { reason } = event
    // An older program wrote a refusal without its reason.
    const detail =
      reason === undefined ? { reason: null, subCode: "" } : { reason: reason._tag, subCode: subCodeOf(reason) }
    return { _tag: event._tag, detail }
  }
  if (event._tag === "cancelled") return { _tag: event._tag, detail: { because: event.because } }
  if (event._tag === "held") return { _tag: event._tag, detail: { because: event.because } }
  if (event._tag === "flagged") {
    const { amountPaid = null, kind: flag, subject } = event
    return { _tag: event._tag, detail: { flag, subject, amountPaid } }
  }
  return event._tag === "expired" || event._tag === "in_doubt" ? { _tag: event._tag, detail: {} } : null
}

/**
 * The event as consumers receive it, or null when they do not receive its kind.
 *
 * ```ts
 * const { payment } = yield* payins.create(payin)
 * const history = yield* store.history({ key: payment.key, after: 0, limit: 10 })
 * history.map((entry) => deliveredEventOf(payment, entry)) // => [null, null, null]
 * ```
 */
export const deliveredEventOf = (payment: Payment, entry: HistoryEntry): DeliveredEvent | null => {
  const said = saidBy(entry, payment)
  if (said === null) return null
  const content = payment.content
  return {
    ...said,
    id: `${keyText(payment.key)}#${entry.seq}`,
    key: payment.key,
    seq: entry.seq,
    at: entry.at,
    state: payment.state._tag,
    amount: content.amount,
    rail: railOf(content),
    orderRef: content.kind === "payin" ? content.orderRef : null,
  }
}

/**
 * Writes every delivered event to the log.
 *
 * ```ts
 * const consumers = yield* Consumers
 * consumers.includes(logConsumer) // => true
 * ```
 */
export const logConsumer: PlainConsumer<never> = {
  name: "log",
  receive: (deliveredEvent) =>
    Effect.logInfo(`${deliveredEvent._tag}: ${keyText(deliveredEvent.key)}`, deliveredEvent.detail),
}

/**
 * The consumers. By default the log is the only one; replace it with your own.
 *
 * ```ts
 * const receive = ({ key }: DeliveredEvent) => Effect.log(`Ship ${key.id}`)
 * const layer = Layer.succeed(Consumers, [{ name: "shipping", events: ["completed"], receive }])
 * yield* Effect.map(Consumers, ([first]) => first?.name).pipe(Effect.provide(layer)) // => "shipping"
 * ```
 */
export const Consumers = Context.Reference<ReadonlyArray<Consumer>>("@cauri/core/Consumers", {
  defaultValue: () => [logConsumer],
})
