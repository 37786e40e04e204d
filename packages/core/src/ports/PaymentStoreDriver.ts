/**
 * What an adapter writes to keep payments, and the terms of its steps. Rows in, rows out, one atomic step per method, no Effect inside
 * a transaction, and compare-and-set does the locking.
 */
import { Effect, type Option, Schema } from "effect"
import type { PaymentId, PaymentKey, PaymentKind, ProjectId } from "../model/Identifiers.ts"
import type { StateTagOf } from "../model/Payment.ts"
import type { PaymentRecord } from "../model/PaymentRecord.ts"
import type { Rail } from "../model/ValidationMode.ts"
import type { EventRow, PaymentRow, PaymentWrite } from "./PaymentRow.ts"

/** The store did not do what was asked. What was not confirmed to be written must be taken as not written. */
export class StoreError extends Schema.TaggedError<StoreError>()("StoreError", {
  operation: Schema.String,
  cause: Schema.Defect(),
}) {
  override get message() {
    return `The payment store failed during ${this.operation}. Check that it is reachable and has room; nothing that it confirmed is lost.`
  }
}

/** A callback that came for an attempt, reduced to what may be kept of it. */
export interface CallbackNote {
  readonly key: PaymentKey
  readonly attempt: number
  /** Equal for the two encodings of one event (#196, #197). */
  readonly fingerprint: string
  readonly receivedAt: number
  /** The raw body as evidence, within the receiver's limit; never read by the machine. */
  readonly body: Uint8Array | null
}

/**
 * How many notes of a payment are kept. No honest service comes near it, and a stolen address must not fill the disk. The first
 * note of an attempt is kept beyond it: that a callback came for an attempt without a token forbids to send it again (O9, O10).
 */
export const notesPerPayment = 1_000

/** What became of a note: the first of its kind, a repetition, counted but not kept, or for a payment that is not here. */
export type Noted = "First" | "Repeat" | "TooMany" | "Unknown"

/** What may stand in the way of a claim; the store reads it in the same step. */
export interface ClaimGuards {
  /** Scopes of holds that would stop it. */
  readonly holds: ReadonlyArray<string>
  /** Another payout of this amount to this number in any project, open at any age or completed at or after that time. */
  readonly twin: { readonly party: string; readonly amount: number; readonly completedSince: number } | null
  /** The refunds of one payin that may have left or have completed, this one included, may not exceed this sum. */
  readonly refund: { readonly of: PaymentId; readonly project: ProjectId; readonly atMost: number } | null
}

/** What became of a claim. */
export type Claimed =
  | { readonly _tag: "Claimed"; readonly version: number; readonly lease: PaymentRecord["lease"] }
  | { readonly _tag: "Stale" }
  | { readonly _tag: "OnHold"; readonly scope: string }
  | { readonly _tag: "Twin" }
  | { readonly _tag: "RefundTooHigh" }

/** What became of an insert. */
export type Inserted<A> = { readonly _tag: "Inserted" } | { readonly _tag: "AlreadyThere"; readonly found: A }

/** The terms of a save. */
export interface SaveTerms {
  /** The version that was read. */
  readonly version: number
  /** Give this lease back, if it is still the newest: the payment is free at once and the number stays. */
  readonly giveBack: number | null
  readonly now: number
  /**
   * The newest note that was read, where a later one must stop the step: it is `Stale` then. Notes leave the version alone, so the
   * version does not see them; what says "not executed", or sends again because of it, must.
   */
  readonly unlessNotedAfter?: number
}

/** The terms of a save, with what the watch says: a note newer than the one that was read keeps the payment due at `now`. */
export interface RowTerms extends SaveTerms {
  readonly readNote: number
}

/** Which payments are meant; everything that is given must fit. A kind has states of its own. */
export interface PaymentFilter<Kind extends PaymentKind = PaymentKind> {
  /** In every kind and project that has it. */
  readonly id?: string
  readonly kind?: Kind
  readonly project?: string
  readonly states?: ReadonlyArray<StateTagOf[Kind]>
  readonly rail?: Rail
  readonly operator?: string
  readonly orderRef?: string
  readonly refundOf?: string
  readonly withOpenFlags?: boolean
  readonly createdFrom?: number
  readonly createdBefore?: number
}

/**
 * Which payments to list. The oldest come first; those of one millisecond come by kind, then project, then id, each compared byte for
 * byte.
 */
export interface ListQuery<Kind extends PaymentKind = PaymentKind> extends PaymentFilter<Kind> {
  /** Continue after this payment, as the last page ended. */
  readonly after?: { readonly createdAt: number; readonly key: RowKey }
  readonly limit: number
}

/**
 * What is due, leased to the caller; and when the next of all others will be, at its own time or at the end of its lease. Null:
 * no other payment waits for anything.
 */
export interface Due<A> {
  readonly taken: ReadonlyArray<A>
  readonly nextDueAt: number | null
}

/** The name of a payment, as its row has it. */
export type RowKey = Pick<PaymentWrite, "kind" | "project" | "id">

/** Allows its holder to end the delivery of one event. Each lease of a delivery has a number of its own; an older one ends nothing. */
export interface DeliveryLease {
  readonly consumer: string
  readonly key: RowKey
  readonly lease: number
}

/** The oldest event of a payment that a consumer has not heard, leased to the caller. */
export interface TakenDelivery extends DeliveryLease {
  readonly row: PaymentRow
  readonly event: EventRow
  /** How often the consumer has refused this event. */
  readonly tries: number
}

