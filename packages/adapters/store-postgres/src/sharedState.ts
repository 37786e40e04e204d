/**
 * What people and processes share. Each method is one statement, so each is one atomic step by itself.
 */
import { maxStoreClockTolerance, SharedState, type Heartbeat, heartbeatsKeptFor, type Pause } from "@cauri/core/adapter"
import { sql } from "drizzle-orm"
import type { Connection } from "./connection.ts"
import { attempt } from "./faults.ts"
import type { StoreMemory } from "./identity.ts"
import { integer, type RawRow, real, text, textOrNull, truth } from "./rows.ts"
import { type Statement, statement } from "./statement.ts"
import type { Tables } from "./tables.ts"

const toPause = (row: RawRow): Pause => ({
  scope: text(row, "scope"),
  reason: text(row, "reason"),
  by: text(row, "by"),
  since: integer(row, "since"),
  credentials: textOrNull(row, "credentials"),
})

const toHeartbeat = (row: RawRow): Heartbeat => ({
  process: text(row, "process"),
  role: text(row, "role"),
  at: integer(row, "at"),
})

/**
 * Takes a rate token if one is free, in one statement: a concurrent caller waits for the row and sees the new time. When clearly none is
 * free it writes nothing. Texts go as JSON, whose reader refuses what Postgres cannot store.
 */
const rateTokenStatement = (t: Tables, schema: string): Statement => {
  // As in `takeToken`: only a time that no running host can have set does not count.
  const isForeign = sql`t.next_at > g.now + g.apart + ${sql.raw(String(maxStoreClockTolerance))}`
  const next = sql`greatest(case when ${isForeign} then g.now else t.next_at end, g.earliest)`
  return statement(
    schema,
    "take rate token",
    (rate, now, apart, earliest) => sql`
    with g as materialized (
      select ${rate}::json #>> '{}' as rate, ${now}::double precision as now, ${apart}::double precision as apart,
        ${earliest}::double precision as earliest
    ),
    granted as (
      insert into ${t.rateTokens} as t (rate, next_at)
      select g.rate, g.earliest + g.apart from g
      where not exists (select from ${t.rateTokens} as t where t.rate = g.rate and ${next} > g.now)
      on conflict (rate) do update set next_at = (select ${next} + g.apart from g) where (select ${next} <= g.now from g)
      returning t.rate
    )
    select exists (select from granted) as granted, (select t.next_at from ${t.rateTokens} as t join g on t.rate = g.rate) as next_at`,
  )
}

export const postgresShared = (
  connection: Connection,
  t: Tables,
  memory: StoreMemory,
  schema: string,
): SharedState["Service"] => {
  const rateToken = rateTokenStatement(t, schema)
  return SharedState.of({
    pause: (pause) =>
      attempt("pause", async () => {
        // A pause already in force is written again unchanged: the same statement returns it, so no second query can come too late.
        const [inForce = {}] = await connection.query(sql`
          insert into ${t.pauses} as h (scope, reason, by, since, credentials)
          select scope, reason, by, since, credentials from json_to_record(${JSON.stringify(pause)}::json)
            as g (scope text, reason text, by text, since bigint, credentials text)
          on conflict (scope, (by = 'cauri')) do update set scope = h.scope
          returning scope, reason, by, since, credentials`)
        return toPause(inForce)
      }),
    resume: (scope, seen) =>
      attempt("resume", async () => {
        const which = seen === undefined ? sql`` : sql` and by = ${seen.by} and since = ${seen.since}`
        const resumed = await connection.query(
          sql`delete from ${t.pauses} where scope = ${scope}${which} returning scope`,
        )
        return resumed.length > 0
      }),
    pauses: () =>
      attempt("pauses", async () => {
        const rows = await connection.query(
          sql`select scope, reason, by, since, credentials from ${t.pauses} order by since, scope`,
        )
        return rows.map(toPause)
      }),
    beat: (heartbeat) =>
      attempt("beat", async () => {
        // Rows locked by another beat are left for later: two beats that wait for each other's rows would wait for ever.
        await connection.query(sql`
          with beaten as (
            insert into ${t.heartbeats} (process, role, at)
            select process, role, at from json_to_record(${JSON.stringify(heartbeat)}::json) as h (process text, role text, at bigint)
            on conflict (process) do update set role = excluded.role, at = excluded.at
            returning process, role, at
          )
          delete from ${t.heartbeats} where process in (
            select old.process from ${t.heartbeats} as old join beaten on old.role = beaten.role
            where old.process <> beaten.process and old.at < beaten.at - ${heartbeatsKeptFor}::bigint
            for update of old skip locked
          )`)
      }),
    heartbeats: () =>
      attempt("heartbeats", async () => {
        const rows = await connection.query(sql`select process, role, at from ${t.heartbeats} order by process`)
        return rows.map(toHeartbeat)
      }),
    takeRateToken: ({ rate, limit, now }) =>
      attempt("takeRateToken", async () => {
        const apart = 1_000 / limit.perSecond
        const earliest = now - (limit.burst - 1) * apart
        const [row = {}] = await connection.run(rateToken, [JSON.stringify(rate), now, apart, earliest])
        if (truth(row, "granted")) return 0
        // What was read here may be older than what refused the token, so the wait is at least 1 ms.
        return row["next_at"] === null ? 1 : Math.max(1, Math.ceil(real(row, "next_at") - now))
      }),
    identity: () => attempt("identity", () => memory.identity(connection)),
    acceptRestored: () => attempt("acceptRestored", () => memory.settle(connection)),
  })
}
