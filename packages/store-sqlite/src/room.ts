/**
 * Room for the answers of requests that were already sent (T20). A full disk refuses the smallest update, and with it a token that the
 * service gives only once. So the store keeps pages of the file that it can give up (the ballast), a log that was grown in advance and is
 * never cut, and a placeholder of a token's size in every attempt under way. New payments are refused while there is still room.
 */
import { statSync } from "node:fs"
import type { Connection } from "./connection.ts"
import { freeBytes } from "./place.ts"
import { StoreRefused } from "./StoreRefused.ts"

/** How much room is kept, in bytes. */
export interface RoomTerms {
  /** Below this much on the disk no new payment is taken. */
  readonly lowWater: number
  /** The size of the ballast, and of the log. */
  readonly reserve: number
}

/** The room that is left for payments. */
export interface Room {
  /** Refuses a new payment when little room is left. Called at the end of the step that adds it. Throws `StoreRefused`. */
  readonly check: () => void
  /** Refuses a new request once the ballast is spent: there would be no room for its answer. Throws `StoreRefused`. */
  readonly checkForRequest: () => void
  readonly isLow: () => boolean
  /** Makes room for an answer on a full disk; false when there is nothing left to give up. */
  readonly giveUp: () => boolean
}

const logSize = (file: string): number => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0

const statementsOf = ({ client }: Connection) => ({
  laid: client.prepare<[], { size: number }>("SELECT length(room) AS size FROM cauri_ballast"),
  lay: client.prepare("INSERT OR REPLACE INTO cauri_ballast (only_one, room) VALUES (1, zeroblob(?))"),
  discard: client.prepare("DELETE FROM cauri_ballast"),
  log: client.prepare<[], { log: number; checkpointed: number }>("PRAGMA wal_checkpoint(NOOP)"),
  checkpoint: client.prepare("PRAGMA wal_checkpoint(PASSIVE)"),
})

/** Lays the ballast, unless the disk is low already, and grows the log by the same write. */
export const layBallast = (connection: Connection, { reserve, lowWater }: RoomTerms): void => {
  const { client, file } = connection
  const { laid, lay, checkpoint } = statementsOf(connection)
  const grown = file === "" || logSize(file) >= reserve
  if (reserve === 0 || ((laid.get()?.size ?? 0) >= reserve && grown)) return
  if (freeBytes(file) < lowWater + 4 * reserve) return
  client.transaction(() => lay.run(reserve)).immediate()
  // Once everything has moved into the file, the next write begins at the start of the log again, and the log keeps its size.
  checkpoint.get()
}

/** Watches the room of a store. */
export const makeRoom = (connection: Connection, { lowWater, reserve }: RoomTerms): Room => {
  const { client, file } = connection
  const { laid, lay, discard, log, checkpoint } = statementsOf(connection)
  let spent = false
  const check = () => {
    const free = freeBytes(file)
    if (free < lowWater) {
      throw new StoreRefused({ reason: "DiskLow", detail: `${free} bytes are free, and ${lowWater} are wanted.` })
    }
    if (!spent) return
    // There is room again. The ballast is laid in the same commit, and believed in when a later look finds it.
    if (laid.get() === undefined) lay.run(reserve)
    else spent = false
  }
  const unmoved = () => {
    const state = log.get()
    return state === undefined ? 0 : state.log - state.checkpointed
  }
  return {
    check,
    checkForRequest: () => {
      if (spent) check()
    },
    isLow: () => freeBytes(file) < lowWater,
    giveUp: () => {
      if (laid.get() !== undefined) {
        spent = true
        client.transaction(() => discard.run()).immediate()
        return true
      }
      // A log whose pages have all moved into the file begins again at its start, in room that it has already.
      if (unmoved() === 0) return false
      checkpoint.get()
      return unmoved() === 0
    },
  }
}
