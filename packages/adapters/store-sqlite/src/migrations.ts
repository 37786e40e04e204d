/**
 * The migrations, in order. They only go forward: a released one is never changed, because stores exist that were made by it; `house` pins
 * its bytes.
 */
import { sql as secondEdition } from "./migrations/0001_second_edition.ts"

/** One step from an older set of tables to a newer one. */
export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
}

/** All migrations, the oldest first. The tables of the first edition, whose migration had another name, are refused. */
export const migrations: ReadonlyArray<Migration> = [{ number: 1, name: "second_edition", sql: secondEdition }]
