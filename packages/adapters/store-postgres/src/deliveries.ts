/** Deliveries. The trigger on events writes them in the step that stores the event; here they are taken, marked and retried. */
import {
  type DeliveriesQuery,
  type DeliveryDriver,
  type DeliveryLease,
  type Due,
  type DueDeliveryTerms,
  listOrder,
  type PaymentRow,
  type TakenDelivery,
  type WaitingDelivery,
} from "@cauri/core/adapter"
import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import type { Connection } from "./connection.ts"
import { attempt, faultOf } from "./faults.ts"
import { keyColumns, keyJson } from "./inputs.ts"
import { keyOf, takenOf } from "./queries.ts"
import { integer, type RawRow, text, truth } from "./rows.ts"
import { type Executor, statement } from "./statement.ts"
import type { Tables } from "./tables.ts"

/** The name of a delivery with its lease, and the further values of the statement. */
const leased = (json: SQL): SQL => sql`
  json_to_record(${json}::json) as i (${keyColumns}, consumer text, lease bigint, seq bigint, now bigint)`

const wordsIn = (json: SQL): SQL => sql`(select array_agg(word) from json_array_elements_text(${json}::json) as word)`

const isLeased: SQL = sql`
  d.id = i.id and d.kind = i.kind and d.project = i.project and d.consumer = i.consumer and d.lease_number = i.lease and d.lease_until > 0`

/** How many deliveries of an unsubscribed consumer are deleted at once. */
const deletedAtOnce = 10_000

export const deliveryStatements = (t: Tables, schema: string) => {
  const own = sql.identifier(schema)
  return {
    register: statement(
      schema,
      "register",
      (consumer, from, wanted) =>
        sql`select from ${own}.register(${consumer}::text, ${from}::bigint, ${wordsIn(wanted)})`,
    ),
    deregister: statement(schema, "deregister", (consumer) => sql`select from ${own}.deregister(${consumer}::text)`),
    deleteDeliveries: statement(
      schema,
      "delete deliveries",
      (consumer, limit) => sql`
      with gone as materialized (
        select d.id, d.kind, d.project, d.consumer from ${t.deliveries} as d
        where d.consumer = ${consumer}::text and not exists (select from ${t.subscribers} as f where f.consumer = d.consumer)
        limit ${limit}::bigint
      )
      delete from ${t.deliveries} as d using gone as g
      where d.id = g.id and d.kind = g.kind and d.project = g.project and d.consumer = g.consumer
      returning d.id`,
    ),
    catchUp: statement(
      schema,
      "catch up",
      (consumer, from, limit, wanted) => sql`
      select ${own}.catch_up(${consumer}::text, ${from}::bigint, ${limit}::bigint, ${wordsIn(wanted)}) as caught_up`,
    ),
    takeDeliveries: statement(
      schema,
      "take deliveries",
      (consumer, now, limit, until) => sql`
      select * from ${own}.take_deliveries(${consumer}::text, ${now}::bigint, ${limit}::bigint, ${until}::bigint)`,
    ),
    mayDeliver: statement(
      schema,
      "may deliver",
      (json) => sql`select from ${leased(json)} join ${t.deliveries} as d on ${isLeased}`,
    ),
    delivered: statement(
      schema,
      "mark delivered",
      (json) => sql`
      select from ${leased(json)}
      cross join lateral ${own}.mark_delivered(i.consumer, i.id, i.kind, i.project, i.lease, i.seq) as is_marked where is_marked`,
    ),
    undelivered: statement(
      schema,
      "undelivered",
      (json) => sql`
      update ${t.deliveries} as d
      set tries = d.tries + 1, lease_until = 0, due_at = i.now
      from ${leased(json)} where ${isLeased}`,
    ),
  }
}
export type DeliveryStatements = ReturnType<typeof deliveryStatements>

const leaseJson = ({ consumer, key, lease }: DeliveryLease, more: Readonly<Record<string, number | boolean>>) =>
  JSON.stringify({ ...keyJson(key), consumer, lease, ...more })

/** Is this the newest lease of its delivery, and is it still in force? Locks nothing. */
export const mayDeliver = async (
  statements: DeliveryStatements,
  executor: Executor,
  lease: DeliveryLease,
): Promise<boolean> => (await executor.run(statements.mayDeliver, [leaseJson(lease, {})])).length > 0

export const receive = async (
  statements: DeliveryStatements,
  executor: Executor,
  lease: DeliveryLease,
  seq: number,
  now: number,
): Promise<"Delivered" | "Stale"> =>
  (await executor.run(statements.delivered, [leaseJson(lease, { seq, now })])).length > 0 ? "Delivered" : "Stale"

