/** The same with drizzle: one handle for the orders of the shop and for the payments. */
import { insertWithin, type Handler } from "@cauri/store-sqlite"
import type { Prepared } from "@cauri/core"
import { contentDifferences } from "@cauri/core/adapter"
import { eq, sql } from "drizzle-orm"
import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3"
import type { Database } from "better-sqlite3"
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core"

/** The orders of the shop. */
const orders = sqliteTable("orders", {
  id: text("id").primaryKey(),
  amount: integer("amount").notNull(),
  booked: integer("booked").notNull().default(0),
})

/** Writes an order and the payout of it: both are there, or neither is. A transaction of SQLite belongs to the connection, so it is `db`. */
export const placeOrder = (
  db: BetterSQLite3Database & { readonly $client: Database },
  id: string,
  prepared: Prepared,
): void =>
  db.transaction(
    (tx) => {
      tx.insert(orders).values({ id, amount: prepared.row.amount }).run()
      const inserted = insertWithin(db, prepared)
      if (
        inserted._tag === "AlreadyThere" &&
        contentDifferences(prepared, inserted.found).length > 0
      ) {
        throw new Error(`Another payment has the id ${prepared.key.id}.`)
      }
    },
    { behavior: "immediate" },
  )

/** Books a completed payment, in the transaction that remembers that it was deliverable: exactly once. */
export const book: Handler = (connection, { _tag, key }) => {
  if (_tag !== "completed") return
  drizzle(connection)
    .update(orders)
    .set({ booked: sql`${orders.booked} + 1` })
    .where(eq(orders.id, key.id))
    .run()
}
