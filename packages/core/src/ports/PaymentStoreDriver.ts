/**
 * What an adapter writes to keep payments, and the terms of its steps. Rows in, rows out, one atomic step per method, no Effect inside
 * a transaction, and compare-and-set does the locking.
 */
import { Effect, Schema } from "effect"
import type { PaymentId, PaymentKey, PaymentKind, ProjectId } from "../model/Identifiers.ts"
import type { StateTagOf } from "../model/Payment.ts"
import type { PaymentRecord } from "../model/PaymentRecord.ts"
import type { Rail } from "../model/ValidationMode.ts"
import type { EventRow, PaymentRow, PaymentWrite } from "./PaymentRow.ts"

/**
 * The store failed. A write that it did not confirm counts as not written.
 *
 * ```ts
 * const failed = new StoreError({ operation: "insert", cause: "no room" })
 * const [said] = failed.message.split(". ")
 * said // => "The payment store failed during insert"
 * ```
 */
export class StoreError extends Schema.TaggedError<StoreError>()("StoreError", {
  operation: Schema.String,
  cause: Schema.Defect(),
}) {
  override get message() {
    return `The payment store failed during ${this.operation}. Check that it is reachable and has room; nothing that it confirmed is lost.`
  }
}

/** A callback of an attempt, reduced to what may be stored. */
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
 * How many notes of a payment are kept. An honest service never reaches it, and a stolen address must not fill the disk. The first note of
 * an attempt is always kept: a callback for an attempt without a token forbids sending it again (O9, O10).
 *
 * ```ts
 * const note = { attempt: 1, receivedAt: 0, body: null }
 * const { payment } = yield* payins.create(payin)
 * for (let each = 0; each < notesPerPayment; each++) yield* store.noteCallback({ ...note, key: payment.key, fingerprint: `${each}` })
 * yield* store.noteCallback({ ...note, key: payment.key, fingerprint: "one more" }) // => "TooMany"
 * ```
 */
export const notesPerPayment = 1_000

/** What became of a note: the first of its kind, a repetition, numbered but not kept, or for a payment that is not in this store. */
export type NoteResult = "First" | "Repeat" | "TooMany" | "Unknown"

/** What may stop a claim; the store reads it in the same step. */
export interface ClaimGuards {
  /** The scopes whose pause would stop it. */
  readonly pauses: ReadonlyArray<string>
  /** Another payout of this amount to this number in any project, open at any age or completed at or after that time. */
  readonly twin: { readonly party: string; readonly amount: number; readonly completedSince: number } | null
  /** The refunds of one payin that may have left or have completed, this one included, may not exceed this sum. */
  readonly refund: { readonly of: PaymentId; readonly project: ProjectId; readonly atMost: number } | null
}

/** What became of a claim. */
export type Claimed =
  | { readonly _tag: "Claimed"; readonly version: number; readonly lease: PaymentRecord["lease"] }
  | { readonly _tag: "Stale" }
  | { readonly _tag: "Paused"; readonly scope: string }
  | { readonly _tag: "Stopped"; readonly because: "twin" | "refund_too_high" }

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
   * The newest note that was read, for steps that a later one must stop: the save is `Stale` then. Notes leave the version unchanged, so
   * the version does not show them; a step that says "not executed", or sends again because of it, must see them.
   */
  readonly unlessNoteAfter?: number
}

/** The terms of a save, with the newest note that the tracking has read: a later note keeps the payment due at `now`. */
export interface RowTerms extends SaveTerms {
  readonly readNote: number
}

/** The terms of a claim: those of a save, what may stop it, and until when it leases the payment. */
export interface ClaimTerms extends SaveTerms {
  readonly guards: ClaimGuards
  readonly leaseUntil: number
}

/** What is taken: at most `limit` of what is due at `now`, leased until `until`. */
export interface TakeTerms {
  readonly now: number
  readonly limit: number
  readonly until: number
}

/** Which payments are taken. */
export interface DueTerms extends TakeTerms {
  /** The payments of these projects are neither taken nor counted as waiting. */
  readonly except?: ReadonlyArray<ProjectId> | undefined
}

