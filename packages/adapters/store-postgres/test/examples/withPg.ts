/** A host that keeps its orders with pg: the order and its payment are written in one transaction. */
import type { Prepared } from "@cauri/core"
import type { Pool } from "pg"
import { deliverWithin, insertWithin } from "@cauri/store-postgres"

/** Takes an order. There is no order without its payment, and no payment without its order. */
export const takeOrder = async (
  pool: Pool,
  order: string,
  payment: Prepared,
  schema: string,
): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query("begin")
    await client.query("insert into orders (id) values ($1)", [order])
    await insertWithin(client, payment, { schema })
    await client.query("commit")
  } catch (error) {
    await client.query("rollback")
    throw error
  } finally {
    client.release()
  }
}

/** Ships what is paid for, exactly once: the line is written in the transaction that marks the event as heard. */
export const shipping = deliverWithin(
  "shipping",
  async (client, { _tag, key }) => {
    if (_tag === "completed")
      await client.query("insert into shipments (payment) values ($1)", [
        key.id,
      ])
  },
)
