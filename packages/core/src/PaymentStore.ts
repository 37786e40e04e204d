/**
 * The port behind which payments are kept. Every method is one named atomic step: rows in, rows out, no Effect inside a
 * transaction, and compare-and-set does the locking. Adapters fill the driver form; `fromDriver` makes the port of it.
 */
import { Context, Effect, Option, Result, Schema } from "effect"
import type { HistoryEntry } from "./Event.ts"
import { keyText, type PaymentId, PaymentKey, type ProjectId } from "./Identifiers.ts"
import type { PaymentRecord } from "./nextAction.ts"
import type { Change, Payment } from "./Payment.ts"
import {
  type EventRow,
  type PaymentRow,
  type PaymentWrite,
  toEntry,
  toEventRow,
  toRecord,
  toWrite,
} from "./PaymentRow.ts"
import { readable, readEach, type Unreadable } from "./readRows.ts"
import { spanned } from "./spanned.ts"
import type { Watch } from "./Watch.ts"

/** The store did not do what was asked. What was not confirmed to be written must be taken as not written. */
export class StoreError extends Schema.TaggedError<StoreError>()("StoreError", {
  operation: Schema.String,
  cause: Schema.Defect(),
}) {
  override get message() {
    return `The payment store failed during ${this.operation}. Check that it is reachable and has room; nothing that it confirmed is lost.`
  }
}

/** Others changed the payment at every try to save a step of it: more than a race, so the store deserves a look. */
export const keepsChanging = () =>
  new StoreError({ operation: "save", cause: new Error("The payment changed at every try to save a step of it.") })

