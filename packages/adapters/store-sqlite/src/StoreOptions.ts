/**
 * The options of a store. Every default is safe for money; an option that could lose payments must be set by naming the risk.
 */
import { storeDefaults, type StoreOpenOptions } from "@cauri/core/adapter"

/** The options of both ways to open a store. */
export interface CommonOptions extends StoreOpenOptions {
  /**
   * How to look for damage. Left out: up to 16 MiB the whole file is read when it is opened; a larger one is read beside the work, from a
   * minute after that on, once a day for all programs on it and after an unclean end. "full" (`PRAGMA integrity_check`, which compares every
   * index with its table) and "quick" (`PRAGMA quick_check`) read a file of any size when it is opened, and take longer the larger it is.
   * "none": check by other means. Damage that is met by reading or writing stops the store in any case.
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
  /** Room kept in the file and beside it for answers that arrive when the disk is full. 0 keeps none. Default: 4 MiB each. */
  readonly reserve?: number
}

export const defaults = {
  ...storeDefaults,
  maxWait: 5_000,
  lowWater: 64 * 1_024 * 1_024,
  reserve: 4 * 1_024 * 1_024,
} as const satisfies Partial<StoreOptions>
