/**
 * Are the tables as the migrations made them? A restore that ended early leaves tables with all their rows but without keys, indexes and
 * triggers, and the owner of a table can disable its triggers: from then on, rows that these refuse would be stored.
 */
import { requireParts } from "@cauri/core/adapter"
import type { Connection } from "./connection.ts"
import { type Migration, migrations, textOf } from "./migrations.ts"
import { type RawRow, text } from "./rows.ts"

const created = /^(?:unique )?(table|index|trigger|function) (?:"\w+"\.)?(\w+)/

/** The parts that one "create" of a migration makes, in the words of the query below. */
const madeBy = (block: string): ReadonlyArray<string> => {
  const [, kind, name] = created.exec(block) ?? []
  if (kind === undefined || name === undefined) return []
  if (kind !== "table") return [`${kind} ${name}`]
  return [
    ...(block.includes("primary key") ? [`index ${name}_pkey`] : []),
    ...(block.match(/foreign key \(/g) ?? []).map(() => `foreign key of ${name}`),
  ]
}

/** The parts of the migrations that enforce the rules of the tables. */
export const schemaPartsOf = (all: ReadonlyArray<Migration>): ReadonlyArray<string> =>
  all.flatMap((migration) =>
    textOf(migration, "cauri")
      .split(/^create /m)
      .flatMap(madeBy),
  )

/** The parts of those kinds that exist and are in force. */
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

/** Refuses tables with a missing or disabled part. Additions of the host stay. */
export const requireShape = async (connection: Connection, schema: string): Promise<void> => {
  const rows = await connection.transact(async (_, client) => (await client.query<RawRow>(foundText, [schema])).rows)
  const found = new Set(rows.map((row) => text(row, "part")))
  requireParts(schemaPartsOf(migrations).filter((part) => !found.has(part)))
}
