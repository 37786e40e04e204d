/**
 * The options of a store. Every default is safe for money; an option that could lose payments must be set by naming the risk.
 */
import { storeDefaults, type StoreOpenOptions } from "@cauri/core/adapter"
import type { PoolConfig } from "pg"

/** The options of both ways to open a store. */
export interface CommonOptions extends StoreOpenOptions {
  /** The schema of the tables: lower-case letters, digits and underscores, and not "public". Default: "cauri". */
  readonly schema?: string
  /**
   * Accepts a server on another timeline than before: it was restored from a backup, or a standby took over. Name the timeline that you
   * reviewed, as the refusal gives it; or "any", where standbys are synchronous and a fail-over loses nothing.
   */
  readonly acceptTimeline?: string
  /** How long one statement may take. Default: 5,000 ms. */
  readonly statementTimeout?: number
  /** How long a statement waits for what others have locked. Default: 2,000 ms. */
  readonly lockTimeout?: number
}

/** How a store with connections of its own is opened. */
export interface StoreOptions extends CommonOptions {
  /** Where the database is: `postgres://user@host/database`. */
  readonly url: string
  /** Further options of pg, such as TLS or the most connections (10 by default). */
  readonly pool?: Omit<PoolConfig, "connectionString" | "pipeline">
  /** How long a step waits for a free connection, or for a new one. Default: 5,000 ms. */
  readonly acquireTimeout?: number
}

export const defaults = {
  ...storeDefaults,
  schema: "cauri",
  statementTimeout: 5_000,
  lockTimeout: 2_000,
  acquireTimeout: 5_000,
} as const satisfies Partial<StoreOptions>
