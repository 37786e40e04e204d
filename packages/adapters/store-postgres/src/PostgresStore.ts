/**
 * The store's own side: what programs on Postgres need beyond the ports of core.
 */
import type { StoreError } from "@cauri/core"
import type {
  DeliveryLease,
  EventRow,
  Inserted,
  PaymentRow,
  PaymentStoreDriver,
  PaymentWrite,
  RowTerms,
} from "@cauri/core/adapter"
import { Context, type Effect } from "effect"
import type { PgClient } from "./lenders.ts"

/** Steps of the store within a transaction that the caller commits. */
export interface Steps {
  readonly insert: (row: PaymentWrite, events: ReadonlyArray<EventRow>) => Promise<Inserted<PaymentRow>>
  readonly save: (row: PaymentWrite, events: ReadonlyArray<EventRow>, terms: RowTerms) => Promise<"Saved" | "Stale">
  /** Is this the newest lease of its delivery, and is it still in force? Locks nothing. */
  readonly mayDeliver: (lease: DeliveryLease) => Promise<boolean>
  /** Marks the events up to this number as received. `Stale`: the lease was ended, or a newer one exists. */
  readonly delivered: (lease: DeliveryLease, seq: number, now: number) => Promise<"Delivered" | "Stale">
}

/** The store's own side. */
export class PostgresStore extends Context.Service<
  PostgresStore,
  {
    /** The payments as rows, below the port: for tools that move or measure payments without reading their bodies. */
    readonly driver: PaymentStoreDriver
    /**
     * Runs work in a transaction of its own, in which the steps of the store may be called. It is rolled back when the work throws, and
     * durable when this returns; an interruption ends it at the server. A query without an answer within the statement time-out and two
     * seconds fails.
     */
    readonly transact: <A>(
      operation: string,
      work: (client: PgClient, steps: Steps) => Promise<A>,
    ) => Effect.Effect<A, StoreError>
  }
>()("@cauri/store-postgres/PostgresStore") {}