interface Taken {
  readonly row: RawRow
  readonly payment: PaymentRow
}

const inOrder = (one: Taken, other: Taken): number =>
  integer(one.row, "due_at") - integer(other.row, "due_at") || listOrder(one.payment, other.payment)

const toDelivery = (consumer: string, { row, payment }: Taken): TakenDelivery => ({
  consumer,
  key: keyOf(row),
  lease: integer(row, "delivery_lease"),
  row: payment,
  event: {
    seq: integer(row, "event_seq"),
    at: integer(row, "event_at"),
    tag: text(row, "event_tag"),
    deliveredAs: text(row, "event_delivered_as"),
    body: text(row, "event_body"),
  },
  tries: integer(row, "tries"),
})

const take = async (
  statements: DeliveryStatements,
  executor: Executor,
  { consumer, limit, now, until }: DueDeliveryTerms,
): Promise<Due<TakenDelivery>> => {
  const answer = await executor.run(statements.takeDeliveries, [consumer, now, limit, until])
  const { taken, nextDueAt } = takenOf(answer)
  return { taken: taken.toSorted(inOrder).map((each) => toDelivery(consumer, each)), nextDueAt }
}

const waitingStatement = (t: Tables, schema: string, { consumer, key, limit }: DeliveriesQuery): SQL => {
  const d = alias(t.deliveries, "d")
  const condition = and(
    isNotNull(d.dueAt),
    consumer === undefined ? undefined : eq(d.consumer, consumer),
    key === undefined ? undefined : and(eq(d.id, key.id), eq(d.kind, key.kind), eq(d.project, key.project)),
  )
  return sql`
    select d.id, d.kind, d.project, d.consumer, d.newest, d.delivered, d.tries, d.due_at, e.at as since
    from ${t.deliveries} as d cross join lateral ${sql.identifier(schema)}.next_event(d) as e
    where ${condition}
    order by e.at, d.created_at, d.kind, d.project, d.id, d.consumer limit ${limit}`
}

const toWaiting = (row: RawRow): WaitingDelivery => ({
  consumer: text(row, "consumer"),
  key: keyOf(row),
  newest: integer(row, "newest"),
  delivered: integer(row, "delivered"),
  tries: integer(row, "tries"),
  since: integer(row, "since"),
  dueAt: integer(row, "due_at"),
})

/** How often a subscription is tried while another program keeps a transaction open. */
const maxTries = 3

/** Retries work that needs the table of subscribers for itself, while writers are in its way. */
const patiently = async (work: () => Promise<unknown>, triesLeft = maxTries): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (triesLeft <= 1 || faultOf(error) !== "Conflict") throw error
    await patiently(work, triesLeft - 1)
  }
}

/** The deliveries of a Postgres store, in driver form. */
export const postgresDeliveries = (
  connection: Connection,
  statements: DeliveryStatements,
  t: Tables,
  schema: string,
): DeliveryDriver => {
  /** Null: the consumer is not subscribed from that time on. */
  const catchUp = async (
    consumer: string,
    from: number,
    limit: number,
    words: string | null,
  ): Promise<boolean | null> => {
    const [row = {}] = await connection.run(statements.catchUp, [consumer, from, limit, words])
    return row["caught_up"] === null ? null : truth(row, "caught_up")
  }
  return {
    subscribe: ({ consumer, from, limit, wanted }) =>
      attempt("follow", async () => {
        const words = wanted === undefined ? null : JSON.stringify(wanted)
        const known = await catchUp(consumer, from, limit, words)
        if (known !== null) return known
        await patiently(() => connection.run(statements.register, [consumer, from, words]))
        return (await catchUp(consumer, from, limit, words)) ?? false
      }),
    unsubscribe: (consumer) =>
      attempt("unsubscribe", async () => {
        await patiently(() => connection.run(statements.deregister, [consumer]))
        while ((await connection.run(statements.deleteDeliveries, [consumer, deletedAtOnce])).length === deletedAtOnce);
      }),
    takeDeliveries: (terms) => attempt("takeDeliveries", () => take(statements, connection, terms)),
    markDelivered: (lease, { seq, now }) =>
      attempt("markDelivered", () => receive(statements, connection, lease, seq, now)),
    retryDelivery: (lease, retryAt) =>
      attempt("retryDelivery", async () => {
        await connection.run(statements.undelivered, [leaseJson(lease, { now: retryAt })])
      }),
    deliveries: (query) =>
      attempt("deliveries", async () => (await connection.query(waitingStatement(t, schema, query))).map(toWaiting)),
  }
}
