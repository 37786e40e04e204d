/** A host that keeps its orders with drizzle: the order and its payment are written in one transaction. */
import type { Prepared } from "@cauri/core"
import { sql } from "drizzle-orm"
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres"
import { pgTable, text } from "drizzle-orm/pg-core"
import {
  deliverWithin,
  type HostTransaction,
  insertWithin,
} from "@cauri/store-postgres"

/** The host's own tables. */
const orders = pgTable("orders", { id: text("id").primaryKey() })
/** What left the house, by payment. */
const shipments = pgTable("shipments", {
  payment: text("payment").primaryKey(),
})

/** Drizzle, or a transaction of it, as Cauri writes through it: the values take the places of `$1`, `$2` …. */
export const throughDrizzle = (
  db: Pick<NodePgDatabase, "execute">,
): HostTransaction => ({
  query: (text, values) => {
    const parts = text.split(/\$\d+/).map((part) => sql.raw(part))
    return db.execute(
      sql.join(
        parts.flatMap((part, n) =>
          n < values.length ? [part, sql.param(values[n])] : part,
        ),
      ),
    )
  },
})

/** Takes an order. There is no order without its payment, and no payment without its order. */
export const takeOrder = (
  db: NodePgDatabase,
  order: string,
  payment: Prepared,
  schema: string,
): Promise<void> =>
  db.transaction(async (transaction) => {
    await transaction.insert(orders).values({ id: order })
    await insertWithin(throughDrizzle(transaction), payment, { schema })
  })

/** Ships what is paid for, exactly once: the line is written in the transaction that marks the event as heard. */
export const shipping = deliverWithin(
  "shipping",
  async (client, { _tag, key }) => {
    if (_tag === "completed")
      await drizzle({ client }).insert(shipments).values({ payment: key.id })
  },
)
