/**
 * Which store this is, and how far it had come. With an empty, a foreign or a restored store every payment looks new, and what was paid
 * once could be paid again; a program that remembers the identity of its store refuses them.
 */
import { randomUUID } from "node:crypto"
import { type StoreIdentity, StoreRefused } from "@cauri/core"
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3"
import type { ExpectedStore } from "./StoreOptions.ts"
import { store } from "./tables.ts"

/** Reads the identity; a store that was just made has none yet. */
export const makeIdentity = (db: BetterSQLite3Database): (() => StoreIdentity | undefined) => {
  const read = db.select({ id: store.id, highWater: store.highWater }).from(store).prepare()
  return () => read.get()
}

/** Gives a new store its name. The store that another process has named meanwhile keeps that name. */
export const giveIdentity = (db: BetterSQLite3Database, now: number): void => {
  const identity = makeIdentity(db)
  const name = () => {
    if (identity() !== undefined) return
    db.insert(store).values({ onlyOne: 1, id: randomUUID(), highWater: 0, createdAt: now }).run()
  }
  db.transaction(name, { behavior: "immediate" })
}

/** Refuses any other store than the expected one. Throws `StoreRefused`. */
export const checkIdentity = (found: StoreIdentity, expected: ExpectedStore | undefined): void => {
  if (expected === undefined) return
  if (found.id !== expected.id) {
    const detail = `Its id is ${found.id}, and ${expected.id} was expected.`
    throw new StoreRefused({ reason: "Foreign", detail })
  }
  if (expected.highWater !== undefined && found.highWater < expected.highWater) {
    const detail = `It has seen ${found.highWater} events, and ${expected.highWater} were seen in it before.`
    throw new StoreRefused({ reason: "Restored", detail })
  }
}