/** There is no such payment in this store. */
export class PaymentNotFound extends Schema.TaggedError<PaymentNotFound>()("PaymentNotFound", { key: PaymentKey }) {
  override get message() {
    return `There is no ${keyText(this.key)} in this store. Check the project, the id and the store.`
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
 * How many notes of a payment are kept. No honest service comes near it; whoever stole an address shall not fill the disk. The first
 * note of an attempt is kept beyond it: that a callback came for an attempt without a token forbids to send it again (O9, O10).
 */
export const notesPerPayment = 1_000

/** What became of a note: the first of its kind, a repetition, one beyond what is kept, or for a payment that is not here. */
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

/**
 * Which payments to list; everything that is given must fit. The oldest come first; those of one millisecond come by kind, then
 * project, then id, each compared byte for byte.
 */
export interface ListQuery {
  /** In every kind and project that has it. */
  readonly id?: string
  readonly kind?: PaymentKey["kind"]
  readonly project?: string
  readonly states?: ReadonlyArray<string>
  readonly rail?: string
  readonly operator?: string
  readonly orderRef?: string
  readonly refundOf?: string
  readonly withOpenFlags?: boolean
  readonly createdFrom?: number
  readonly createdBefore?: number
  /** Continue after this payment, as the last page ended. */
  readonly after?: { readonly createdAt: number; readonly key: Pick<PaymentWrite, "kind" | "project" | "id"> }
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

/** What an adapter writes: rows in, rows out, one atomic step per method. */
export interface PaymentStoreDriver {
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
  /** Leases what is due and not leased, the longest due first; what is due at one time comes in the order of lists. */
  readonly takeDue: (now: number, limit: number, leaseUntil: number) => Effect.Effect<Due<PaymentRow>, StoreError>
  /**
   * Numbers a callback, from 1 for each payment and once per attempt and fingerprint, keeps it, and makes its payment due when it
   * was received, if it was not due before. The payment's version and body stay. A repetition does nothing at all, and neither does
   * what comes for an attempt that was noted when the payment has `notesPerPayment`: that is `TooMany`, repetition or not.
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

/** One entry of a page: a payment, or what is known of one that cannot be read. */
export type Listed = Result.Result<PaymentRecord, Unreadable>

/** Where a page ends that ends with this entry: the `after` of the next one. */
export const endOf: (entry: Listed) => { readonly createdAt: number; readonly key: PaymentKey } = Result.match({
  onSuccess: ({ payment: { createdAt, key } }: PaymentRecord) => ({ createdAt, key }),
  onFailure: ({ createdAt, key }: Unreadable) => ({ createdAt, key }),
})

/** Where payments are kept. */
export class PaymentStore extends Context.Service<
  PaymentStore,
  {
    insert(change: Change, watch: Watch): Effect.Effect<Inserted<PaymentRecord>, StoreError>
    find(key: PaymentKey): Effect.Effect<Option.Option<PaymentRecord>, StoreError>
    save(change: Change, watch: Watch, terms: SaveTerms): Effect.Effect<"Saved" | "Stale", StoreError>
    claim(
      change: Change,
      watch: Watch,
      terms: SaveTerms,
      guards: ClaimGuards,
      leaseUntil: number,
    ): Effect.Effect<Claimed, StoreError>
    takeDue(now: number, limit: number, leaseUntil: number): Effect.Effect<Due<PaymentRecord>, StoreError>
    noteCallback(note: CallbackNote): Effect.Effect<Noted, StoreError>
    /**
     * What fits, the oldest first, with what cannot be read in its place: for whoever counts money or shows people what there is.
     * A page that is not full is the last one; the next begins after the `endOf` its last entry.
     */
    page(query: ListQuery): Effect.Effect<ReadonlyArray<Listed>, StoreError>
    /** As many payments that can be read as the limit allows: for programs that could do nothing with the others. */
    list(query: ListQuery): Effect.Effect<ReadonlyArray<PaymentRecord>, StoreError>
    history(key: PaymentKey, after: number, limit: number): Effect.Effect<ReadonlyArray<HistoryEntry>, StoreError>
  }
>()("@cauri/core/PaymentStore") {
  /** The port over a driver. */
  static fromDriver(driver: PaymentStoreDriver): PaymentStore["Service"] {
    const noting = spanned("PaymentStore.noteCallback")
    const page = Effect.fn("PaymentStore.page")(function* (query: ListQuery) {
      return yield* readEach(yield* driver.list(query))
    })
    return PaymentStore.of({
      insert: Effect.fn("PaymentStore.insert")(function* ({ payment, entries }, watch) {
        const inserted = yield* driver.insert(toWrite(payment, watch), entries.map(toEventRow))
        return inserted._tag === "Inserted"
          ? inserted
          : { _tag: "AlreadyThere" as const, found: toRecord(inserted.found) }
      }),
      find: Effect.fn("PaymentStore.find")(function* (key) {
        return Option.map(yield* driver.find(key), toRecord)
      }),
      save: Effect.fn("PaymentStore.save")(function* ({ payment, entries }, watch, terms) {
        return yield* driver.save(toWrite(payment, watch), entries.map(toEventRow), {
          ...terms,
          readNote: watch.notesSeen,
        })
      }),
      claim: Effect.fn("PaymentStore.claim")(function* ({ payment, entries }, watch, terms, guards, leaseUntil) {
        return yield* driver.claim(
          toWrite(payment, watch),
          entries.map(toEventRow),
          { ...terms, readNote: watch.notesSeen },
          guards,
          leaseUntil,
        )
      }),
      takeDue: Effect.fn("PaymentStore.takeDue")(function* (now, limit, leaseUntil) {
        const { taken, nextDueAt } = yield* driver.takeDue(now, limit, leaseUntil)
        return { taken: readable(yield* readEach(taken)), nextDueAt }
      }),
      noteCallback: (note) => noting(driver.noteCallback(note)),
      page,
      list: Effect.fn("PaymentStore.list")(function* (query) {
        const listed: Array<PaymentRecord> = []
        let { after } = query
        // What cannot be read is made up for by what follows, because a page that is not full is taken for the last one.
        for (;;) {
          const limit = query.limit - listed.length
          const entries = yield* page({ ...query, ...(after === undefined ? {} : { after }), limit })
          const read = readable(entries)
          listed.push(...read)
          const last = entries.at(-1)
          if (last === undefined || entries.length < limit || read.length === entries.length) return listed
          after = endOf(last)
        }
      }),
      history: Effect.fn("PaymentStore.history")(function* (key, after, limit) {
        return (yield* driver.history(key, after, limit)).map(toEntry)
      }),
    })
  }
}

/** The states in which a payout has left or may have left. */
export const spendingStates: ReadonlyArray<Payment["state"]["_tag"]> = ["Submitting", "Pending", "InDoubt"]
