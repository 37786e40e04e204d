/**
 * The host's own transactions. `insertWithin` writes a payment in the transaction that writes the host's order; `deliverWithin` runs the
 * host's handler in the transaction that marks the event as received, so its effect happens exactly once.
 */
import type { DeliveredEvent, Prepared } from "@cauri/core"
import type { Inserted, PaymentRow, TransactionalConsumer } from "@cauri/core/adapter"
import { sql } from "drizzle-orm"
import { Effect, Semaphore } from "effect"
import { transactionOn } from "./connection.ts"
import { contextOf } from "./context.ts"
import { HostFault, RolledBack } from "./faults.ts"
import type { HostTransaction, PgClient } from "./lenders.ts"
import { channel, earliestDue, payloadOf } from "./notify.ts"
import { PostgresStore } from "./PostgresStore.ts"
import { rowsOf, text } from "./rows.ts"
import { type Executor, statement } from "./statement.ts"
import { insert } from "./steps.ts"
import { defaults } from "./StoreOptions.ts"

const outside = () =>
  new Error("insertWithin: no transaction is open on this connection. Call it between begin and commit.")

const executorIn = (transaction: HostTransaction): Executor => ({
  run: async ({ text }, values) => rowsOf(await transaction.query(text, [...values])),
})

/** Where a payment is written. */
export interface WithinOptions {
  /** The schema of the store. Default: "cauri". */
  readonly schema?: string
}

/** Makes the host's commit durable whatever its settings are, and wakes sleeping workers once it is done. */
const durableAndWaking = (schema: string) =>
  statement(
    schema,
    "within",
    (name, payload) => sql`
    select pg_current_xact_id()::text as transaction, pg_notify(${name}, ${payload})::text, case when current_setting('synchronous_commit') <> 'remote_apply'
      then set_config('synchronous_commit', 'on', true) end`,
  )

/**
 * Writes a prepared payment in the open transaction of the host's connection. It is sent only after the host has committed and a
 * reconciler, or the host itself, submits the payment. Where a host uses several schemas, each call names the store's.
 */
export const insertWithin = async (
  transaction: HostTransaction,
  { row, events }: Prepared,
  options: WithinOptions = {},
): Promise<Inserted<PaymentRow>> => {
  const executor = executorIn(transaction)
  const { context } = contextOf(options)
  const payload = payloadOf(context.schema, earliestDue(row, events) ?? row.createdAt)
  const begun = await transactionOn(transaction)
  const [ran] = await executor.run(durableAndWaking(context.schema), [channel, payload])
  // Outside of a transaction each statement has a transaction of its own.
  if (text(ran ?? {}, "transaction") !== begun) throw outside()
  const [inserted] = await insert(context, executor, [{ row, events }])
  if (inserted === undefined)
    throw new Error(`insertWithin: nothing was written to ${options.schema ?? defaults.schema}.`)
  return inserted
}

/**
 * The connections that the handler of one consumer has: a second one, so that an event that hangs does not stop the others. They are none
 * of the store's.
 */
const connections = 2

/** A handler of the host, which writes through the given connection, inside its open transaction. */
export type Handler = (client: PgClient, deliveredEvent: DeliveredEvent) => Promise<void>

/**
 * A consumer whose handler runs in the transaction that marks the event as received. When the handler throws, or takes longer than the
 * policy's `delivery.timeout`, both are rolled back, and the event is delivered again later. It delivers two events at once.
 */
export const deliverWithin = (
  name: string,
  handler: Handler,
): Effect.Effect<TransactionalConsumer, never, PostgresStore> =>
  Effect.map(Effect.all([PostgresStore, Semaphore.make(connections)]), ([{ transact }, semaphore]) => ({
    name,
    concurrency: connections,
    receiveWithin: (deliveredEvent, { lease, now }) => {
      // The handler may write payments, which locks their deliveries: so this delivery is locked last.
      const overtaken = new RolledBack("deliverWithin: another process has the delivery by now.")
      return transact("deliverWithin", async (client, steps): Promise<"Delivered" | "Stale"> => {
        if (!(await steps.mayDeliver(lease))) return "Stale"
        try {
          await handler(client, deliveredEvent)
        } catch (error) {
          throw new HostFault(error)
        }
        if ((await steps.delivered(lease, deliveredEvent.seq, now)) === "Stale") throw overtaken
        return "Delivered"
      }).pipe(
        Effect.catchIf(
          ({ cause }) => cause === overtaken,
          () => Effect.succeed("Stale" as const),
        ),
        semaphore.withPermits(1),
      )
    },
  }))
