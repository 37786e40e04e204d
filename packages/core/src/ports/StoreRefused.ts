/** Why a store is refused, and what a person does then. */
import { Schema } from "effect"

/**
 * Why a store is refused.
 *
 * ```ts
 * RefusalReason.literals.filter((reason) => reason.endsWith("system")) // => ["network_file_system"]
 * ```
 */
export const RefusalReason = Schema.Literals([
  /** Acknowledged payments could be lost when the power fails. */
  "durability",
  /** The file lies where several hosts can write it, or where locks do not hold. */
  "network_file_system",
  /** The file has a second name, and so could have a second log. */
  "aliased",
  /** There is no store here, and none may be made. */
  "missing",
  /** No store may have this name. */
  "invalid_name",
  /** Another store than the expected one. */
  "foreign",
  /** The expected store, but a copy of it, with less history than it had, or on another server: an old state was put back. */
  "restored",
  /** A newer version of this library has changed the tables. */
  "newer_schema",
  /** The tables are not as the migrations made them. */
  "broken_migration",
  /** Its files are damaged, or the disk fails. */
  "corrupt",
  /** A pooler gives each transaction another session, and what was set and checked is the other session's. */
  "shared_session",
  /** Others on this machine may read the payments, or we may not write them. */
  "permissions",
  /** Too little room is left for a new payment and everything that follows from it. */
  "disk_low",
  /** Others held the lock for too long. */
  "busy",
  /** Its time has got ahead of the program's. */
  "clock_ahead",
  /** It was closed, or cannot be opened or reached. */
  "unavailable",
])
export type RefusalReason = typeof RefusalReason.Type

const advice: { readonly [Refusal in RefusalReason]: string } = {
  durability: "Correct the settings of the database. In code, `acceptDataLoss` accepts the risk.",
  network_file_system: "Put the file on a local disk. In code, `acceptNetworkFileSystem` accepts the risk.",
  aliased:
    "Stop every program on it, mount its folder and never the file alone, remove every other name, and open the one that is left.",
  missing:
    "Check which disk or database is there. Only the first store ever is created, with STORE_CREATE=if-missing: in an empty one every payment looks new and could be sent again. In code, the option is `create`.",
  invalid_name: "Name another file or schema: a schema of its own, such as cauri.",
  foreign: "Check which file or database is named; with another store every payment looks new and could be sent again.",
  restored:
    "Stop every program on it and mark it as restored: no program then sends what may have been sent since. In code, call `Review.restored` on a store opened with `restoring`.",
  newer_schema: "Start the newer version of the program; an older one could spoil what it does not know.",
  broken_migration:
    "Stop every program on it and keep a copy. Restore the newest backup and mark it as restored. In code, call `Review.restored`.",
  corrupt:
    "Stop every program on it, keep a copy as it is, and look for the cause; restore the newest backup only if the copy is damaged.",
  shared_session:
    "Connect to the server itself, or to the pooler in session mode: in transaction mode neither settings nor a fail-over can be checked.",
  permissions: "Give the file to the user of this program alone (mode 0600), in a folder that others cannot write.",
  disk_low: "Make room on the disk; nothing was sent, and answers of requests already sent are still stored.",
  busy: "Commit or roll back the transaction that is open on it: your own, or that of another program, which can be ended.",
  clock_ahead:
    "Correct the clocks of the machine and of the store, and start the program again: it goes on from the store's time.",
  unavailable:
    "Check that the folder or the server is there, that it lets this program in, and that it was not closed.",
}

/** The reasons that may pass without a person. */
const passing: ReadonlySet<RefusalReason> = new Set(["disk_low", "busy", "clock_ahead", "unavailable"])

/**
 * This store cannot be used as it is.
 *
 * ```ts
 * const refused = new StoreRefused({ reason: "busy", detail: "A transaction is open on it." })
 * refused.exitCode // => 75
 * ```
 */
export class StoreRefused extends Schema.TaggedError<StoreRefused>()("StoreRefused", {
  reason: RefusalReason,
  /** What was found, in one sentence without any contents of a row. */
  detail: Schema.String,
  cause: Schema.optionalKey(Schema.Defect()),
}) {
  override get message() {
    return `The payment store is refused (${this.reason}): ${this.detail} ${advice[this.reason]}`
  }
  /**
   * The exit code for the program, after sysexits.h, so that a supervisor can tell a refusal from a crash: 74 for a damaged store, which
   * must not restart before a person has looked; 75 where a restart may help; 64 where a person must look.
   */
  get exitCode(): number {
    return this.reason === "corrupt" ? 74 : passing.has(this.reason) ? 75 : 64
  }
}
