/**
 * The migrations, in order. They only go forward: a published file is never changed, because stores exist that were made by it.
 */
import { readFileSync } from "node:fs"

/** One step from an older set of tables to a newer one. */
export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
}

const read = (number: number, name: string): Migration => {
  const file = `${String(number).padStart(4, "0")}_${name}.sql`
  // The folder lies beside both `src` and `dist`, and is published with them.
  return { number, name, sql: readFileSync(new URL(`../migrations/${file}`, import.meta.url), "utf8") }
}

/** All migrations, the oldest first. */
export const migrations: ReadonlyArray<Migration> = [read(1, "initial")]
