/** How a program opens a store by its address. */
import type { Layer, Redacted } from "effect"
import type { Evidence } from "./Evidence.ts"
import type { PaymentStore } from "./PaymentStore.ts"
import type { Reports } from "./Reports.ts"
import type { SharedState, StoreIdentity } from "./SharedState.ts"
import type { AccountStatements } from "./AccountStatements.ts"
import type { StoreRefused } from "./StoreRefused.ts"
import type { StoreStatus } from "./StoreStatus.ts"

/** Every port of a store that deployed programs need. */
export type StorePorts = PaymentStore | SharedState | Reports | Evidence | AccountStatements | StoreStatus

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

/** How a kind of store is opened by an address, such as `STORE_URL`. A store's package exports one. */
export interface StoreOpener {
  /** Whether an address of its scheme can be opened. Reads the text alone and connects nowhere. */
  readonly accepts: (address: string) => boolean
  /** Where the mark of the store at this address lies when no other place is chosen: beside its file. Left out, or null: nowhere. */
  readonly markFileOf?: (address: string) => string | null
  readonly open: (address: Redacted.Redacted, terms: OpeningTerms) => Layer.Layer<StorePorts, StoreRefused>
}
