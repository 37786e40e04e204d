/** A host that keeps its orders with drizzle: the order and its payment are written in one transaction. */
import type { Prepared } from "@cauri/core"
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres"
import { pgTable, text } from "drizzle-orm/pg-core"
import { deliverWithin, insertWithin } from "@cauri/store-postgres"

/** The host's own tables. */
const orders = pgTable("orders", { id: text("id").primaryKey() })
/** What left the house, by payment. */
const shipments = pgTable("shipments", { payment: text("payment").primaryKey() })

/** Takes an order. There is no order without its payment, and no payment without its order. */
export const takeOrder = (db: NodePgDatabase, order: string, payment: Prepared, schema: string): Promise<void> =>
  db.transaction(async (transaction) => {
    await transaction.insert(orders).values({ id: order })
    await insertWithin(transaction, payment, { schema })
  })

/** Ships what is paid for, exactly once: the line is written in the transaction that marks the event as heard. */
export const shipping = deliverWithin("shipping", async (client, { event, key }) => {
  if (event === "Completed") await drizzle({ client }).insert(shipments).values({ payment: key.id })
})
