/**
 * Orders and their payments in one file, with better-sqlite3 alone. The connection is the store's, or one that was told
 * `PRAGMA synchronous = FULL`. Needs the tables
 * `orders (id TEXT PRIMARY KEY, amount INTEGER, booked INTEGER DEFAULT 0)` beside those of the store.
 */
import { insertWithin, type Handler } from "@cauri/store-sqlite"
import type { Prepared } from "@cauri/core"
import { contentDifferences } from "@cauri/core/adapter"
import type { Database } from "better-sqlite3"

/** Writes an order and the payout of it: both are there, or neither is. `prepared` comes from `Payouts.prepare`. */
export const placeOrder = (
  connection: Database,
  id: string,
  prepared: Prepared,
): void => {
  // Immediate: the transaction takes the lock before it reads.
  connection
    .transaction(() => {
      connection
        .prepare("INSERT INTO orders (id, amount) VALUES (?, ?)")
        .run(id, prepared.row.amount)
      const inserted = insertWithin(connection, prepared)
      if (
        inserted._tag === "AlreadyThere" &&
        contentDifferences(prepared, inserted.found).length > 0
      ) {
        throw new Error(`Another payment has the id ${prepared.key.id}.`)
      }
    })
    .immediate()
}

/** Books a completed payment, in the transaction that remembers that it was deliverable: exactly once. */
export const book: Handler = (connection, { _tag, key }) => {
  if (_tag === "completed")
    connection
      .prepare("UPDATE orders SET booked = booked + 1 WHERE id = ?")
      .run(key.id)
}
