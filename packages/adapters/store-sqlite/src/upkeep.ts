/**
 * Copies of a store.
 */
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs"
import { dirname, resolve } from "node:path"
import Database from "better-sqlite3"
import { drizzle } from "drizzle-orm/better-sqlite3"
import { Clock, Effect } from "effect"
import { type StoreIdentity, StoreRefused } from "@cauri/core/adapter"
import { hasStore } from "./connection.ts"
import { checkForDamage } from "./damage.ts"
import { refusalOf } from "./faults.ts"
import { makeIdentityReader } from "./identity.ts"
import { createFile, requireOneName } from "./place.ts"
import { store } from "./tables.ts"
import { busyTimeout } from "./waiting.ts"

const openToRead = (file: string): Database.Database =>
  new Database(file, { readonly: true, fileMustExist: true, timeout: busyTimeout })

const identityIn = (client: Database.Database): StoreIdentity => {
  const mark = hasStore(client) ? makeIdentityReader(client)() : undefined
  if (mark === undefined) throw new StoreRefused({ reason: "missing", detail: `There is no store in ${client.name}.` })
  return { id: mark.id, highWater: mark.highWater }
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

/** Marks a copy as one: used as a store it would send again what was sent since. */
const markAsCopy = (client: Database.Database, now: number) => {
  client.pragma("synchronous = FULL")
  drizzle(client).update(store).set({ copiedAt: now, checkAt: 0 }).run()
}

const copy = (file: string, to: string, now: number) => {
  const target = resolve(to)
  if (existsSync(target)) {
    throw new StoreRefused({ reason: "unavailable", detail: `${target} is there already and is not written over.` })
  }
  // Under its final name a copy is always whole and has its mark.
  const unmarked = `${target}.part`
  try {
    requireOneName(file)
    rmSync(unmarked, { force: true })
    createFile(unmarked)
    using(openToRead(file), (client) => {
      identityIn(client)
      client.prepare("VACUUM INTO ?").run(unmarked)
    })
    using(new Database(unmarked, { fileMustExist: true }), (client) => markAsCopy(client, now))
    const identity = using(openToRead(unmarked), (client) => {
      checkForDamage(client, "quick")
      return identityIn(client)
    })
    synchronise(unmarked)
    renameSync(unmarked, target)
    synchronise(dirname(target))
    return identity
  } catch (thrown) {
    rmSync(unmarked, { force: true })
    throw thrown
  }
}

/**
 * Copies a store, even one in use, into a new file of mode 0600, checks the copy for damage, and returns its identity and how far it had
 * come. Programs refuse the copy until `Review.restored` has held what may have been sent since. It blocks its thread: give it a process.
 */
export const backup = Effect.fn("SqliteStore.backup")(function* (file: string, to: string) {
  const now = yield* Clock.currentTimeMillis
  return yield* Effect.try({
    try: () => copy(file, to, now),
    catch: (thrown) => refusalOf(thrown, "copying the store"),
  })
})
