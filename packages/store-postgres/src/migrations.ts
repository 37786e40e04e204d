/**
 * The migrations, in their order. They are numbered, only ever added to, and never edited once they were published.
 */
import { readFileSync } from "node:fs"

/** One step from an older schema to a newer one. */
export interface Migration {
  readonly number: number
  readonly name: string
}

/** All migrations. */
export const migrations: ReadonlyArray<Migration> = [{ number: 1, name: "0001_initial" }]

/** The number of the schema that this version of the library knows. */
export const newest = migrations.reduce((highest, { number }) => Math.max(highest, number), 0)

/** The text of a migration, for this schema. The name was looked at before, so it needs no other care than its quotes. */
export const textOf = ({ name }: Migration, schema: string): string =>
  readFileSync(new URL(`../migrations/${name}.sql`, import.meta.url), "utf8").replaceAll('"cauri"', `"${schema}"`)
