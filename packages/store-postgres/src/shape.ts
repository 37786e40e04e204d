/**
 * Are the tables as the migrations made them? A restore that ended early leaves tables with all their rows and without keys, indexes
 * and triggers, and whoever owns a table can switch its triggers off: what they refuse would land from then on.
 */
import { requireParts } from "@cauri/core/adapter"
import type { Connection } from "./connection.ts"
import { type Migration, migrations, textOf } from "./migrations.ts"
import { type RawRow, text } from "./rows.ts"

const created = /^(?:unique )?(table|index|trigger|function) (?:"\w+"\.)?(\w+)/

/** What one "create" of a migration makes, in the words of the question below. */
const madeBy = (block: string): ReadonlyArray<string> => {
  const [, kind, name] = created.exec(block) ?? []
  if (kind === undefined || name === undefined) return []
  if (kind !== "table") return [`${kind} ${name}`]
  return [
    ...(block.includes("primary key") ? [`index ${name}_pkey`] : []),
    ...(block.includes("foreign key (") ? [`foreign key of ${name}`] : []),
  ]
}

/** What the migrations make that keeps the rules of the tables. */
export const partsOf = (all: ReadonlyArray<Migration>): ReadonlyArray<string> =>
  all.flatMap((migration) =>
    textOf(migration, "cauri")
      .split(/^create /m)
      .flatMap(madeBy),
  )

/** What is there and in force, of each of those kinds. */
const foundText = `with ours as (
    select c.oid, c.relname from pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    where n.nspname = $1
  )
  select 'trigger ' || t.tgname as part from pg_catalog.pg_trigger as t join ours on ours.oid = t.tgrelid
    where t.tgenabled in ('O', 'A') and not t.tgisinternal
  union all select 'index ' || ours.relname from pg_catalog.pg_index as i join ours on ours.oid = i.indexrelid
    where i.indisvalid and i.indisready
  union all select 'foreign key of ' || ours.relname from pg_catalog.pg_constraint as k join ours on ours.oid = k.conrelid
    where k.contype = 'f' and k.convalidated
  union all select 'function ' || p.proname from pg_catalog.pg_proc as p
    join pg_catalog.pg_namespace as n on n.oid = p.pronamespace where n.nspname = $1`

/** Refuses tables of which a part is missing or switched off. Whatever somebody has added stays. */
export const requireShape = async (connection: Connection, schema: string): Promise<void> => {
  const rows = await connection.transact(async (_, client) => (await client.query<RawRow>(foundText, [schema])).rows)
  const found = new Set(rows.map((row) => text(row, "part")))
  requireParts(partsOf(migrations).filter((part) => !found.has(part)))
}
