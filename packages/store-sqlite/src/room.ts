/**
 * Room for the answers of requests that were already sent (T20). A full disk refuses the smallest update, and with it a token that the
 * service gives only once. So the store keeps pages of the file that it can give up (the ballast), a log that was grown in advance and is
 * never cut, and a placeholder of a token's size in every attempt under way. New payments are refused while there is still room.
 */
import { statSync } from "node:fs"
import type { Connection } from "./connection.ts"
import { freeBytes } from "./place.ts"
import { StoreRefused } from "./StoreRefused.ts"

/** The room that is left for payments. */
export interface Room {
  /** Refuses a new payment when little room is left. Throws `StoreRefused`. */
  readonly check: () => void
  /** Refuses a new request once the ballast is spent: there would be no room for its answer. Throws `StoreRefused`. */
  readonly checkForRequest: () => void
  /** Gives up the ballast; false when there is none. */
  readonly giveUp: () => boolean
}

const logSize = (file: string): number => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0

/** Fills the ballast, unless the disk is low already, and grows the log by the same write. */
export const layBallast = ({ client, file }: Connection, bytes: number, lowWater: number): void => {
  const enough = freeBytes(file) > lowWater + 4 * bytes
  const laid = client.prepare<[], { size: number }>("SELECT length(room) AS size FROM cauri_ballast").get()?.size ?? 0
  const grown = file === "" || logSize(file) >= bytes
  if (bytes === 0 || !enough || (laid >= bytes && grown)) return
  client
    .transaction(() =>
      client.prepare("INSERT OR REPLACE INTO cauri_ballast (only_one, room) VALUES (1, zeroblob(?))").run(bytes),
    )
    .immediate()
  // Once everything has moved into the file, the next write begins at the start of the log again, and the log keeps its size.
  client.pragma("wal_checkpoint(PASSIVE)")
}

/** Watches the room of a store. */
export const makeRoom = ({ client, file }: Connection, lowWater: number): Room => {
  let spent = false
  const discard = client.prepare("DELETE FROM cauri_ballast")
  const check = () => {
    const free = freeBytes(file)
    if (free < lowWater) {
      throw new StoreRefused({ reason: "DiskLow", detail: `${free} bytes are free, and ${lowWater} are wanted.` })
    }
    spent = false
  }
  return {
    check,
    checkForRequest: () => {
      if (spent) check()
    },
    giveUp: () => {
      spent = true
      return client.transaction(() => discard.run().changes > 0).immediate()
    },
  }
}
