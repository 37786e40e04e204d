/**
 * Room for the answers of requests that were already sent (T20). A full disk refuses the smallest update, and with it a token that the
 * service gives only once. So the store keeps pages of the file that it can give up (the ballast) and a log that was grown in advance and is
 * never cut, and refuses new payments while there is still room.
 */
import { closeSync, fstatSync, openSync, statSync, writeSync } from "node:fs"
import { StoreRefused } from "@cauri/core/adapter"
import type { Connection } from "./connection.ts"
import { freeBytes } from "./place.ts"

/** How much room is kept, in bytes. */
export interface DiskSpaceTerms {
  /** Below this many free bytes on the disk the store refuses new payments. */
  readonly lowWater: number
  /** The size of the ballast, and of the log. */
  readonly reserve: number
}

export interface DiskSpace {
  /** Refuses a new payment when little room is left. Called at the end of the step that adds it. Throws `StoreRefused`. */
  readonly check: () => void
  /** Refuses a new request once the ballast is spent: there would be no room for its answer. Throws `StoreRefused`. */
  readonly checkForRequest: () => void
  /** Makes room for an answer on a full disk; false when there is nothing left to give up. */
  readonly giveUp: () => boolean
  /** Moves what was written from the log into the file, when that is worth while. `idle`: no step waits. */
  readonly tidy: (idle: boolean) => void
}

/**
 * How many pages are worth moving from the log into the file: when no step waits, when steps wait, and when the disk is low. The fewer
 * there are when the disk is full, the more answers find room in the log.
 */
const worthMoving = { idle: 250, busy: 2_000, low: 1 } as const

/** So many commits together write as many pages as are worth moving, or more: only then is it looked at how many there are. */
const commitsBetweenLooks = 8

const logSize = (file: string): number => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0

/** The two parts of the ballast: one that stays, and one that is written for a moment, so that the file has free pages. */
const [staying, passing] = [1, 2] as const

/** The pages of one connection, and what can be done with them. */
const makePages = ({ client }: Connection, reserve: number) => {
  const one = (sql: string) => client.prepare<[], { value: number }>(sql)
  const laid = client.prepare<[], { size: number }>("SELECT length(room) AS size FROM cauri_ballast WHERE part = 1")
  const put = client.prepare("INSERT OR REPLACE INTO cauri_ballast (part, room) VALUES (?, zeroblob(?))")
  const take = client.prepare("DELETE FROM cauri_ballast WHERE part = ?")
  const log = client.prepare<[], { log: number; checkpointed: number }>("PRAGMA wal_checkpoint(NOOP)")
  const free = one("SELECT freelist_count AS value FROM pragma_freelist_count")
  const size = one("SELECT page_size AS value FROM pragma_page_size")
  const cushion = Math.floor(reserve / 8)
  const checkpoint = client.prepare("PRAGMA wal_checkpoint(PASSIVE)")
  const discard = (part: number) => client.transaction(() => take.run(part)).immediate()
  return {
    isLaid: (): boolean => (laid.get()?.size ?? 0) >= reserve,
    /** Writes the ballast within the open transaction. */
    lay: () => put.run(staying, reserve),
    spend: () => discard(staying),
    /** How many pages are in the log and not yet in the file. */
    unmoved: (): number => {
      const state = log.get()
      return state === undefined ? 0 : state.log - state.checkpointed
    },
    move: () => checkpoint.get(),
    isWithoutFree: (): boolean => (free.get()?.value ?? 0) * (size.get()?.value ?? 0) < cushion / 2,
    /**
     * Gives the file real free pages: later writes use those, the file need not grow, and the log can be moved into it even when the disk
     * is full. It takes two commits, because pages freed in the transaction that added them are never written.
     */
    free: () => {
      client.transaction(() => put.run(passing, cushion)).immediate()
      discard(passing)
      checkpoint.get()
    },
  }
}

/**
 * Grows the log by zeros behind what is in it, which SQLite reads as its end. Called within a transaction that has the lock, so that nothing
 * is written there meanwhile.
 */
const growLog = (file: string, size: number): void => {
  const log = openSync(`${file}-wal`, "r+")
  try {
    const length = fstatSync(log).size
    if (length < size) writeSync(log, new Uint8Array(size - length), 0, size - length, length)
  } finally {
    closeSync(log)
  }
}

/**
 * Writes the ballast, unless the disk is low already, and grows the log by the same write. A program that ends cleanly takes the log with
 * it; the next one grows it alone.
 */
export const layBallast = (connection: Connection, { reserve, lowWater }: DiskSpaceTerms): void => {
  const { client, file } = connection
  const pages = makePages(connection, reserve)
  const isGrown = file === "" || logSize(file) >= reserve
  if (reserve === 0 || (pages.isLaid() && isGrown) || freeBytes(file) < lowWater + 4 * reserve) return
  if (pages.isLaid()) return client.transaction(() => growLog(file, reserve)).immediate()
  client.transaction(pages.lay).immediate()
  // Once everything has moved into the file, the next write begins at the start of the log again, and the log keeps its size.
  pages.move()
  pages.free()
}

/** Refuses a new payment on a disk that is low. Looks at the disk and runs no statement. Throws `StoreRefused`. */
export const requireDiskSpace = (file: string, lowWater: number): void => {
  const free = freeBytes(file)
  if (free >= lowWater) return
  throw new StoreRefused({ reason: "disk_low", detail: `${free} bytes are free, and ${lowWater} are wanted.` })
}

export const makeDiskSpace = (connection: Connection, { lowWater, reserve }: DiskSpaceTerms): DiskSpace => {
  const { client, file, borrowed } = connection
  const pages = makePages(connection, reserve)
  let spent = false
  let unseen = 0
  const spend = () => {
    spent = true
    pages.spend()
  }
  const check = () => {
    requireDiskSpace(file, lowWater)
    if (!spent) return
    // There is room again. The ballast is written in the same commit, and counts once a later look finds it.
    if (pages.isLaid()) spent = false
    else pages.lay()
  }
  return {
    check,
    checkForRequest: () => {
      if (spent) check()
    },
    giveUp: () => {
      if (reserve > 0 && pages.isLaid()) {
        spend()
        return true
      }
      // A log whose pages have all moved into the file begins again at its start, in room that it has already.
      if (pages.unmoved() === 0) return false
      pages.move()
      return pages.unmoved() === 0
    },
    tidy: (idle) => {
      if (borrowed || client.inTransaction) return
      const free = freeBytes(file)
      const isLow = free < lowWater
      // Before the very end, so that the file need not grow any more.
      if (free < reserve && pages.isLaid()) spend()
      if (!isLow && ++unseen < commitsBetweenLooks) return
      unseen = 0
      if (idle && !isLow && !spent && pages.isWithoutFree()) return pages.free()
      const least = isLow ? worthMoving.low : idle ? worthMoving.idle : worthMoving.busy
      if (pages.unmoved() >= least) pages.move()
    },
  }
}
