import type { Payments, PreparedPayment } from "cauri"
import type { HostTransaction, PostgresHost } from "cauri/postgres"

/** What this file uses of the client that Prisma generates, and of its transactions. */
interface ShopTransaction {
  $queryRawUnsafe(
    text: string,
    ...values: ReadonlyArray<unknown>
  ): PromiseLike<unknown>
  readonly order: {
    create(line: { data: { id: string } }): PromiseLike<unknown>
  }
}
interface ShopClient {
  $transaction<Result>(
    work: (transaction: ShopTransaction) => Promise<Result>,
  ): Promise<Result>
}

/** A transaction of Prisma. */
const through = (transaction: ShopTransaction): HostTransaction => ({
  query: async (text, values) => {
    const rows = await transaction.$queryRawUnsafe(text, ...values)
    return { rows: Array.isArray(rows) ? rows : [] }
  },
})

/** Prisma 7 with `@prisma/adapter-pg`. */
export const placeOrder = (
  prisma: ShopClient,
  payments: Payments<PostgresHost>,
  payment: PreparedPayment,
): Promise<void> =>
  prisma.$transaction(async (transaction) => {
    await payments.insertWithin(through(transaction), payment)
    await transaction.order.create({ data: { id: payment.id } })
  })
