/**
 * The options of a store. Every default is safe for money; an option that could lose payments must be set by naming the risk.
 */
import { storeDefaults, type StoreOpenOptions } from "@cauri/core/adapter"

/** The options of both ways to open a store. */
export interface CommonOptions extends StoreOpenOptions {
  /**
   * How to look for damage at the start. "quick" (`PRAGMA quick_check`) reads the whole file. "full" (`PRAGMA integrity_check`) also
   * compares every index with its table: a damaged entry there makes a payment look new. Both take longer the larger the file is; "none"
   * skips the check, and then you must check by other means. Default: "full" up to 64 MiB, "quick" above.
   */
  readonly check?: "full" | "quick" | "none"
  /** How long a step waits while others hold the lock, before it fails. Default: 5,000 ms. */
  readonly maxWait?: number
  /** Below this many free bytes on the disk the store refuses new payments; everything else goes on. Default: 64 MiB. */
  readonly lowWater?: number
  /** Accepts a file on a network file system, where locks may not hold. Write down why: it is logged at every start. */
  readonly acceptNetworkFileSystem?: string
}

/** How a store in a file of its own is opened. */
export interface StoreOptions extends CommonOptions {
  /** The path of the file. Its folder must exist, on a local disk. `:memory:` is for tests and needs `acceptDataLoss`. */
  readonly file: string
  /** Room kept in the file and beside it for answers that arrive when the disk is full. 0 keeps none. Default: 8 MiB each. */
  readonly reserve?: number
}

export const defaults = {
  ...storeDefaults,
  maxWait: 5_000,
  lowWater: 64 * 1_024 * 1_024,
  reserve: 8 * 1_024 * 1_024,
} as const satisfies Partial<StoreOptions>
