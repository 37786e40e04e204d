/** Reads, and the one write that is a query: taking what is due. */
import { keyText, type ListQuery } from "@cauri/core"
import {
  type Due,
  type DueTerms,
  type EventRow,
  type HistoryQuery,
  type ListCursor,
  listOrder,
  type ListOrder,
  type PaymentRow,
  type RowKey,
} from "@cauri/core/adapter"
import { openStates } from "@cauri/core/model"
import { and, eq, gt, gte, inArray, lt, type SQL, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import { keyColumns, keyJson } from "./inputs.ts"
import { integerOrNull, kind, type RawRow, text, toEvent, toPayment } from "./rows.ts"
import { type Executor, statement } from "./statement.ts"
import type { Tables } from "./tables.ts"

/** The columns of a payment, and its attempts as rows within the row. */
const paymentColumns = (t: Tables): SQL => sql`
  p.id, p.kind, p.project, p.state, p.seq, p.rail, p.amount, p.operator, p.party, p.order_ref, p.refund_of, p.created_at, p.closed_at,
  p.amount_paid, p.service_operator, q.act_at, p.open_flags, p.body, p.version, q.lease_number, q.lease_until, p.newest_note,
  (
    select json_agg(json_build_object('number', a.number, 'attempt_kind', a.attempt_kind, 'outcome', a.outcome, 'token', a.token,
      'started_at', a.started_at, 'attempt_note', a.newest_note) order by a.number)
    from ${t.attempts} as a where a.id = p.id and a.kind = p.kind and a.project = p.project
  ) as attempts`

export const readStatements = (t: Tables, schema: string) => ({
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
    select e.seq, e.at, e.tag, e.delivered_as, ${sql.identifier(schema)}.whole(e) as body from ${t.events} as e
    where e.id = ${id} and e.kind = ${kind} and e.project = ${project} and e.seq > ${after}::bigint
    order by e.seq limit ${limit}::bigint`,
  ),
  takeDue: statement(
    schema,
    "take due",
    (now, limit, until, except) => sql`
    select * from ${sql.identifier(schema)}.take_due(${now}::bigint, ${limit}::bigint, ${until}::bigint, ${except}::text[])`,
  ),
})
export type ReadStatements = ReturnType<typeof readStatements>

/** Those of the named payments that exist, in any order. */
export const findAll = async (
  statements: ReadStatements,
  executor: Executor,
  keys: ReadonlyArray<Pick<PaymentRow, "id" | "kind" | "project">>,
): Promise<ReadonlyArray<PaymentRow>> =>
  (await executor.run(statements.find, [JSON.stringify(keys.map(keyJson))])).map((row) => toPayment(row))

/** Events of a payment. */
export const history = async (
  statements: ReadStatements,
  executor: Executor,
  { after, key: { id, kind, project }, limit }: HistoryQuery,
): Promise<ReadonlyArray<EventRow>> =>
  (await executor.run(statements.history, [id, kind, project, after, limit])).map(toEvent)

const inQueueOrder = (one: PaymentRow, other: PaymentRow): number =>
  (one.actAt ?? Infinity) - (other.actAt ?? Infinity) || listOrder(one, other)

export const keyOf = (row: RawRow): RowKey => ({ kind: kind(row), project: text(row, "project"), id: text(row, "id") })

/** What was taken, each with its attempts; and when the next of all others is due, which is the first row, before a row per attempt. */
export const takenOf = (answer: ReadonlyArray<RawRow>) => {
  const [first, ...rows] = answer
  const attemptsOf = new Map<string, { readonly row: RawRow; readonly attempts: Array<RawRow> }>()
  for (const row of rows) {
    const name = keyText(keyOf(row))
    const known = attemptsOf.get(name) ?? { row, attempts: [] }
    attemptsOf.set(name, known)
    if (row["number"] !== null) known.attempts.push(row)
  }
  return {
    taken: [...attemptsOf.values()].map(({ row, attempts }) => ({ row, payment: toPayment(row, attempts) })),
    nextDueAt: first === undefined ? null : integerOrNull(first, "next_due_at"),
  }
}

/** Leases what is due, and reads it. If the connection dies before that, it is taken again when its lease is over. */
export const takeDue = async (
  statements: ReadStatements,
  executor: Executor,
  { except = [], limit, now, until }: DueTerms,
): Promise<Due<PaymentRow>> => {
  const { taken, nextDueAt } = takenOf(await executor.run(statements.takeDue, [now, limit, until, [...except]]))
  return { taken: taken.map(({ payment }) => payment).toSorted(inQueueOrder), nextDueAt }
}

/** The table of open payments has only these states. */
const isOpen = (state: string): boolean => openStates.some((each) => each === state)

/** Is it quicker to read the open payments than all? Named payments are found by their names. */
const onlyOpen = ({ id, states, orderRef, refundOf }: ListQuery): boolean =>
  states !== undefined && states.every(isOpen) && [id, orderRef, refundOf].every((name) => name === undefined)

/** Where a page ended, in the order of lists. */
const cursorColumns = ({ createdAt, key }: ListCursor): SQL => sql`${createdAt}, ${key.kind}, ${key.project}, ${key.id}`

/** The statement of a list. Lists differ in their conditions, so each is written for its query. */
export const listStatement = (t: Tables, query: ListQuery): SQL => {
  const p = alias(t.payments, "p")
  const walked = onlyOpen(query) ? alias(t.openPayments, "o") : p
  const source = onlyOpen(query)
    ? sql`${t.openPayments} as o
      cross join lateral (select * from ${t.payments} as p where p.id = o.id and p.kind = o.kind and p.project = o.project limit 1) as p`
    : sql`${t.payments} as p`
  const { after, order = "oldest" } = query
  const place = sql`${walked.createdAt}, ${walked.kind}, ${walked.project}, ${walked.id}`
  const isAfter: Readonly<Record<ListOrder, (cursor: ListCursor) => SQL>> = {
    oldest: (cursor) => sql`(${place}) > (${cursorColumns(cursor)})`,
    newest: (cursor) => sql`(${place}) < (${cursorColumns(cursor)})`,
    largest: (cursor) => sql`(-${p.amount}, ${place}) > (${-(cursor.amount ?? 0)}, ${cursorColumns(cursor)})`,
  }
  const sorted = {
    oldest: place,
    newest: sql`${walked.createdAt} desc, ${walked.kind} desc, ${walked.project} desc, ${walked.id} desc`,
    largest: sql`${p.amount} desc, ${place}`,
  }[order]
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
    query.amount === undefined ? undefined : eq(p.amount, query.amount),
    query.partyEnding === undefined
      ? undefined
      : sql`right(${p.party}, ${query.partyEnding.length}::integer) = ${query.partyEnding}`,
    query.token === undefined
      ? undefined
      : sql`(${p.id}, ${p.kind}, ${p.project}) in (select id, kind, project from ${t.attempts} where token = ${query.token})`,
    query.mentions === undefined ? undefined : sql`strpos(${p.body}, ${JSON.stringify(query.mentions)}) > 0`,
    query.createdFrom === undefined ? undefined : gte(walked.createdAt, query.createdFrom),
    query.createdBefore === undefined ? undefined : lt(walked.createdAt, query.createdBefore),
    after === undefined ? undefined : isAfter[order](after),
  )
  return sql`
    select ${paymentColumns(t)} from ${source}
    join ${t.queue} as q on q.id = p.id and q.kind = p.kind and q.project = p.project
    where ${condition ?? sql`true`}
    order by ${sorted} limit ${query.limit}`
}
