import { sql } from "drizzle-orm"
import type { NodePgDatabase } from "drizzle-orm/node-postgres"
import { pgTable, text } from "drizzle-orm/pg-core"
import type { Payments, PreparedPayment } from "cauri"
import type { HostTransaction, PostgresHost } from "cauri/postgres"

const orders = pgTable("orders", { id: text("id").primaryKey() })

/** A transaction of Drizzle: the values take the places of `$1`, `$2` … */
const through = (
  transaction: Pick<NodePgDatabase, "execute">,
): HostTransaction => ({
  query: (text, values) => {
    const parts = text
      .split(/\$\d+/)
      .map((part, n) =>
        (n === 0 ? sql`` : sql`${sql.param(values[n - 1])}`).append(
          sql.raw(part),
        ),
      )
    return transaction.execute(sql.join(parts))
  },
})

/** Drizzle. */
export const placeOrder = (
  db: NodePgDatabase,
  payments: Payments<PostgresHost>,
  payment: PreparedPayment,
): Promise<void> =>
  db.transaction(async (transaction) => {
    await payments.insertWithin(through(transaction), payment)
    await transaction.insert(orders).values({ id: payment.id })
  })
