/**
 * What a program may say about its store. Everything has a default that is safe for money; what could lose payments has to be asked for
 * by naming the risk.
 */
import { storeDefaults, type StoreTerms } from "@cauri/core/adapter"

/** What both ways to open a store take. */
export interface CommonOptions extends StoreTerms {
  /**
   * How to look for damage at the start: "quick" (`PRAGMA quick_check`) reads the whole file, "full" (`PRAGMA integrity_check`) compares
   * every index with its table, too, because an entry that is damaged there makes a payment look new. Both take the longer the larger
   * the file is; "none" is for files where that is too long, and then somebody else must look. Default: "full" up to 64 MiB, "quick" above.
   */
  readonly check?: "full" | "quick" | "none"
  /** How long a step waits while others hold the lock, before it fails. Default: 5,000 ms. */
  readonly maxWait?: number
  /** Below this many free bytes on the disk no new payment is taken; everything else goes on. Default: 64 MiB. */
  readonly lowWater?: number
}

/** How a store in a file of its own is opened. */
export interface StoreOptions extends CommonOptions {
  /** The path of the file. Its folder must exist, on a local disk. `:memory:` is for tests and needs `acceptDataLoss`. */
  readonly file: string
  /** Go on although the file lies on a network file system, where locks may not hold. Write down why: it is logged at every start. */
  readonly acceptNetworkFileSystem?: string
  /** Room kept in the file and beside it for answers that arrive when the disk is full. 0 keeps none. Default: 8 MiB each. */
  readonly reserve?: number
}

/** The options that were not given. */
export const defaults = {
  ...storeDefaults,
  maxWait: 5_000,
  lowWater: 64 * 1_024 * 1_024,
  reserve: 8 * 1_024 * 1_024,
} as const satisfies Partial<StoreOptions>
