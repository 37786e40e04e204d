/** The migrations, in their order. New ones are added; released ones are never edited, and `house` pins their bytes. */
import { sql as tables } from "./migrations/0001_tables.ts"

/** One step from an older schema to a newer one. */
export interface Migration {
  readonly number: number
  readonly name: string
  /** Its statements, for the schema "cauri". */
  readonly sql: string
}

export const migrations: ReadonlyArray<Migration> = [{ number: 1, name: "0001_tables", sql: tables }]

/** The number of the schema that this version of the library knows. */
export const newest = migrations.reduce((highest, { number }) => Math.max(highest, number), 0)

/** The text of a migration for this schema. The schema's name was checked before, so quotes are enough. */
export const textOf = ({ sql }: Migration, schema: string): string => sql.replaceAll('"cauri"', `"${schema}"`)