/** Which deliveries are taken. */
export interface DueDeliveryTerms extends TakeTerms {
  readonly consumer: string
}

/** Which events of a payment: at most `limit` of those after this number. */
export interface HistoryQuery<Key extends RowKey = PaymentKey> {
  readonly key: Key
  readonly after: number
  readonly limit: number
}

/** What a consumer subscribes to: see `DeliveryDriver.subscribe`. */
export interface Subscription {
  readonly consumer: string
  readonly from: number
  /** The most payments that one call catches up with. */
  readonly limit: number
  /** Default: everything. */
  readonly wanted?: ReadonlyArray<Wanted> | undefined
}

/** Which payments to match; every given field must match. Each kind has states of its own. */
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
  readonly amount?: number
  /** The last digits of the customer's or beneficiary's number. */
  readonly partyEnding?: string
  /** Payments with an attempt that has this token. */
  readonly token?: string
  /** A text that stands in the payment's data as a whole value: a token, a request id, a reference. */
  readonly mentions?: string
  readonly createdFrom?: number
  readonly createdBefore?: number
}

/**
 * In which order a list comes. `oldest`: the oldest first; those of one millisecond by kind, then project, then id, each compared byte for
 * byte. `newest`: the other way round. `largest`: the largest amount first, and of one amount the oldest.
 */
export type ListOrder = "oldest" | "newest" | "largest"

/** Where a page of a list ended. */
export interface ListCursor {
  readonly createdAt: number
  readonly key: RowKey
  /** What the order `largest` continues by; the other orders do without it. */
  readonly amount?: number
}

/** Which payments to list. */
export interface ListQuery<Kind extends PaymentKind = PaymentKind> extends PaymentFilter<Kind> {
  /** Default: `oldest`. No index is in the order `largest`, so what matches is sorted: ask for what is open, or flagged. */
  readonly order?: ListOrder
  /** Continue after this payment: the cursor of the last page, of the same order. */
  readonly after?: ListCursor
  readonly limit: number
}

/**
 * What is due, leased to the caller; and when the next other payment is due: at its own time or at the end of its lease. Null: no other
 * payment waits.
 */
export interface Due<A> {
  readonly taken: ReadonlyArray<A>
  readonly nextDueAt: number | null
}

/** The key of a payment, as its row has it. */
export type RowKey = Pick<PaymentWrite, "kind" | "project" | "id">

/** Allows its holder to end the delivery of one event. Each lease of a delivery has a number of its own; an older one ends nothing. */
export interface DeliveryLease {
  readonly consumer: string
  readonly key: RowKey
  readonly lease: number
}

/** The oldest event of a payment that a consumer has not received, leased to the caller. */
export interface TakenDelivery extends DeliveryLease {
  readonly row: PaymentRow
  readonly event: EventRow
  /** How often the consumer has refused this event. */
  readonly tries: number
}

/** What a consumer has not received of a payment. */
export interface WaitingDelivery {
  readonly consumer: string
  readonly key: RowKey
  /** The numbers of the newest event to deliver and of the last one delivered; 0: none was. */
  readonly newest: number
  readonly delivered: number
  /** How often the consumer has refused the oldest event that it has not received, and when that event happened. */
  readonly tries: number
  readonly since: number
  /** When it is delivered next. */
  readonly dueAt: number
}

/** Which deliveries to list; every given field must match. */
export interface DeliveriesQuery {
  readonly consumer?: string
  readonly key?: RowKey
  readonly limit: number
}

/** What a consumer wants: events of payments of one kind that are delivered as one thing, such as `payin.completed`. */
export type Wanted = `${PaymentKind}.${string}`

/**
 * The deliveries. A delivery is a row of its own per payment and consumer. A step that stores an event writes, in the same transaction, for
 * every subscriber that wants it: the number of that event, and that the delivery is due when it happened, unless the delivery waits
 * already.
 */
