/**
 * Which store this is, how far it had come, and where it is. In an empty, foreign or restored store every payment looks new and could be
 * sent again, so a program that remembers its store refuses any other, at the start and later.
 */
import { requireStore, type StoreIdentity, StoreRefused, type StoreOpenOptions } from "@cauri/core/adapter"
import { sql } from "drizzle-orm"
import type { ClientBase } from "pg"
import type { Connection } from "./connection.ts"
import { integer, type RawRow, text, textOrNull } from "./rows.ts"
import { requireTimeline, serverOf } from "./settings.ts"
import { type Executor, type Statement, statement } from "./statement.ts"
import type { CommonOptions } from "./StoreOptions.ts"
import type { Tables } from "./tables.ts"

const markStatement = (t: Tables, schema: string): Statement =>
  statement(
    schema,
    "mark",
    () => sql`
    select s.id, s.place, s.timeline, s.tableoid::text as table_oid, (select sum(mark) from ${t.highWater}) as high_water,
      (select oid::text from pg_database where datname = current_database()) as database_oid
    from ${t.store} as s`,
  )

/** What this process remembers of its store. Each comparison throws `StoreRefused` when the store differs. */
export interface StoreMemory {
  /** Compares the store behind a new connection. */
  readonly greet: (client: ClientBase) => Promise<void>
  readonly identity: (executor: Executor) => Promise<StoreIdentity>
  /** Records where the store is now. */
  readonly settle: (connection: Connection) => Promise<void>
}

const only = ([row]: ReadonlyArray<RawRow>): RawRow => {
  if (row !== undefined) return row
  throw new StoreRefused({ reason: "broken_migration", detail: "It does not say which store it is." })
}

/** The memory of a new process. */
export const makeStoreMemory = (t: Tables, schema: string, options: CommonOptions): StoreMemory => {
  const mark = markStatement(t, schema)
  const isRestoring = options.restoring === true
  let seen: StoreOpenOptions["expected"] = options.expected
  let home: { readonly place: string | null; readonly timeline: string | null } = { place: null, timeline: null }

  /** The answer must not fall below what was seen before the query: meanwhile other calls of this process come further. */
  const compare = (row: RawRow, before: StoreOpenOptions["expected"]): StoreIdentity => {
    const identity = { id: text(row, "id"), highWater: integer(row, "high_water") }
    requireStore(identity, before, isRestoring)
    seen = { id: identity.id, highWater: Math.max(identity.highWater, seen?.highWater ?? 0) }
    return identity
  }
  return {
    greet: async (client) => {
      const before = seen
      const row = only((await client.query<RawRow>(mark.text)).rows)
      const { system, timeline } = await serverOf(client)
      const place = system === null ? null : `${system}/${text(row, "database_oid")}/${text(row, "table_oid")}`
      const made = textOrNull(row, "place")
      if (!isRestoring && place !== null && made !== null && place !== made) {
        const detail = `It is at ${place} and was at ${made}: it was loaded from a dump, or its database was copied.`
        throw new StoreRefused({ reason: "restored", detail })
      }
      if (!isRestoring) requireTimeline(timeline, textOrNull(row, "timeline"), options.acceptTimeline)
      compare(row, before)
      home = { place, timeline }
    },
    identity: async (executor) => {
      const before = seen
      return compare(only(await executor.run(mark, [])), before)
    },
    settle: async (connection) => {
      const place = sql`coalesce(${home.place}, place)`
      const timeline = sql`coalesce(${home.timeline}, timeline)`
      await connection.query(sql`
        update ${t.store} set place = ${place}, timeline = ${timeline}
        where (place, timeline) is distinct from (${place}, ${timeline})`)
    },
  }
}
