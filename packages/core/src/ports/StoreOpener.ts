/** The ports of a store together, and how a program opens one by its address. */
import { Context, type Layer, type Redacted } from "effect"
import { Documents } from "./Documents.ts"
import { Evidence } from "./Evidence.ts"
import { PaymentStore } from "./PaymentStore.ts"
import { type PaymentStoreDriver, sendingNothing } from "./PaymentStoreDriver.ts"
import { Reports } from "./Reports.ts"
import { SharedState, type StoreIdentity } from "./SharedState.ts"
import type { StoreRefused } from "./StoreRefused.ts"
import { StoreStatus } from "./StoreStatus.ts"

/** What a program cannot do without: payments and their deliveries, what processes share, and the state of the store. */
export type RequiredPorts = PaymentStore | SharedState | StoreStatus

/** What people want of a store: documents, counts, callbacks as they came and the archive. */
export type WantedPorts = Documents | Reports | Evidence

/** Every port of a store. */
export type StorePorts = RequiredPorts | WantedPorts

/**
 * Puts the ports of a store together. From a store that was restored nothing is sent: what it holds may have been sent already.
 *
 * ```ts
 * const [cell, status, documents] = [{ current: emptyMemory }, yield* StoreStatus, yield* Documents]
 * const more = { status, documents, reports: yield* Reports, evidence: yield* Evidence }
 * const ports = storePorts({ driver: memoryDriver(cell), shared: memoryShared(cell, "mine"), ...more })
 * yield* Effect.flatMap(PaymentStore, (store) => store.list({ limit: 1 })).pipe(Effect.provideContext(ports)) // => []
 * ```
 */
export const storePorts = (parts: {
  readonly driver: PaymentStoreDriver
  readonly shared: SharedState["Service"]
  readonly status: StoreStatus["Service"]
  readonly documents: Documents["Service"]
  readonly reports: Reports["Service"]
  readonly evidence: Evidence["Service"]
  readonly restoring?: boolean | undefined
}): Context.Context<StorePorts> =>
  Context.make(
    PaymentStore,
    PaymentStore.fromDriver(parts.restoring === true ? sendingNothing(parts.driver) : parts.driver),
  ).pipe(
    Context.add(SharedState, parts.shared),
    Context.add(StoreStatus, parts.status),
    Context.add(Documents, parts.documents),
    Context.add(Reports, parts.reports),
    Context.add(Evidence, parts.evidence),
  )

/** What a program demands of the store that it opens. */
export interface OpeningTerms {
  /** Whether to make a store where there is none. */
  readonly create: "never" | "if-missing"
  /** Refuse any other store, and one with less history. Null: take the one that is there. */
  readonly expected: StoreIdentity | null
  /** Open a store that was restored, which is refused otherwise. Nothing is sent from it. */
  readonly restoring: boolean
  /** The variables that only this kind of store has, by name; one that is not set is left out. */
  readonly variables: Readonly<Record<string, string>>
}

/**
 * How a kind of store is opened by an address, such as `STORE_URL`. A store's package exports one.
 *
 * ```ts
 * const opener: StoreOpener = { accepts: (address) => address === "memory:", open: () => memoryStore }
 * opener.accepts("postgres://db.example/shop") // => false
 * ```
 */
export interface StoreOpener {
  /** Whether an address of its scheme can be opened. Reads the text alone and connects nowhere. */
  readonly accepts: (address: string) => boolean
  /** Where the mark of the store at this address lies when no other place is chosen: beside its file. Left out, or null: nowhere. */
  readonly markFileOf?: (address: string) => string | null
  readonly open: (address: Redacted.Redacted, terms: OpeningTerms) => Layer.Layer<StorePorts, StoreRefused>
}
