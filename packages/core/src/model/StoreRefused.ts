/**
 * A store cannot be used as it is: what is wrong with it, and what to do. A program that starts with such a store stops; a program
 * that meets it while it runs writes nothing more. Refusing costs time, going on could cost money. The class stands here because
 * adapters never import each other, and whoever takes any of them should have one refusal to look at.
 */
import { Schema } from "effect"

/** Why a store is refused. */
export const RefusalReason = Schema.Literals([
  /** Acknowledged payments could be lost when the power fails. */
  "Durability",
  /** The file lies where several hosts can write it, or where locks do not hold. */
  "NetworkFileSystem",
  /** The file has a second name, and beside it a second log. */
  "Aliased",
  /** There is no store here, and none may be made. */
  "Missing",
  /** Another store than the expected one. */
  "Foreign",
  /** The expected store, but a copy of it, with less history than it had, or on another server: an old state was put back. */
  "Restored",
  /** A newer version of this library has changed the tables. */
  "NewerSchema",
  /** The tables are not as the migrations made them. */
  "BrokenMigration",
  /** Its files are damaged, or the disk fails. */
  "Corrupt",
  /** Others on this machine may read the payments, or we may not write them. */
  "Permissions",
  /** Too little room is left for a new payment and everything that follows from it. */
  "DiskLow",
  /** Others held the lock for too long. */
  "Busy",
  /** It was closed, or cannot be opened or reached. */
  "Unavailable",
])
/** Why a store is refused. */
export type RefusalReason = typeof RefusalReason.Type

const advice: { readonly [Reason in RefusalReason]: string } = {
  Durability: "Mend the settings, or name the risk in `acceptDataLoss`.",
  NetworkFileSystem: "Put the file on a local disk, or name the risk in `acceptNetworkFileSystem`.",
  Aliased:
    "Stop every program on it, mount its folder and never the file alone, remove every other name, and open the one that is left.",
  Missing: 'Check which disk or database is there; a first store is made with `create: "if-missing"`.',
  Foreign: "Check which file or database is named; with another store every payment looks new and could be sent again.",
  Restored:
    "Stop every program on it and run `console restored` (or `Desk.restored` on the store opened with `restoring`), which holds every payout that may have been sent since.",
  NewerSchema: "Start the newer version of the program; an older one could spoil what it does not know.",
  BrokenMigration: "Restore the tables from a backup, or ask for help with a copy of them.",
  Corrupt:
    "Stop every program on it, keep a copy as it is, and look for the cause; restore the newest backup only if the copy is damaged.",
  Permissions: "Give the file to the user of this program alone (mode 0600), in a folder that others cannot write.",
  DiskLow: "Make room on the disk; nothing was sent, and answers of requests already sent are still stored.",
  Busy: "Look for a program that holds a transaction open on it.",
  Unavailable:
    "Check that the folder or the server is there, that it lets this program in, and that it was not closed.",
}

/** What may be over by itself. */
const passing: ReadonlySet<RefusalReason> = new Set(["DiskLow", "Busy", "Unavailable"])

/** This store cannot be used as it is. */
export class StoreRefused extends Schema.TaggedError<StoreRefused>()("StoreRefused", {
  reason: RefusalReason,
  /** What was seen, in one sentence without anything that a row holds. */
  detail: Schema.String,
  cause: Schema.optionalKey(Schema.Defect()),
}) {
  override get message() {
    return `The payment store is refused (${this.reason}): ${this.detail} ${advice[this.reason]}`
  }
  /**
   * What the program should exit with, after sysexits.h, so that whoever restarts it can tell a refusal from a crash: 74 for a damaged
   * store, which nobody starts again before somebody has looked; 75 where it may be tried again; 64 where a person must look.
   */
  get exitCode(): number {
    return this.reason === "Corrupt" ? 74 : passing.has(this.reason) ? 75 : 64
  }
}
