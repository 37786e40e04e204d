/**
 * What is read, and the one write that is a query: taking what is due.
 */
import type { Due, EventRow, ListQuery, PaymentKey, PaymentRow } from "@cauri/core"
import { and, eq, gt, gte, inArray, lt, type SQL, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import { keyColumns, keyJson, keyName } from "./inputs.ts"
import { integer, integerOrNull, kind, text, toEvent, toPayment } from "./rows.ts"
import { type Executor, type Statement, statement } from "./statement.ts"
import type { Tables } from "./tables.ts"

/** The read statements of one schema. */
export interface ReadStatements {
  readonly find: Statement
  readonly history: Statement
  readonly takeDue: Statement
}

/** The columns of a payment, and its attempts as rows within the row. */
const paymentColumns = (t: Tables): SQL => sql`
  p.id, p.kind, p.project, p.state, p.seq, p.rail, p.amount, p.operator, p.party, p.order_ref, p.refund_of, p.created_at, p.closed_at,
  q.act_at, q.announce_at, p.open_flags, p.body, p.version, q.lease_number, q.lease_until, p.newest_note,
  (
    select json_agg(json_build_object('number', a.number, 'attempt_kind', a.attempt_kind, 'outcome', a.outcome, 'token', a.token,
      'started_at', a.started_at, 'newest_note', a.newest_note) order by a.number)
    from ${t.attempts} as a where a.id = p.id and a.kind = p.kind and a.project = p.project
  ) as attempts`

const queueOrder: SQL = sql`due_at, created_at, kind, project, id`

/**
 * Leases what is due, and tells when the next of all others is. Free payments are found in their order; those whose lease is over are found
 * by the time at which they may be taken again, and are few. What others are taking at this moment is passed over.
 */
const takeDueStatement = (t: Tables, schema: string) =>
  statement(
    schema,
    "take due",
    (now, limit, until) => sql`
    with given as materialized (select ${now}::bigint as now, ${limit}::bigint as most, ${until}::bigint as until),
    free as materialized (
      select id, kind, project, due_at, created_at from ${t.queue}
      where due_at is not null and lease_until = 0 and due_at <= (select now from given)
      order by ${queueOrder} limit (select most from given) for no key update skip locked
    ),
    lapsed as materialized (
      select id, kind, project, due_at, created_at from ${t.queue}
      where due_at is not null and lease_until > 0 and greatest(due_at, lease_until) <= (select now from given)
      order by ${queueOrder} limit (select most from given) for no key update skip locked
    ),
    chosen as materialized (
      select * from (select * from free union all select * from lapsed) as ready
      order by ${queueOrder} limit (select most from given)
    ),
    leased as (
      update ${t.queue} as q set lease_number = q.lease_number + 1, lease_until = (select until from given)
      from chosen as c where q.id = c.id and q.kind = c.kind and q.project = c.project
      returning q.id, q.kind, q.project, q.lease_number
    )
    select id, kind, project, lease_number, null as next_due_at from leased
    union all
    select null, null, null, null, least(
        (
          select due_at from ${t.queue}
          where due_at is not null and lease_until = 0 and (id, kind, project) not in (select id, kind, project from chosen)
          order by due_at limit 1
        ),
        (
          select greatest(due_at, lease_until) from ${t.queue}
          where due_at is not null and lease_until > 0 and (id, kind, project) not in (select id, kind, project from chosen)
          order by greatest(due_at, lease_until) limit 1
        )
      )`,
  )

/** All read statements over these tables. */
export const readStatements = (t: Tables, schema: string): ReadStatements => ({
  find: statement(
    schema,
    "find",
    (keys) => sql`
    select ${paymentColumns(t)} from json_to_recordset(${keys}::json) as i (${keyColumns})
    join ${t.payments} as p on p.id = i.id and p.kind = i.kind and p.project = i.project
    join ${t.queue} as q on q.id = i.id and q.kind = i.kind and q.project = i.project`,
  ),
  history: statement(
    schema,
    "history",
    (id, kind, project, after, limit) => sql`
    select seq, at, tag, body from ${t.events}
    where id = ${id} and kind = ${kind} and project = ${project} and seq > ${after}::bigint order by seq limit ${limit}::bigint`,
  ),
  takeDue: takeDueStatement(t, schema),
})

/** The payments of these names that are there, in any order. */
export const findAll = async (
  statements: ReadStatements,
  executor: Executor,
  keys: ReadonlyArray<Pick<PaymentRow, "id" | "kind" | "project">>,
): Promise<ReadonlyArray<PaymentRow>> =>
  (await executor.run(statements.find, [JSON.stringify(keys.map(keyJson))])).map(toPayment)

/** The events of a payment after this number. */
export const history = async (
  statements: ReadStatements,
  executor: Executor,
  { id, kind, project }: PaymentKey,
  after: number,
  limit: number,
): Promise<ReadonlyArray<EventRow>> =>
  (await executor.run(statements.history, [id, kind, project, after, limit])).map(toEvent)

const dueAt = (row: PaymentRow): number => Math.min(row.actAt ?? Infinity, row.announceAt ?? Infinity)

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const inQueueOrder = (one: PaymentRow, other: PaymentRow): number =>
  dueAt(one) - dueAt(other) ||
  one.createdAt - other.createdAt ||
  compare(one.kind, other.kind) ||
  compare(one.project, other.project) ||
  compare(one.id, other.id)

/**
 * Leases what is due, and then reads it: in a statement of its own, which sees whatever was written before the lease. What nobody reads
 * any more because the connection died in between is taken again when its lease is over.
 */
export const takeDue = async (
  statements: ReadStatements,
  executor: Executor,
  now: number,
  limit: number,
  leaseUntil: number,
): Promise<Due<PaymentRow>> => {
  const rows = await executor.run(statements.takeDue, [now, limit, leaseUntil])
  const last = rows.find((row) => row["id"] === null)
  const leases = rows
    .filter((row) => row["id"] !== null)
    .map((row) => ({ id: text(row, "id"), kind: kind(row), project: text(row, "project"), row }))
  const numbers = new Map(leases.map((lease) => [keyName(lease), integer(lease.row, "lease_number")]))
  const found = leases.length === 0 ? [] : await findAll(statements, executor, leases)
  return {
    // A lease that is over already may be somebody else's by now.
    taken: found.filter((row) => numbers.get(keyName(row)) === row.leaseNumber).toSorted(inQueueOrder),
    nextDueAt: last === undefined ? null : integerOrNull(last, "next_due_at"),
  }
}

/** The statement of a list. Lists differ in their conditions, so each is written for its query. */
export const listStatement = (t: Tables, query: ListQuery): SQL => {
  const p = alias(t.payments, "p")
  const { after } = query
  const condition = and(
    query.id === undefined ? undefined : eq(p.id, query.id),
    query.kind === undefined ? undefined : eq(p.kind, query.kind),
    query.project === undefined ? undefined : eq(p.project, query.project),
    query.states === undefined
      ? undefined
      : query.states.length === 0
        ? sql`false`
        : inArray(p.state, [...query.states]),
    query.rail === undefined ? undefined : eq(p.rail, query.rail),
    query.operator === undefined ? undefined : eq(p.operator, query.operator),
    query.orderRef === undefined ? undefined : eq(p.orderRef, query.orderRef),
    query.refundOf === undefined ? undefined : eq(p.refundOf, query.refundOf),
    query.withOpenFlags === undefined ? undefined : query.withOpenFlags ? gt(p.openFlags, 0) : eq(p.openFlags, 0),
    query.createdFrom === undefined ? undefined : gte(p.createdAt, query.createdFrom),
    query.createdBefore === undefined ? undefined : lt(p.createdAt, query.createdBefore),
    after === undefined
      ? undefined
      : sql`(${p.createdAt}, ${p.kind}, ${p.project}, ${p.id}) > (${after.createdAt}, ${after.key.kind}, ${after.key.project}, ${after.key.id})`,
  )
  return sql`
    select ${paymentColumns(t)} from ${t.payments} as p
    join ${t.queue} as q on q.id = p.id and q.kind = p.kind and q.project = p.project
    where ${condition ?? sql`true`}
    order by p.created_at, p.kind, p.project, p.id limit ${query.limit}`
}
