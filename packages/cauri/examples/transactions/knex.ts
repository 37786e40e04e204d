import type { Knex } from "knex"
import type { Payments, PreparedPayment } from "cauri"
import type { HostTransaction, PostgresHost } from "cauri/postgres"

/** A transaction of Knex, which writes `?` for a value and `\?` for the operator. */
const through = (transaction: Knex.Transaction): HostTransaction => ({
  query: async (text, values) =>
    transaction.raw(
      text.replaceAll("?", String.raw`\?`).replaceAll(/\$\d+/g, "?"),
      values,
    ),
})

/** Knex. */
export const placeOrder = (
  knex: Knex,
  payments: Payments<PostgresHost>,
  payment: PreparedPayment,
): Promise<void> =>
  knex.transaction(async (transaction) => {
    await payments.insertWithin(through(transaction), payment)
    await transaction("orders").insert({ id: payment.id })
  })
