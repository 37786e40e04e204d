/** Looks for contradictions in the tables. Copies are made with `pg_dump`. */
import { notesPerPayment } from "@cauri/core/adapter"
import { type SQL, sql } from "drizzle-orm"
import { PgDialect } from "drizzle-orm/pg-core"
import type { Connection } from "./connection.ts"
import { integer, type RawRow, text } from "./rows.ts"
import type { Tables } from "./tables.ts"

const dialect = new PgDialect()

const isWanted = sql`e.delivered_as is not null and (f.wanted is null or e.kind || '.' || e.delivered_as = any (f.wanted))`

/** Each contradiction in words, and the query for its rows. */
const faults = (t: Tables): Readonly<Record<string, SQL>> => ({
  "payments whose events are not numbered from 1 to their newest": sql`
    select from ${t.payments} as p left join (
      select id, kind, project, count(*) as events, max(seq) as newest from ${t.events} group by id, kind, project
    ) as e using (id, kind, project)
    where e.events is distinct from p.seq or e.newest is distinct from p.seq`,
  "payments without a row in the queue": sql`
    select from ${t.payments} as p left join ${t.queue} as q using (id, kind, project) where q.id is null`,
  "open payments that the list of open payments lacks, or closed ones that it has": sql`
    select from (select id, kind, project, created_at from ${t.payments} where closed_at is null) as p
    full join ${t.openPayments} as o using (id, kind, project, created_at) where p.id is null or o.id is null`,
  "events without a payment": sql`
    select from ${t.events} as e left join ${t.payments} as p using (id, kind, project) where p.id is null`,
  "deliveries without a payment": sql`
    select from ${t.deliveries} as d left join ${t.payments} as p using (id, kind, project, created_at) where p.id is null`,
  "deliveries that wait for another event than the newest that their consumer wants": sql`
    select from ${t.deliveries} as d join ${t.subscribers} as f using (consumer) left join lateral (
      select max(e.seq) as newest from ${t.events} as e
      where e.id = d.id and e.kind = d.kind and e.project = d.project and ${isWanted}
    ) as e on true
    where f.caught_up and e.newest is distinct from d.newest`,
  "payments that a consumer was caught up with and that have no delivery for it": sql`
    select from ${t.subscribers} as f join ${t.payments} as p on f.caught_up and p.created_at >= f."from"
    where exists (
      select from ${t.events} as e where e.id = p.id and e.kind = p.kind and e.project = p.project and ${isWanted}
    ) and not exists (
      select from ${t.deliveries} as d
      where d.id = p.id and d.kind = p.kind and d.project = p.project and d.consumer = f.consumer
    )`,
  "payments with more than one call under way": sql`
    select from ${t.attempts} where outcome = 'in_flight' group by id, kind, project having count(*) > 1`,
  "payments whose attempts are not numbered from 1 on": sql`
    select from ${t.attempts} group by id, kind, project having count(*) <> max(number)`,
  "payments whose callback notes are not numbered from 1 to their newest, as far as they are kept": sql`
    select from ${t.payments} as p left join (
      select id, kind, project, count(*) as notes, max(number) as newest from ${t.callbackNotes} group by id, kind, project
    ) as n using (id, kind, project)
    where coalesce(n.newest, 0) > p.newest_note
      or case when p.newest_note <= ${notesPerPayment}::bigint then coalesce(n.notes, 0) <> p.newest_note
        else coalesce(n.notes, 0) < ${notesPerPayment}::bigint end`,
  "high-water marks that differ from the number of events": sql`
    select where (select sum(mark) from ${t.highWater}) <> (select count(*) from ${t.events})`,
})

/** Returns the contradictions that it finds. It is one statement, so all tables are read as of one moment. */
export const findContradictions = (connection: Connection, t: Tables): Promise<ReadonlyArray<string>> => {
  const counts = Object.entries(faults(t)).map(
    ([words, rows]) => sql`select ${words}::text as words, (select count(*) from (${rows}) as faults) as count`,
  )
  const query = dialect.sqlToQuery(sql.join(counts, sql` union all `))
  return connection.transactPatiently(async (_, client) => {
    // All of every table is read, however long that takes.
    await client.query("set local statement_timeout = 0")
    for (const way of ["seqscan", "hashjoin", "mergejoin"]) await client.query(`set local enable_${way} = on`)
    const { rows } = await client.query<RawRow>(query.sql, query.params)
    return rows
      .filter((row) => integer(row, "count") > 0)
      .map((row) => `${integer(row, "count")} ${text(row, "words")}`)
  })
}
