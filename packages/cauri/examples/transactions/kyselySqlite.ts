import type { Database } from "better-sqlite3"
import type { Kysely } from "kysely"
import type { Payments, PreparedPayment } from "cauri"
import type { SqliteHost } from "cauri/sqlite"

/** Kysely on SQLite: its one connection is better-sqlite3's database, and the transaction is open on it. */
export const placeOrder = (
  {
    database,
    db,
  }: { database: Database; db: Kysely<{ orders: { id: string } }> },
  payments: Payments<SqliteHost>,
  payment: PreparedPayment,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    payments.insertWithin(database, payment)
    await transaction.insertInto("orders").values({ id: payment.id }).execute()
  })
