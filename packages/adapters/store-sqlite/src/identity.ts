/**
 * Which store this is, how far it had come, and whether it is a copy. In an empty, foreign or restored store every payment looks new, and
 * what was paid could be paid again. A program that remembers its store refuses such a one, at the start and later.
 */
import { randomUUID } from "node:crypto"
import { requireStore, type StoreIdentity, StoreRefused } from "@cauri/core/adapter"
import type { Database } from "better-sqlite3"
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3"
import type { CommonOptions } from "./StoreOptions.ts"
import { store } from "./tables.ts"

interface Mark extends StoreIdentity {
  /** When it was copied; null: it is no copy, or a person has reviewed it. */
  readonly copiedAt: number | null
}

/** Reads what the store records about itself; a new one has no record yet. */
export const makeIdentityReader = (client: Database): (() => Mark | undefined) => {
  const read = client.prepare<[], Mark>("SELECT id, high_water AS highWater, copied_at AS copiedAt FROM cauri_store")
  return () => read.get()
}

/** Gives a new store its name. If another process was first, its name stays. */
export const giveIdentity = (db: BetterSQLite3Database, mark: () => Mark | undefined, now: number): void => {
  const name = () => {
    if (mark() !== undefined) return
    db.insert(store).values({ onlyOne: 1, id: randomUUID(), highWater: 0, createdAt: now }).run()
  }
  db.transaction(name, { behavior: "immediate" })
}

/**
 * What this process remembers of its store. Each look compares the store with that, throws `StoreRefused` where it is another store or has
 * less history, and remembers what it saw.
 */
export const makeIdentityCheck = (
  mark: () => Mark | undefined,
  { expected, restoring }: Pick<CommonOptions, "expected" | "restoring">,
): (() => StoreIdentity) => {
  let seen = expected
  return () => {
    const found = mark()
    if (found === undefined) throw new StoreRefused({ reason: "broken_migration", detail: "It has lost its name." })
    const { copiedAt, ...identity } = found
    requireStore(identity, seen, restoring)
    if (copiedAt !== null && restoring !== true) {
      const detail = `It is a copy that was made at ${new Date(copiedAt).toISOString()}.`
      throw new StoreRefused({ reason: "restored", detail })
    }
    seen = identity
    return identity
  }
}
