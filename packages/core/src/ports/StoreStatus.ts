/** The store as a whole: its soundness, its copies, and the changes that others write. No decision about a payment reads any of it. */
import { Context, type Effect, type Stream } from "effect"
import type { StoreIdentity } from "./SharedState.ts"
import type { StoreError } from "./PaymentStoreDriver.ts"
import type { StoreRefused } from "./StoreRefused.ts"

/**
 * The store as a whole.
 *
 * ```ts
 * const status = yield* StoreStatus
 * yield* status.contradictions // => []
 * ```
 */
export class StoreStatus extends Context.Service<
  StoreStatus,
  {
    /** The contradictions in the store, one sentence each. Reads all of it. */
    readonly contradictions: Effect.Effect<ReadonlyArray<string>, StoreError>
    /** Never ends while the store is sound. Fails when it must not be used any more. */
    readonly failed: Effect.Effect<never, StoreRefused>
    /**
     * One element after each write by others, for ever. Silent where such writes cannot be noticed: a worker still looks by itself at the next
     * due time that it knows of.
     */
    readonly writesByOthers: Stream.Stream<unknown>
    /**
     * Copies the store, while others use it, into a new file, and returns its identity. Where the store has tools of its own: the
     * command that copies it, or an empty text when there is none.
     */
    readonly copyTo: ((file: string) => Effect.Effect<StoreIdentity, StoreRefused>) | string
  }
>()("@cauri/core/StoreStatus") {}
