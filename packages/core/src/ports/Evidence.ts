/** What a store keeps of the past: callbacks as they came, and old payments. No decision about a payment reads any of it. */
import { Context, type Effect } from "effect"
import type { PaymentKey } from "../model/Identifiers.ts"
import type { EventRow, PaymentWrite } from "./PaymentRow.ts"
import type { CallbackNote, ListCursor, RowKey, StoreError } from "./PaymentStoreDriver.ts"

/** A stored callback: everything but its payment's key. */
export interface KeptNote extends Omit<CallbackNote, "key"> {
  readonly number: number
}

/** Which payments can be archived: those that were closed before a time, on a walk that goes on after a payment; null: from the beginning. */
export interface ArchivableQuery {
  readonly before: number
  readonly after: ListCursor | null
  readonly limit: number
}

/** What can be archived, and where the walk goes on; null: at the end. */
export interface Archivable {
  readonly keys: ReadonlyArray<RowKey>
  readonly next: ListCursor | null
}

/** What takes the place of a payment's row and events once a person's data in them are erased. `version`: the one that was read. */
export interface Erased {
  readonly version: number
  readonly row: PaymentWrite
  readonly events: ReadonlyArray<EventRow>
}

/**
 * What a store keeps of the past.
 *
 * ```ts
 * const { payment } = yield* payins.create(payin)
 * yield* store.noteCallback({ key: payment.key, attempt: 1, fingerprint: "one", receivedAt: 0, body: null })
 * const evidence = yield* Evidence
 * const notes = yield* evidence.notes(payment.key)
 * notes.map(({ fingerprint, number }) => `${number} ${fingerprint}`) // => ["1 one"]
 * ```
 */
export class Evidence extends Context.Service<
  Evidence,
  {
    /** The callbacks of a payment, the oldest first. A body is null when none came or it was erased. */
    readonly notes: (key: PaymentKey) => Effect.Effect<ReadonlyArray<KeptNote>, StoreError>
    /**
     * Walks over payments in the order of lists, at most `limit` per call, and returns those of them that were closed before this time, wait
     * neither for a step nor for a delivery, and are not archived.
     */
    readonly archivable: (query: ArchivableQuery) => Effect.Effect<Archivable, StoreError>
    /**
     * Moves the bodies of a payment's events and callbacks into its archive; they are read as before. `Stale`: it is open, or waits for
     * something. With `erased`, its row's body and party and the bodies of its events are these, those of its callbacks are dropped, and it
     * is `Stale` too when another version is stored.
     */
    readonly archive: (key: RowKey, erased?: Erased) => Effect.Effect<"Saved" | "Stale", StoreError>
  }
>()("@cauri/core/Evidence") {}
