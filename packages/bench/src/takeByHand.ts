/**
 * Taking what is due from the store's own tables as a good engineer would write it: one statement and nothing around it. It takes only
 * what nobody holds; it takes over no lease that has run out, does not tell when the next payment is due, and believes what it reads.
 */
import { Effect } from "effect"
import type { PostgresServer } from "./postgresServer.ts"

/** What is looked at of a payment that was taken. */
export interface Taken {
  readonly id: string
  readonly state: string
  readonly attempts: { readonly length: number }
  readonly leaseNumber: number
  readonly leaseUntil: number
}

const statement = `
  with due as (
    select id, kind, project from cauri.queue
    where due_at is not null and lease_until = 0 and due_at <= $1
    order by due_at, created_at, kind, project, id limit $2 for no key update skip locked
  ), leased as (
    update cauri.queue as q set lease_number = q.lease_number + 1, lease_until = $3
    from due where q.id = due.id and q.kind = due.kind and q.project = due.project
    returning q.id, q.kind, q.project, q.created_at, q.due_at, q.act_at, q.announce_at, q.lease_number, q.lease_until
  )
  select p.*, l.due_at, l.act_at, l.announce_at, l.lease_number, l.lease_until,
    a.number, a.attempt_kind, a.outcome, a.token, a.started_at
  from leased as l
  join cauri.payments as p on p.id = l.id and p.kind = l.kind and p.project = l.project
  left join cauri.attempts as a on a.id = l.id and a.kind = l.kind and a.project = l.project
  order by l.due_at, l.created_at, l.kind, l.project, l.id, a.number`

interface Row {
  readonly id: string
  readonly kind: string
  readonly project: string
  readonly state: string
  readonly lease_number: string
  readonly lease_until: string
  readonly number: number | null
}

/** One payment for each of its rows' names, with the attempts that are in them. */
const gathered = (rows: ReadonlyArray<Row>): ReadonlyArray<Taken> => {
  const payments = new Map<string, Taken & { readonly attempts: Array<Row> }>()
  for (const row of rows) {
    const name = `${row.kind} ${row.project} ${row.id}`
    const payment = payments.get(name) ?? {
      id: row.id,
      state: row.state,
      attempts: [],
      leaseNumber: Number(row.lease_number),
      leaseUntil: Number(row.lease_until),
    }
    payments.set(name, payment)
    if (row.number !== null) payment.attempts.push(row)
  }
  return [...payments.values()]
}

/** Takes by hand, on a connection of its own that prepares the statement once. */
export const takeByHand = ({ connect }: PostgresServer) =>
  Effect.map(
    connect,
    (client) => (now: number, limit: number, until: number) =>
      Effect.promise(async () =>
        gathered((await client.query<Row>({ name: "take due", text: statement, values: [now, limit, until] })).rows),
      ),
  )
