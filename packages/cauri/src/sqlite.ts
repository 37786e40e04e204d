/**
 * Payments in a SQLite file, for one host: in a file of their own, or in the host's own database, where orders and payments share
 * transactions.
 */
import "./requireNode.ts"
import {
  deliverWithin,
  type CommonOptions,
  type Handler,
  type HostConnection,
  insertWithin,
  layer,
  layerFrom,
  SqliteStore,
  type StoreOptions,
  type Stores,
  type StoreRefused,
} from "@cauri/store-sqlite"
import { StoreStatus } from "@cauri/core/adapter"
import { Effect, Layer } from "effect"
import { HostSide, makeStore, type Store } from "./choices.ts"
import { invalidInput } from "./PaymentsError.ts"
import { atOnce, outsideOf } from "./transactions.ts"

/** What a host can do in a transaction of SQLite: all synchronous, because such a transaction waits for nothing. */
export interface SqliteHost {
  /** better-sqlite3's database, or drizzle's over one, with a transaction open. */
  readonly transaction: HostConnection
  /** A handler of `onWithin` writes through better-sqlite3's database. */
  readonly handed: Parameters<Handler>[0]
  /** Such a handler returns no promise. */
  readonly handled: undefined
  /** What `insertWithin` returns. */
  readonly inserted: "inserted" | "already_there"
}

/** How a file of payments is opened. */
export type SqliteOptions = Omit<StoreOptions, "file">

const isConnection = (value: unknown): value is HostConnection =>
  typeof value === "object" && value !== null && ("$client" in value || "pragma" in value)

const layerSide = Layer.effect(
  HostSide,
  Effect.gen(function* () {
    const store = yield* SqliteStore
    const { failed, writesByOthers: changes } = yield* StoreStatus
    return HostSide.of({
      insertWithin: (transaction, prepared) => {
        if (!isConnection(transaction))
          throw invalidInput("transaction", "better-sqlite3's database, or drizzle's over one")
        try {
          return insertWithin(transaction, prepared)
        } catch (thrown) {
          throw outsideOf(thrown)
        }
      },
      deliverWithin: (name, handler) =>
        Effect.runSync(Effect.provideService(deliverWithin(name, atOnce(name, handler)), SqliteStore, store)),
      handlersWait: false,
      changes,
      failed,
    })
  }),
)

const whole = (store: Layer.Layer<Stores, StoreRefused>) => makeStore<SqliteHost>(Layer.provideMerge(layerSide, store))

/**
 * Payments in this file, or in the database of the host's own connection. A file's folder must exist, on a local disk; `:memory:` is for
 * tests. In production create the store once and then set `create: "never"`: to an empty store every payment looks new.
 */
export function sqlite(file: string, options?: SqliteOptions): Store<SqliteHost>
export function sqlite(database: HostConnection, options?: CommonOptions): Store<SqliteHost>
export function sqlite(place: string | HostConnection, options: SqliteOptions = {}): Store<SqliteHost> {
  if (typeof place !== "string") {
    if (!isConnection(place)) throw invalidInput("sqlite", "given the path of a file, or better-sqlite3's database")
    return whole(layerFrom(place, options))
  }
  const forTests = place === ":memory:" ? { acceptDataLoss: "It is in memory, for tests." } : {}
  return whole(layer({ ...forTests, ...options, file: place }))
}
