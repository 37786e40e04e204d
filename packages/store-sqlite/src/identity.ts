/**
 * Which store this is, how far it had come, and whether it is a copy. With an empty, a foreign or a restored store every payment looks new,
 * and what was paid once could be paid again: a program that remembers what it has seen of its store refuses them, at the start and later.
 */
import { randomUUID } from "node:crypto"
import { requireStore, type StoreIdentity, StoreRefused } from "@cauri/core/adapter"
import type { Database } from "better-sqlite3"
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3"
import type { CommonOptions } from "./StoreOptions.ts"
import { store } from "./tables.ts"

/** What a store says of itself. */
interface Mark extends StoreIdentity {
  /** When it was copied; null: it is no copy, or one that a person has looked into. */
  readonly copiedAt: number | null
}

/** Reads what the store says of itself; one that was just made says nothing yet. */
export const makeMark = (client: Database): (() => Mark | undefined) => {
  const read = client.prepare<[], Mark>("SELECT id, high_water AS highWater, copied_at AS copiedAt FROM cauri_store")
  return () => read.get()
}

/** Gives a new store its name. The store that another process has named meanwhile keeps that name. */
export const giveIdentity = (db: BetterSQLite3Database, mark: () => Mark | undefined, now: number): void => {
  const name = () => {
    if (mark() !== undefined) return
    db.insert(store).values({ onlyOne: 1, id: randomUUID(), highWater: 0, createdAt: now }).run()
  }
  db.transaction(name, { behavior: "immediate" })
}

/**
 * What this process knows of its store. Each look compares the store with it, throws `StoreRefused` where the store is another or has less
 * history, and remembers what it saw.
 */
export const makeLook = (
  mark: () => Mark | undefined,
  { expected, restoring }: Pick<CommonOptions, "expected" | "restoring">,
): (() => StoreIdentity) => {
  let seen = expected
  return () => {
    const found = mark()
    if (found === undefined) throw new StoreRefused({ reason: "BrokenMigration", detail: "It has lost its name." })
    const { copiedAt, ...identity } = found
    requireStore(identity, seen, restoring)
    if (copiedAt !== null && restoring !== true) {
      const detail = `It is a copy that was made at ${new Date(copiedAt).toISOString()}.`
      throw new StoreRefused({ reason: "Restored", detail })
    }
    seen = identity
    return identity
  }
}
