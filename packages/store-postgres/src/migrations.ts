/**
 * The migrations, in their order. They are numbered, only ever added to, and never edited once they were published.
 */
import { sql as tables } from "./migrations/0001_tables.ts"

/** One step from an older schema to a newer one. */
export interface Migration {
  readonly number: number
  readonly name: string
  /** Its statements, for the schema "cauri". */
  readonly sql: string
}

/** All migrations. */
export const migrations: ReadonlyArray<Migration> = [{ number: 1, name: "0001_tables", sql: tables }]

/** The number of the schema that this version of the library knows. */
export const newest = migrations.reduce((highest, { number }) => Math.max(highest, number), 0)

/** The text of a migration, for this schema. The name was looked at before, so it needs no other care than its quotes. */
export const textOf = ({ sql }: Migration, schema: string): string => sql.replaceAll('"cauri"', `"${schema}"`)
