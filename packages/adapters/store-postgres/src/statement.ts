/**
 * A statement is written once, as a template over the tables, and runs in two ways: prepared on our own connections, where Postgres parses
 * it once, or in the host's transaction. Texts and numbers travel as parameters and never become SQL.
 */
import { type SQL, sql } from "drizzle-orm"
import { PgDialect } from "drizzle-orm/pg-core"
import type { RawRow, Value } from "./rows.ts"

export interface Statement {
  /** Unique on a connection, within the 63 bytes that Postgres allows. */
  readonly name: string
  readonly text: string
}

/** Runs statements: on a connection of ours, or in a transaction of the host. */
export interface Executor {
  readonly run: (statement: Statement, values: ReadonlyArray<Value>) => Promise<ReadonlyArray<RawRow>>
}

const dialect = new PgDialect()

/** Prepares the text of a statement; each parameter is used once, in its order. */
export const statement = (schema: string, name: string, build: (...values: ReadonlyArray<SQL>) => SQL): Statement => {
  const places = Array.from({ length: build.length }, (_, index) => sql`${sql.placeholder(String(index))}`)
  return {
    name: `cauri/${schema}/${name}`,
    text: dialect.sqlToQuery(build(...places)).sql,
  }
}
