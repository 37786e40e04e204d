/**
 * What a program may say about its store. Everything has a default that is safe for money; what could lose payments has to be asked for
 * by naming the risk.
 */
import type { PoolConfig } from "pg"

/** What the store must be, so that an empty, a foreign or a restored one is not taken for it. */
export interface ExpectedStore {
  /** The id that `DeskStore.identity` told when the store was made. */
  readonly id: string
  /** The highest high water that was seen so far; a store below it has lost history. */
  readonly highWater?: number
}

/** What both ways to open a store take. */
export interface CommonOptions {
  /** The schema of the tables: lower-case letters, digits and underscores, and not "public". Default: "cauri". */
  readonly schema?: string
  /** Refuse any other store than this one. */
  readonly expected?: ExpectedStore
  /**
   * Open a store that was restored, which is refused else: a dump that was loaded, a store with less history than was seen, a server on
   * another timeline. Only for a program that calls `Desk.restored` and sends nothing. Default: false.
   */
  readonly restoring?: boolean
  /**
   * Make the store when there is none. In production say "never" and make it once, by hand: with an empty store, such as that of a
   * mistyped database, every payment looks new. Default: "if-missing".
   */
  readonly create?: "if-missing" | "never"
  /**
   * Go on although the server is on another timeline than it was: it was restored from a backup, or a standby took over. Name the
   * timeline that you looked into, as the refusal told it; or "any", where standbys are synchronous and a fail-over loses nothing.
   */
  readonly acceptTimeline?: string
  /**
   * Go on although acknowledged payments can be lost when the power fails, because `fsync` or `full_page_writes` is off. Write down
   * why: the text is logged at every start.
   */
  readonly acceptDataLoss?: string
  /** The most steps that one commit gathers. Default: 256. */
  readonly maxBatch?: number
  /** How many bodies of callbacks are kept for one attempt; more are noted without their body. Default: 20. */
  readonly bodiesPerAttempt?: number
  /** How long one statement may take. Default: 5,000 ms. */
  readonly statementTimeout?: number
  /** How long a statement waits for what others have locked. Default: 2,000 ms. */
  readonly lockTimeout?: number
}

/** How a store with connections of its own is opened. */
export interface StoreOptions extends CommonOptions {
  /** Where the database is: `postgres://user@host/database`. */
  readonly url: string
  /** Whatever else pg should know, such as TLS or how many connections there may be (10 by default). */
  readonly pool?: Omit<PoolConfig, "connectionString" | "pipeline">
  /** How long a step waits for a free connection, or for a new one. Default: 5,000 ms. */
  readonly acquireTimeout?: number
}

/** The options that were not given. */
export const defaults = {
  schema: "cauri",
  create: "if-missing",
  maxBatch: 256,
  bodiesPerAttempt: 20,
  statementTimeout: 5_000,
  lockTimeout: 2_000,
  acquireTimeout: 5_000,
} as const satisfies Partial<StoreOptions>
