/**
 * The store as a whole: its soundness, what others write into it, and how a program opens one by its address.
 */
import { Context, type Effect, type Layer, type Redacted, type Stream } from "effect"
import type { DeskStore, StoreIdentity } from "./DeskStore.ts"
import type { PaymentStore } from "./PaymentStore.ts"
import type { StoreError } from "./PaymentStoreDriver.ts"
import type { Evidence, Reports } from "./Reports.ts"
import type { StoreRefused } from "../model/StoreRefused.ts"

/** The store as a whole. */
export class StoreStatus extends Context.Service<
  StoreStatus,
  {
    /** What does not agree in the store, one sentence each. Reads all of it. */
    readonly faults: Effect.Effect<ReadonlyArray<string>, StoreError>
    /** Never ends while the store is sound. Fails when it must not be used any more. */
    readonly failed: Effect.Effect<never, StoreRefused>
    /**
     * Something after each time that others have written, for ever. Silent where nothing can tell: a worker still looks by itself at the
     * next time that it knows of.
     */
    readonly changes: Stream.Stream<unknown>
    /**
     * Copies the store, while others use it, into a new file, and returns which store it is and how far it had come. Where the store
     * has tools of its own: how it is copied with them, in words.
     */
    readonly copyTo: ((file: string) => Effect.Effect<StoreIdentity, StoreRefused>) | string
  }
>()("@cauri/core/StoreStatus") {}

/** Every port of a store: what the deployed programs need of one. */
export type StorePorts = PaymentStore | DeskStore | Reports | Evidence | StoreStatus

/** What a program demands of the store that it opens. */
export interface OpeningTerms {
  /** Whether to make a store where there is none. */
  readonly create: "never" | "if-missing"
  /** Refuse any other store, and one that has come less far. Null: take the one that is there. */
  readonly expected: StoreIdentity | null
  /** Open a store that was restored, which is refused otherwise. Nothing is sent from it. */
  readonly restoring: boolean
  /** The values of the variables that only this kind of store has, by their names; one that is not set is left out. */
  readonly variables: Readonly<Record<string, string>>
}

/** How a kind of store is opened by an address, such as `STORE_URL`. A store's package exports one. */
export interface StoreOpener {
  /** Whether an address of its scheme can be opened. Reads the text alone and connects nowhere. */
  readonly accepts: (address: string) => boolean
  readonly open: (address: Redacted.Redacted, terms: OpeningTerms) => Layer.Layer<StorePorts, StoreRefused>
}