export interface DeliveryDriver {
  /**
   * Registers a consumer permanently and catches it up by some payments: it receives what it wants of all payments created at or after
   * `from`, from their first event. Returns true once none is left. Of older payments it receives what happens from its registration on. A
   * later call continues where the last one ended. It may move `from` back, and what it wants beside the earlier calls is added: past
   * events of that are caught up with, and delivered before newer ones. Any number of processes may call it at once, and it never delivers
   * again what was delivered.
   */
  readonly subscribe: (subscription: Subscription) => Effect.Effect<boolean, StoreError>
  /** Removes a consumer and its deliveries. Does nothing when it is not registered. */
  readonly unsubscribe: (consumer: string) => Effect.Effect<void, StoreError>
  /**
   * Leases what is due for this consumer and not leased, the longest due first; deliveries due at one time come in the order of lists.
   * Returns with each the oldest event that was not delivered.
   */
  readonly takeDeliveries: (terms: DueDeliveryTerms) => Effect.Effect<Due<TakenDelivery>, StoreError>
  /**
   * Marks the events up to this number as delivered and ends the lease, where it is a past event of what was wanted later only the events
   * of that kind; the delivery is due again at the time of the next event, if there is one. `now` stands in where that time cannot be told. Stale: the lease was ended before, or another was given since, and nothing is
   * written.
   */
  readonly markDelivered: (
    lease: DeliveryLease,
    event: { readonly seq: number; readonly now: number },
  ) => Effect.Effect<"Delivered" | "Stale", StoreError>
  /** Counts a refusal and ends the lease; the same event is due again at `retryAt`. Does nothing where `markDelivered` would be Stale. */
  readonly retryDelivery: (lease: DeliveryLease, retryAt: number) => Effect.Effect<void, StoreError>
  /** What is not delivered yet, the oldest event first. */
  readonly deliveries: (query: DeliveriesQuery) => Effect.Effect<ReadonlyArray<WaitingDelivery>, StoreError>
}

/** What an adapter writes: rows in, rows out, one atomic step per method. */
export interface PaymentStoreDriver extends DeliveryDriver {
  /**
   * The store's time in milliseconds: its server's own. Without a server, this machine's, but never before the newest event, nor, in a
   * store that outlives its programs, before the newest heartbeat.
   */
  readonly clock: Effect.Effect<number, StoreError>
  /** Adds a payment with its first events, or returns the existing one. */
  readonly insert: (
    row: PaymentWrite,
    events: ReadonlyArray<EventRow>,
  ) => Effect.Effect<Inserted<PaymentRow>, StoreError>
  /** Null: there is none. */
  readonly find: (key: PaymentKey) => Effect.Effect<PaymentRow | null, StoreError>
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
   * As `save`, with a new lease until `leaseUntil`, unless a guard stops it: then nothing is written. A stale version is reported before
   * any guard.
   */
  readonly claim: (
    row: PaymentWrite,
    events: ReadonlyArray<EventRow>,
    terms: RowTerms & ClaimTerms,
  ) => Effect.Effect<Claimed, StoreError>
  /** Leases what is due and not leased, the longest due first; payments due at one time come in the order of lists. */
  readonly takeDue: (terms: DueTerms) => Effect.Effect<Due<PaymentRow>, StoreError>
  /**
   * Numbers a callback, from 1 for each payment and once per attempt and fingerprint, keeps it, and makes its payment due when it was
   * received, if it was not due before. The payment's version and body stay. A repetition of a kept one does nothing. A further callback
   * for a noted attempt of a payment with `notesPerPayment` is `TooMany`: it gets its number and makes the payment due, and only its row is
   * not kept.
   */
  readonly noteCallback: (note: CallbackNote) => Effect.Effect<NoteResult, StoreError>
  /** What matches, in the order that the query names, up to the limit. The port reads on where a row cannot be read. */
  readonly list: (query: ListQuery) => Effect.Effect<ReadonlyArray<PaymentRow>, StoreError>
  /** Events of a payment, in their order. */
  readonly history: (query: HistoryQuery) => Effect.Effect<ReadonlyArray<EventRow>, StoreError>
}

/** A restored store from which nothing is sent: what it holds may have been sent already, and no person has looked yet. */
export const sendingNothing = (driver: PaymentStoreDriver): PaymentStoreDriver => ({
  ...driver,
  claim: () => Effect.succeed<Claimed>({ _tag: "Paused", scope: "payouts" }),
})
