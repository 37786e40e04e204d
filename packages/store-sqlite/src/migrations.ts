/**
 * The migrations, in order. They only go forward: a published one is never changed, because stores exist that were made by it.
 */
import { sql as initial } from "./migrations/0001_initial.ts"

/** One step from an older set of tables to a newer one. */
export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
}

/** All migrations, the oldest first. */
export const migrations: ReadonlyArray<Migration> = [{ number: 1, name: "initial", sql: initial }]
