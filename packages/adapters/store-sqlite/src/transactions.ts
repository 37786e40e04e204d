/**
 * One transaction for many steps. Almost always all of them succeed, so they are first written without savepoints, one after the other.
 * When one throws, all are rolled back and written again with a savepoint for each, and only the failing ones are left out. Everything
 * here is synchronous.
 *
 * Writing transactions begin by taking the lock: one that reads before it writes may get `SQLITE_BUSY_SNAPSHOT` at once, and no time-out
 * helps (T13).
 */
import { StoreRefused } from "@cauri/core/adapter"
import type { Database } from "better-sqlite3"
import type { Connection } from "./connection.ts"
import { faultOf } from "./faults.ts"
import { busyTimeout } from "./waiting.ts"

/** The result of a transaction: how to report to the callers of the first parts, which are written; not begun; or rolled back whole. */
type Written =
  | { readonly _tag: "Written"; readonly tell: ReadonlyArray<() => void> }
  | { readonly _tag: "Busy" }
  | { readonly _tag: "Failed"; readonly thrown: unknown }

export interface Part {
  /** Does the work and returns the report for after the commit. It runs again when what was written with it is rolled back. */
  readonly run: () => () => void
  readonly fail: (thrown: unknown) => void
}

export interface Transactions {
  /**
   * Writes the parts in one commit, or the first ones if all would take too long: nothing else runs meanwhile. Only a `durable` commit waits
   * for the disk, and a host's connection always does as it is set.
   */
  readonly together: (parts: ReadonlyArray<Part>, durable?: boolean) => Written
  /** Has the host a transaction of its own open? Reads and writes would now be part of it. */
  readonly isTaken: () => boolean
}

const undone = (thrown: unknown): Written =>
  faultOf(thrown) === "busy" ? { _tag: "Busy" } : { _tag: "Failed", thrown }

/** For how long writing may block the program, in milliseconds. A slow or busy machine commits fewer parts at once. */
export const longEnough = 25

/**
 * The transactions of one connection, by a clock of milliseconds. `look` throws when the store is not the one that it was. It runs before
 * the parts, which would raise a high water that fell, and after them, to remember how far they came.
 */
export const makeTransactions = (
  { client, borrowed }: Connection,
  now: () => number,
  look: () => unknown,
): Transactions => {
  const prepared = (sql: string) => client.prepare(sql)
  const immediate = prepared("BEGIN IMMEDIATE")
  const commit = prepared("COMMIT")
  const rollback = prepared("ROLLBACK")
  const savepoint = prepared("SAVEPOINT cauri_step")
  const release = prepared("RELEASE cauri_step")
  const back = prepared("ROLLBACK TO cauri_step")

  /** A host may wait for seconds on its own connection; the store must not, because nothing else runs meanwhile (T14). */
  const begin = () => {
    if (!borrowed) return immediate.run()
    const theirs = Number(client.pragma("busy_timeout", { simple: true }))
    client.pragma(`busy_timeout = ${Math.min(theirs, busyTimeout)}`)
    try {
      return immediate.run()
    } finally {
      client.pragma(`busy_timeout = ${theirs}`)
    }
  }

  const apart = (part: Part): (() => void) => {
    savepoint.run()
    try {
      const tell = part.run()
      release.run()
      return tell
    } catch (thrown) {
      // A full or failing disk ends the whole transaction; any other error concerns this step only.
      if (!client.inTransaction || faultOf(thrown) !== "Plain") throw thrown
      back.run()
      release.run()
      return () => part.fail(thrown)
    }
  }

  /** What is committed stays committed, even if the look after it fails: on another program's lock, or on a store that is refused next. */
  const remember = () => {
    try {
      look()
    } catch {
      // The next transaction looks again, before it writes.
    }
  }

  /** Writes parts until the time is up and commits them, or writes nothing. */
  const inOne = (parts: ReadonlyArray<Part>, durable: boolean, write: (part: Part) => () => void): Written => {
    try {
      begin()
      look()
      const begun = now()
      const tell: Array<() => void> = []
      for (const part of parts) {
        tell.push(write(part))
        if (now() - begun >= longEnough) break
      }
      commit.run()
      // Only events raise the high water, and no event may be lost.
      if (durable) remember()
      return { _tag: "Written", tell }
    } catch (thrown) {
      if (client.inTransaction) rollback.run()
      throw thrown
    }
  }

  const written = (parts: ReadonlyArray<Part>, durable: boolean): Written => {
    try {
      return inOne(parts, durable, (part) => part.run())
    } catch (thrown) {
      if (faultOf(thrown) !== "Plain" || parts.length < 2) return undone(thrown)
    }
    try {
      return inOne(parts, durable, apart)
    } catch (thrown) {
      return undone(thrown)
    }
  }

  const together = (parts: ReadonlyArray<Part>, durable = true): Written => {
    if (client.inTransaction) return { _tag: "Busy" }
    if (durable || borrowed) return written(parts, durable)
    try {
      client.pragma("synchronous = NORMAL")
      const done = written(parts, durable)
      client.pragma("synchronous = FULL")
      return done
    } catch (cause) {
      const detail = "It could not be brought back to waiting for the disk."
      return { _tag: "Failed", thrown: new StoreRefused({ reason: "corrupt", detail, cause }) }
    }
  }

  return { together, isTaken: () => borrowed && client.inTransaction }
}

/** Runs the host's work in the open transaction, and fails when that transaction is not open any more afterwards. */
export const makeGuest = (client: Database) => {
  const savepoint = client.prepare("SAVEPOINT cauri_guest")
  const release = client.prepare("RELEASE cauri_guest")
  return <A>(operation: string, work: () => A): A => {
    savepoint.run()
    const done = work()
    try {
      release.run()
    } catch {
      // A transaction that was ended took its savepoints with it; a new one, begun since, has none.
      throw new Error(`${operation}: the transaction of the store was ended in it. Leave it open.`)
    }
    return done
  }
}
