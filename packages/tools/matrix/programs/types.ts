// What a typed program writes: every subpath, an event, an error, a transaction of its own.
import Database from "better-sqlite3"
import { createPayments, type Payin, PaymentsError, readWebhook, type PayinInput } from "cauri"
import { consoleHandler, type Person } from "cauri/console"
import { https } from "cauri/https"
import { ownStore } from "cauri/own"
import { postgres, type HostTransaction } from "cauri/postgres"
import { simulated, simulatedPayments } from "cauri/simulated"
import { sqlite } from "cauri/sqlite"

const input: PayinInput = {
  id: "order-1",
  amount: 500,
  description: "Two loaves",
  method: { type: "direct", mode: "ussd_push", phone: "22660000090" },
}

export const run = async (): Promise<string> => {
  const database = new Database(":memory:")
  const payments = await createPayments({ gateway: simulated(), store: sqlite(database) })
  payments.on("payin.completed", ({ amount, payment }) => console.log(payment.id, amount.toFixed(0)))
  payments.onWithin("payin.completed", (connection, { payment }) => {
    connection.prepare("update orders set paid = 1 where id = ?").run(payment.id)
  })
  const prepared = await payments.payins.prepare(input)
  const inserted: "inserted" | "already_there" = payments.insertWithin(database, prepared)
  try {
    const payin: Payin = await payments.payins.get("order-1")
    // @ts-expect-error -- no such status
    if (payin.status === "paid") return "never"
    for await (const each of payments.payins.list({ status: "pending" })) console.log(each.next.type)
  } catch (error) {
    if (error instanceof PaymentsError && error.code === "not_found") return error.customerMessage("fr")
  }
  // @ts-expect-error -- a number is missing
  await payments.payins.create({ ...input, method: { type: "direct", mode: "ussd_push" } })
  return inserted
}
export const pagesOf = (payments: Parameters<typeof consoleHandler>[0]["payments"], person: Person | null) =>
  consoleHandler({ payments, who: () => person, language: "fr" }).handler
export const within = (transaction: HostTransaction) => [
  https,
  ownStore,
  postgres,
  simulatedPayments,
  readWebhook,
  transaction,
]
