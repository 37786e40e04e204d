import { CompiledQuery, type Kysely, type Transaction } from "kysely"
import type { Payments, PreparedPayment } from "cauri"
import type { HostTransaction, PostgresHost } from "cauri/postgres"

/** The shop's own tables. */
export interface ShopTables {
  orders: { id: string }
}

/** A transaction of Kysely. */
const through = (transaction: Transaction<ShopTables>): HostTransaction => ({
  query: (text, values) =>
    transaction.executeQuery(CompiledQuery.raw(text, values)),
})

/** Kysely. */
export const placeOrder = (
  db: Kysely<ShopTables>,
  payments: Payments<PostgresHost>,
  payment: PreparedPayment,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await payments.insertWithin(through(transaction), payment)
    await transaction.insertInto("orders").values({ id: payment.id }).execute()
  })
