/**
 * Brings the tables up to date: one migration after the other, each in one exclusive transaction with the line that records it. Two
 * processes may race, and one that is killed half-way leaves nothing of that migration. An older program refuses a newer schema.
 */
import type Database from "better-sqlite3"
import { Clock, Effect } from "effect"
import { pendingMigrations, type StoreRefused } from "@cauri/core/adapter"
import { hasStore } from "./connection.ts"
import { type Migration, migrations } from "./migrations.ts"
import { whenFree } from "./waiting.ts"

type Applied = Pick<Migration, "number" | "name">

const appliedTo = (client: Database.Database): ReadonlyArray<Applied> =>
  hasStore(client) ? client.prepare<[], Applied>("SELECT number, name FROM cauri_migrations ORDER BY number").all() : []

/** Changes the schema as a whole, while no other program writes. */
export const inTransaction = <A>(client: Database.Database, work: () => A): A => {
  client.exec("BEGIN IMMEDIATE")
  try {
    const done = work()
    client.exec("COMMIT")
    return done
  } catch (thrown) {
    if (client.inTransaction) client.exec("ROLLBACK")
    throw thrown
  }
}

/** Runs the next migration, if there is one. */
const step = (client: Database.Database, all: ReadonlyArray<Migration>, now: number): boolean =>
  inTransaction(client, () => {
    client.exec(
      "CREATE TABLE IF NOT EXISTS cauri_migrations " +
        "(number INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT",
    )
    const next = pendingMigrations(appliedTo(client), all)[0]
    if (next === undefined) return false
    client.exec(next.sql)
    client
      .prepare("INSERT INTO cauri_migrations (number, name, applied_at) VALUES (?, ?, ?)")
      .run(next.number, next.name, now)
    return true
  })

/** Brings the tables up to date. A store that is up to date is not written to. */
export const migrate: (
  client: Database.Database,
  maxWait: number,
  all?: ReadonlyArray<Migration>,
) => Effect.Effect<void, StoreRefused> = Effect.fnUntraced(function* (client, maxWait, all = migrations) {
  const now = yield* Clock.currentTimeMillis
  const looking = () => pendingMigrations(appliedTo(client), all).length > 0
  if (!(yield* whenFree("reading which migrations it has seen", maxWait, looking))) return
  // One round more than there are migrations: another process may run any of them.
  for (const _ of [...all, null]) {
    if (!(yield* whenFree("migrating its tables", maxWait, () => step(client, all, now)))) return
  }
})
