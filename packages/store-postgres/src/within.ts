/**
 * The host's own transactions. `insertWithin` writes a payment in the transaction that writes the host's order; `deliverWithin` runs the
 * host's handler in the transaction that marks the event as received, so its effect happens exactly once.
 */
import type { DeliveredEvent, Prepared } from "@cauri/core"
import type { Inserted, PaymentRow, TransactionalConsumer } from "@cauri/core/adapter"
import { type SQL, sql } from "drizzle-orm"
import { PgTransaction } from "drizzle-orm/pg-core"
import { Effect } from "effect"
import type { ClientBase } from "pg"
import { executorOn } from "./connection.ts"
import { contextOf } from "./context.ts"
import { HostFault, RolledBack } from "./faults.ts"
import type { PgClient } from "./lenders.ts"
import { channel, earliestDue, payloadOf } from "./notify.ts"
import { PostgresStore } from "./PostgresStore.ts"
import type { RawRow } from "./rows.ts"
import { type Executor, statement } from "./statement.ts"
import { insert } from "./steps.ts"
import { defaults } from "./StoreOptions.ts"

/** A transaction of drizzle on pg: whatever its host's schema is, it runs statements. */
export interface DrizzleTransaction {
  readonly execute: (query: SQL) => PromiseLike<{ readonly rows: ReadonlyArray<RawRow> }>
}

/** A transaction of the host: a client of pg between `begin` and `commit`, or what drizzle passes to a transaction. */
export type HostTransaction = ClientBase | DrizzleTransaction

const outside = () =>
  new Error("insertWithin: no transaction is open on this connection. Call it between begin and commit.")

const executorOf = (transaction: HostTransaction): Executor => {
  if ("execute" in transaction) {
    if (!(transaction instanceof PgTransaction)) throw outside()
    return {
      run: async (statement, values) => (await transaction.execute(statement.withValues(values))).rows,
    }
  }
  if (transaction.getTransactionStatus() !== "T") throw outside()
  return executorOn(transaction)
}

/** Where a payment is written. */
export interface WithinOptions {
  /** The schema of the store. Default: "cauri". */
  readonly schema?: string
}

/** Makes the host's commit durable whatever its settings are, and wakes sleeping workers once it is done. */
const durableAndTold = (schema: string) =>
  statement(
    schema,
    "within",
    (name, payload) => sql`
    select pg_notify(${name}, ${payload}), case when current_setting('synchronous_commit') <> 'remote_apply'
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
  const executor = executorOf(transaction)
  const { context } = contextOf(options)
  const payload = payloadOf(context.schema, earliestDue(row, events) ?? row.createdAt)
  await executor.run(durableAndTold(context.schema), [channel, payload])
  const [inserted] = await insert(context, executor, [{ row, events }])
  if (inserted === undefined)
    throw new Error(`insertWithin: nothing was written to ${options.schema ?? defaults.schema}.`)
  return inserted
}

/** A handler of the host, which writes through the given connection, inside its open transaction. */
export type Handler = (client: PgClient, deliveredEvent: DeliveredEvent) => Promise<void>

/**
 * A consumer whose handler runs in the transaction that marks the event as received. When the handler throws, both are rolled back, and
 * the event is delivered again later.
 */
export const deliverWithin = (
  name: string,
  handler: Handler,
): Effect.Effect<TransactionalConsumer, never, PostgresStore> =>
  Effect.map(PostgresStore, ({ transact }) => ({
    name,
    receiveWithin: (deliveredEvent, { lease, now }) => {
      // The handler may write payments, which locks their deliveries: so this delivery is locked last.
      const overtaken = new RolledBack("deliverWithin: another process has the delivery by now.")
      return transact("deliverWithin", async (client, steps): Promise<"Delivered" | "Stale"> => {
        if (!(await steps.mayHear(lease))) return "Stale"
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
      )
    },
  }))