/** What a consumer has not heard of a payment. */
export interface WaitingDelivery {
  readonly consumer: string
  readonly key: RowKey
  /** The number of the newest event to hear, and of the last one that was heard; 0: none was. */
  readonly newest: number
  readonly heard: number
  /** How often the consumer has refused the oldest event that it has not heard, and when that event happened. */
  readonly tries: number
  readonly since: number
  /** When it is delivered next. */
  readonly dueAt: number
}

/** Which deliveries to list; everything that is given must fit. */
export interface DeliveriesQuery {
  readonly consumer?: string
  readonly key?: RowKey
  readonly limit: number
}

/**
 * The lane of deliveries. A delivery is a row of its own per payment and consumer. Whatever stores an announced event writes, in the
 * same transaction, for every consumer that follows the store: the number of that event, and that the delivery is due when it
 * happened, unless the delivery waits already.
 */
export interface DeliveryDriver {
  /**
   * Registers a consumer for ever and catches it up, at most `limit` payments per call: all payments created at or after `from` that have
   * announced events are to be heard from their beginning. Gives true once there is none left. Of older payments the consumer hears
   * what happens from its registration on. A later call goes on where the last one ended; it may only move `from` back. Any number of
   * processes may call it at once, and it never makes a consumer hear again what it has heard.
   */
  readonly follow: (consumer: string, from: number, limit: number) => Effect.Effect<boolean, StoreError>
  /** Takes a consumer and its deliveries away. Does nothing when it is not registered. */
  readonly unfollow: (consumer: string) => Effect.Effect<void, StoreError>
  /**
   * Leases what is due for this consumer and not leased, the longest due first; what is due at one time comes in the order of lists.
   * With each the oldest event that was not heard.
   */
  readonly takeDeliveries: (
    consumer: string,
    now: number,
    limit: number,
    leaseUntil: number,
  ) => Effect.Effect<Due<TakenDelivery>, StoreError>
  /**
   * Marks the events up to this number as heard and ends the lease; the delivery is due again when the next event was, if there is one.
   * `now` stands in for that time where it cannot be told. Stale: the lease was ended before, or another was given since, and nothing is
   * written.
   */
  readonly heard: (lease: DeliveryLease, seq: number, now: number) => Effect.Effect<"Heard" | "Stale", StoreError>
  /** Counts a refusal and ends the lease; the same event is due again at `retryAt`. Does nothing where `heard` would be Stale. */
  readonly unheard: (lease: DeliveryLease, retryAt: number) => Effect.Effect<void, StoreError>
  /** What was not heard yet, the oldest event first. */
  readonly deliveries: (query: DeliveriesQuery) => Effect.Effect<ReadonlyArray<WaitingDelivery>, StoreError>
}

/** What an adapter writes: rows in, rows out, one atomic step per method. */
export interface PaymentStoreDriver extends DeliveryDriver {
  /**
   * The store's time in milliseconds: its server's own. Where there is no server, this machine's, but never before the newest event, nor,
   * in a store that outlives its programs, before the newest heartbeat.
   */
  readonly clock: Effect.Effect<number, StoreError>
  /** Adds a payment with its first events, or gives the one that is there. */
  readonly insert: (
    row: PaymentWrite,
    events: ReadonlyArray<EventRow>,
  ) => Effect.Effect<Inserted<PaymentRow>, StoreError>
  readonly find: (key: PaymentKey) => Effect.Effect<Option.Option<PaymentRow>, StoreError>
  /**
   * Replaces the row and its attempts and adds the events, if the version is still the one that was read and no note came that the
   * terms exclude.
   */
  readonly save: (
    row: PaymentWrite,
    events: ReadonlyArray<EventRow>,
    terms: RowTerms,
  ) => Effect.Effect<"Saved" | "Stale", StoreError>
  /**
   * As `save`, with a new lease until then, unless one of the guards stands in the way: then nothing is written. A stale version
   * is told before any guard.
   */
  readonly claim: (
    row: PaymentWrite,
    events: ReadonlyArray<EventRow>,
    terms: RowTerms,
    guards: ClaimGuards,
    leaseUntil: number,
  ) => Effect.Effect<Claimed, StoreError>
  /**
   * Leases what is due and not leased, the longest due first; what is due at one time comes in the order of lists. The payments of the
   * projects in `except` are neither taken nor counted as waiting.
   */
  readonly takeDue: (
    now: number,
    limit: number,
    leaseUntil: number,
    except?: ReadonlyArray<ProjectId>,
  ) => Effect.Effect<Due<PaymentRow>, StoreError>
  /**
   * Numbers a callback, from 1 for each payment and once per attempt and fingerprint, keeps it, and makes its payment due when it
   * was received, if it was not due before. The payment's version and body stay. A repetition of what is kept does nothing at all. What
   * comes for a noted attempt when the payment has `notesPerPayment` is `TooMany`: it gets its number and makes the payment due, and
   * only its row is not kept.
   */
  readonly noteCallback: (note: CallbackNote) => Effect.Effect<Noted, StoreError>
  /** What fits, the oldest first, up to the limit. The port reads a page on where a row of it cannot be read. */
  readonly list: (query: ListQuery) => Effect.Effect<ReadonlyArray<PaymentRow>, StoreError>
  /** The events of a payment after this number. */
  readonly history: (
    key: PaymentKey,
    after: number,
    limit: number,
  ) => Effect.Effect<ReadonlyArray<EventRow>, StoreError>
}

/** A store of which nothing is sent: what it holds may have been sent before it was put back, and a person has not looked yet. */
export const claimsNothing = (driver: PaymentStoreDriver): PaymentStoreDriver => ({
  ...driver,
  claim: () => Effect.succeed<Claimed>({ _tag: "OnHold", scope: "payouts" }),
})
