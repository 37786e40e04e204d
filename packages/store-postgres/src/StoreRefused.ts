/**
 * This store cannot be used as it is: what is wrong with it, and what to do. A program that starts with such a store stops; a program
 * that meets it while it runs writes nothing more. Refusing costs time, going on could cost money.
 */
import { Schema } from "effect"

/**
 * What a program exits with when its store is damaged (`EX_IOERR`), so that whoever restarts it can tell this from a crash and does not
 * start it again before somebody has looked.
 */
export const exitCode = 74

/** Why a store is refused. */
export const RefusalReason = Schema.Literals([
  /** Acknowledged payments could be lost when the power fails. */
  "Durability",
  /** There is no store here, and none may be made. */
  "Missing",
  /** Another store than the expected one. */
  "Foreign",
  /** The expected store, but with less history than it had, or on another timeline: it was restored, or a standby took over. */
  "Restored",
  /** A newer version of this library has changed the tables. */
  "NewerSchema",
  /** The tables are not as the migrations made them. */
  "BrokenMigration",
  /** The server found damage in its files. */
  "Corrupt",
  /** The server cannot be reached, or does not let us in. */
  "Unavailable",
])
/** Why a store is refused. */
export type RefusalReason = typeof RefusalReason.Type

const advice: { readonly [Reason in RefusalReason]: string } = {
  Durability: "Mend the server's settings, or name the risk in `acceptDataLoss`.",
  Missing: 'Check which database is named; a first store is made with `create: "if-missing"`.',
  Foreign: "Check which database is named; with another store every payment looks new and could be sent again.",
  Restored: "Hold every payout that was not accepted, look for what was sent since, and only then accept it.",
  NewerSchema: "Start the newer version of the program; an older one could spoil what it does not know.",
  BrokenMigration: "Restore the tables from a backup, or ask for help with a copy of the schema.",
  Corrupt: "Stop every program on it, keep a copy as it is, and restore the newest backup.",
  Unavailable: "Check the address, the user and whether the server runs.",
}

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
  /** What the program should exit with. */
  get exitCode(): number {
    return this.reason === "Corrupt" ? exitCode : 1
  }
}
