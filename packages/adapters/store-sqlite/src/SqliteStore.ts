/**
 * The store's own side: what programs on SQLite need beyond the ports of core.
 */
import type { StoreError } from "@cauri/core"
import type { PaymentStoreDriver, StoreIdentity } from "@cauri/core/adapter"
import type { Database } from "better-sqlite3"
import { Context, type Effect } from "effect"
import type { Steps } from "./steps.ts"

/** The store's own side. */
export class SqliteStore extends Context.Service<
  SqliteStore,
  {
    /** The payments as rows, below the port: for tools that move or measure payments without reading their bodies. */
    readonly driver: PaymentStoreDriver
    /** The connection that the store works on. What other code writes through it outside of `step` is part of no commit of the store. */
    readonly client: Database
    /** Which store it is, and how far it came; throws `StoreRefused` when an old state was put back. */
    readonly identity: () => StoreIdentity
    /**
     * Runs a synchronous step among those of the store, under the lock. It is rolled back when it throws, and durable when this returns.
     * The steps of the store may be called in it.
     */
    readonly step: <A>(operation: string, work: (client: Database, steps: Steps) => A) => Effect.Effect<A, StoreError>
  }
>()("@cauri/store-sqlite/SqliteStore") {}
