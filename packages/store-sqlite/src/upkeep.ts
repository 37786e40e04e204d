/**
 * What keeps a store healthy: taking away what need not be kept, looking for damage, and copies.
 */
import { closeSync, fsyncSync, openSync, rmSync } from "node:fs"
import { dirname, resolve } from "node:path"
import Database from "better-sqlite3"
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3"
import { drizzle } from "drizzle-orm/better-sqlite3"
import { inArray, sql } from "drizzle-orm"
import { Effect } from "effect"
import { StoreRefused } from "@cauri/core"
import { checkForDamage, hasStore } from "./connection.ts"
import { refusalOf } from "./faults.ts"
import { makeIdentity } from "./identity.ts"
import { createFile } from "./place.ts"
import { callbackNotes } from "./tables.ts"
import { busyTimeout } from "./waiting.ts"

/** How many bodies one commit takes away: a long transaction would keep everybody waiting. */
export const bodiesPerCommit = 500

/** Takes some bodies away that were received before this time, and tells how many. */
export const pruneSome = (db: BetterSQLite3Database, before: number): number => {
  const old = db
    .select({ rowid: sql<number>`rowid` })
    .from(callbackNotes)
    .where(sql`${callbackNotes.body} IS NOT NULL AND ${callbackNotes.receivedAt} < ${before}`)
    .limit(bodiesPerCommit)
  return db
    .update(callbackNotes)
    .set({ body: null })
    .where(inArray(sql`rowid`, old))
    .run().changes
}

const openToRead = (file: string): Database.Database =>
  new Database(file, { readonly: true, fileMustExist: true, timeout: busyTimeout })

const identityIn = (client: Database.Database) => {
  const identity = hasStore(client) ? makeIdentity(drizzle(client))() : undefined
  if (identity === undefined)
    throw new StoreRefused({ reason: "Missing", detail: `There is no store in ${client.name}.` })
  return identity
}

const using = <A>(client: Database.Database, work: (client: Database.Database) => A): A => {
  try {
    return work(client)
  } finally {
    client.close()
  }
}

const synchronise = (path: string) => {
  const descriptor = openSync(path, "r")
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

const copy = (file: string, to: string) => {
  const target = resolve(to)
  if (!createFile(target)) {
    throw new StoreRefused({ reason: "Unavailable", detail: `${target} is there already and is not written over.` })
  }
  try {
    using(openToRead(file), (client) => {
      identityIn(client)
      client.prepare("VACUUM INTO ?").run(target)
    })
    synchronise(target)
    synchronise(dirname(target))
    return using(openToRead(target), (client) => {
      checkForDamage(client, "quick")
      return identityIn(client)
    })
  } catch (thrown) {
    // Half a copy must not be taken for one.
    rmSync(target, { force: true })
    throw thrown
  }
}

/**
 * Copies a store that may be in use into a new file of mode 0600, looks for damage in the copy, and tells which store it is and how far it
 * had come. It keeps its thread busy for as long as it takes, so run it in a process of its own.
 */
export const backup = Effect.fn("SqliteStore.backup")((file: string, to: string) =>
  Effect.try({ try: () => copy(file, to), catch: (thrown) => refusalOf(thrown, "copying the store") }),
)
