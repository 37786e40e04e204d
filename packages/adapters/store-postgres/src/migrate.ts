/**
 * Brings a schema up to date: one transaction per migration, each under a lock that all programs take, so two that start at once do not
 * collide, and a killed one leaves either the whole step or nothing of it. A newer schema is refused.
 */
import { randomUUID } from "node:crypto"
import type { ClientBase } from "pg"
import { pendingMigrations, StoreRefused } from "@cauri/core/adapter"
import type { Connection } from "./connection.ts"
import { codeOf } from "./faults.ts"
import { type Migration, migrations, textOf } from "./migrations.ts"
import { integer, type RawRow, text, truth } from "./rows.ts"

/** Schema names that need nothing but quotes, and leave room for the names of statements. */
const schemaPattern = /^[a-z_][a-z0-9_]{0,39}$/

/** `pg_dump` omits Postgres's own schemas, and in the public one other tables may have our names. */
const isReserved = (schema: string): boolean =>
  schema === "public" || schema === "information_schema" || schema.startsWith("pg_")

export const requireSchemaName = (schema: string): void => {
  if (isReserved(schema)) {
    throw new StoreRefused({ reason: "invalid_name", detail: `The schema ${schema} is Postgres's own or everybody's.` })
  }
  if (schemaPattern.test(schema)) return
  throw new StoreRefused({
    reason: "invalid_name",
    detail: "The name of its schema is not made of up to 40 lower-case letters, digits and underscores.",
  })
}

export const rowsOf = async (client: ClientBase, text: string, values: ReadonlyArray<unknown> = []) =>
  (await client.query<RawRow>(text, [...values])).rows

/** Waits until no other program migrates. Migrations may take any time. */
export const alone = async (client: ClientBase, schema: string): Promise<void> => {
  await client.query("set local statement_timeout = 0")
  await client.query("set local lock_timeout = 0")
  await client.query("set local idle_in_transaction_session_timeout = 0")
  await client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`cauri migrations ${schema}`])
}

/**
 * Does a store exist? The query reads the catalogue as a table: a session remembers names that it has looked up, and what it remembers may
 * be older than the lock that it has just been given.
 */
const thereText = `select exists (
  select from pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
  where n.nspname = $1 and c.relname = 'migrations'
) as there`

const foreign = (schema: string): StoreRefused =>
  new StoreRefused({
    reason: "foreign",
    detail: `The schema ${schema} has tables of another program, with the names of ours.`,
  })

/** The error code when another table of that name has other columns. */
const columnMissing = "42703"

const appliedTo = async (client: ClientBase, schema: string): Promise<ReadonlyArray<RawRow>> => {
  const [there] = await rowsOf(client, thereText, [schema])
  if (there === undefined || !truth(there, "there")) return []
  try {
    return await rowsOf(client, `select number, name, applied_at from "${schema}".migrations order by number`)
  } catch (error) {
    throw codeOf(error) === columnMissing ? foreign(schema) : error
  }
}

/** The migrations that the schema still lacks; all of them when there is no store. */
const pending = async (client: ClientBase, schema: string): Promise<ReadonlyArray<Migration>> => {
  const applied = await appliedTo(client, schema)
  return pendingMigrations(
    applied.map((row) => ({ number: integer(row, "number"), name: text(row, "name") })),
    migrations,
  )
}

const makeSchema = async (client: ClientBase, schema: string): Promise<void> => {
  await client.query(`create schema if not exists "${schema}"`)
  await client.query(`create table "${schema}".migrations (
    number integer primary key, name text collate "C" not null, applied_at bigint not null)`)
}

/** The error codes when a name is taken: that of a table, or of its type. */
const nameTaken = new Set(["42P07", "42710"])

const runAction = async (client: ClientBase, schema: string, migration: Migration, now: number): Promise<void> => {
  try {
    if (migration.number === 1) await makeSchema(client, schema)
    await client.query(textOf(migration, schema))
  } catch (error) {
    throw migration.number === 1 && nameTaken.has(codeOf(error)) ? foreign(schema) : error
  }
  if (migration.number === 1) {
    await client.query(`insert into "${schema}".store (id, created_at) values ($1, $2)`, [randomUUID(), now])
  }
  await client.query(`insert into "${schema}".migrations (number, name, applied_at) values ($1, $2, $3)`, [
    migration.number,
    migration.name,
    now,
  ])
}

/** Runs the next missing migration; false when none is missing. */
const step = (connection: Connection, schema: string, create: boolean, now: number): Promise<boolean> =>
  connection.transactPatiently(async (_, client) => {
    await alone(client, schema)
    const left = await pending(client, schema)
    if (left.length === migrations.length && !create) {
      throw new StoreRefused({ reason: "missing", detail: `There is no store in the schema ${schema}.` })
    }
    const [next] = left
    if (next === undefined) return false
    await runAction(client, schema, next, now)
    return true
  })

/** Brings the schema up to date. A schema that is up to date is only read. */
export const migrate = async (connection: Connection, schema: string, create: boolean, now: number): Promise<void> => {
  requireSchemaName(schema)
  const upToDate = await connection.transact(async (_, client) => (await pending(client, schema)).length === 0)
  if (upToDate) return
  for (let count = 0; count <= migrations.length; count++) {
    if (!(await step(connection, schema, create, now))) return
  }
}
