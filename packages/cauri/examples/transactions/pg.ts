import type { Pool } from "pg"
import type { Payments, PreparedPayment } from "cauri"
import type { PostgresHost } from "cauri/postgres"

/** pg: the client between `begin` and `commit` is the transaction. */
export const placeOrder = async (
  pool: Pool,
  payments: Payments<PostgresHost>,
  payment: PreparedPayment,
): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query("begin")
    await payments.insertWithin(client, payment)
    await client.query("insert into orders (id) values ($1)", [payment.id])
    await client.query("commit")
  } catch (error) {
    await client.query("rollback")
    throw error
  } finally {
    client.release()
  }
}
