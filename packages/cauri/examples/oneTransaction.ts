import Database from "better-sqlite3"
import { chmodSync } from "node:fs"
import { simulatedPayments } from "cauri/simulated"
import { sqlite } from "cauri/sqlite"

/** A shop that keeps its orders and its payments in one database. */
export const oneTransaction = async (
  file: string,
  phone = "22660000090",
): Promise<ReadonlyArray<unknown>> => {
  const database = new Database(file)
  chmodSync(file, 0o600) // It will hold payments: for this program's user alone.
  database.exec(
    "create table orders (id text primary key, fulfilled integer not null default 0)",
  )
  const payments = await simulatedPayments({ store: sqlite(database) }) // or createPayments

  // The effect and the mark that it happened are one transaction: it happens once.
  payments.onWithin("payin.completed", (connection, { payment }) => {
    connection
      .prepare("update orders set fulfilled = fulfilled + 1 where id = ?")
      .run(payment.id)
  })

  const method = {
    type: "direct",
    mode: "ussd_push",
    phone,
  } as const
  const prepared = await payments.payins.prepare({
    id: "order-17",
    amount: 500,
    method,
    description: "Two loaves",
  })
  // There is no order without its payment, and no payment without its order.
  database.transaction(() => {
    database.prepare("insert into orders (id) values (?)").run("order-17")
    payments.insertWithin(database, prepared)
  })()
  // The answer says what the customer does next. If this fails, the worker sends it.
  await payments.payins.send("order-17")

  await payments.advance("1 minute")
  await payments.close()
  return database.prepare("select id, fulfilled from orders").all()
}
