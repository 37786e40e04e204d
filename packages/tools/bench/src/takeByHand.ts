/**
 * Taking what is due from the stores' own tables as a good engineer would write it: one transaction and nothing around it. It takes only
 * what is not leased; it takes over no expired lease, does not tell when the next payment is due, and trusts what it reads.
 */
import Database from "better-sqlite3"
import { Effect } from "effect"
import type { PostgresServer } from "./postgresServer.ts"

/** The settings of the store's own connections. */
const settings = [
  "synchronous = FULL",
  "foreign_keys = ON",
  "trusted_schema = OFF",
  "cell_size_check = ON",
  "journal_size_limit = -1",
  "cache_size = -32768",
  "wal_autocheckpoint = 16384",
]

/** Opens a file that the store's package has made, with its settings. */
const openByHand = (file: string): Database.Database => {
  const client = new Database(file)
  for (const setting of settings) client.pragma(setting)
  return client
}

/** What is looked at of a payment that was taken. */
export interface Taken {
  readonly id: string
  readonly state: string
  readonly attempts: { readonly length: number }
  readonly leaseNumber: number
  readonly leaseUntil: number
}

const onPostgres = `
  with due as (
    select id, kind, project from cauri.queue
    where act_at is not null and lease_until = 0 and act_at <= $1
    order by act_at, created_at, kind, project, id limit $2 for no key update skip locked
  ), leased as (
    update cauri.queue as q set lease_number = q.lease_number + 1, lease_until = $3
    from due where q.id = due.id and q.kind = due.kind and q.project = due.project
    returning q.id, q.kind, q.project, q.created_at, q.act_at, q.lease_number, q.lease_until
  )
  select p.*, l.act_at, l.lease_number, l.lease_until,
    a.number, a.attempt_kind, a.outcome, a.token, a.started_at
  from leased as l
  join cauri.payments as p on p.id = l.id and p.kind = l.kind and p.project = l.project
  left join cauri.attempts as a on a.id = l.id and a.kind = l.kind and a.project = l.project
  order by l.act_at, l.created_at, l.kind, l.project, l.id, a.number`

interface Row {
  readonly id: string
  readonly kind: string
  readonly project: string
  readonly state: string
  readonly lease_number: string | number
  readonly lease_until: string | number
  readonly number: number | null
}

const onSqlite = {
  due: `
    SELECT q.rowid AS place, p.*, q.act_at, q.lease_number + 1 AS lease_number, @until AS lease_until,
      a.number, a.attempt_kind, a.outcome, a.token, a.started_at
    FROM (
      SELECT rowid, * FROM cauri_queue WHERE act_at IS NOT NULL AND lease_until = 0 AND act_at <= @now
      ORDER BY act_at, created_at, kind, project, id LIMIT @limit
    ) AS q
    JOIN cauri_payments AS p ON p.id = q.id AND p.kind = q.kind AND p.project = q.project
    LEFT JOIN cauri_attempts AS a ON a.id = p.id AND a.kind = p.kind AND a.project = p.project
    ORDER BY q.act_at, q.created_at, q.kind, q.project, q.id, a.number`,
  lease: "UPDATE cauri_queue SET lease_number = lease_number + 1, lease_until = ? WHERE rowid = ?",
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

/** Takes by hand from Postgres, on a connection of its own that prepares the statement once. */
export const takeFromPostgresByHand = ({ connect }: PostgresServer) =>
  Effect.map(
    connect,
    (client) => (now: number, limit: number, until: number) =>
      Effect.promise(async () =>
        gathered((await client.query<Row>({ name: "take due", text: onPostgres, values: [now, limit, until] })).rows),
      ),
  )

/** Takes by hand from a file that the store's package has made, on a connection of its own. */
export const takeFromSqliteByHand = (file: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => openByHand(file)),
      (client) => Effect.sync(() => client.close()),
    ),
    (client) => {
      const take = takingOn(client)
      return (now: number, limit: number, until: number) => Effect.sync(() => take.immediate(now, limit, until))
    },
  )

const takingOn = (client: Database.Database) => {
  const due = client.prepare<[{ now: number; limit: number; until: number }], Row & { readonly place: number }>(
    onSqlite.due,
  )
  const lease = client.prepare<[until: number, place: number]>(onSqlite.lease)
  return client.transaction((now: number, limit: number, until: number) => {
    const rows = due.all({ now, limit, until })
    for (const place of new Set(rows.map((row) => row.place))) lease.run(until, place)
    return gathered(rows)
  })
}
