/**
 * Payments in a SQLite file, for one host: in a file of their own, or in the host's own database, where orders and payments share
 * transactions.
 */
import "./requireNode.ts"
import {
  clientOf,
  deliverWithin,
  fileOf,
  markFileOf,
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
import { Effect, Layer } from "effect"
import { creating, HostSide, makeStore, type Store } from "./choices/choices.ts"
import { invalidInput } from "@cauri/plain"
import { atOnce, outsideOf } from "./choices/transactions.ts"

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
    return HostSide.of({
      insertWithin: (transaction, prepared) => {
        if (!isConnection(transaction))
          throw invalidInput("transaction", "better-sqlite3's database, or drizzle's over one")
        try {
          return insertWithin(transaction, prepared, { expected: store.identity() })
        } catch (thrown) {
          throw outsideOf(thrown)
        }
      },
      deliverWithin: (name, handler) =>
        Effect.runSync(Effect.provideService(deliverWithin(name, atOnce(name, handler)), SqliteStore, store)),
      handlersWait: false,
      keepsPayments: !store.client.memory,
    })
  }),
)

const whole = (store: Layer.Layer<Stores, StoreRefused>, place: string, create: SqliteOptions["create"]) => {
  const file = markFileOf(place)
  const mark = file === null ? undefined : { file, mayBegin: create === "if-missing" }
  return makeStore<SqliteHost>(Layer.provideMerge(layerSide, store), mark)
}

/**
 * Payments in this file, or in the database of the host's own connection. A file's folder must exist, on a local disk; `:memory:` is for
 * tests. With NODE_ENV=production a store that is not there is made only with `create: "if-missing"`: to an empty store every payment
 * looks new.
 *
 * ```ts
 * const database = new Database(":memory:")
 * await using payments = await simulatedPayments({ store: sqlite(database) })
 * const prepared = await payments.payins.prepare(payin)
 * const insert = database.transaction(() => payments.insertWithin(database, prepared))
 * insert() // => "inserted"
 * ```
 */
export function sqlite(file: string, options?: SqliteOptions): Store<SqliteHost>
export function sqlite(database: HostConnection, options?: CommonOptions): Store<SqliteHost>
export function sqlite(place: string | HostConnection, given: SqliteOptions = {}): Store<SqliteHost> {
  const options = creating(given)
  const forTests = { acceptDataLoss: "It is in memory, for tests.", create: "if-missing", ...given } as const
  if (typeof place === "string") {
    return whole(layer({ ...(place === ":memory:" ? forTests : options), file: place }), place, options.create)
  }
  if (!isConnection(place)) throw invalidInput("sqlite", "given the path of a file, or better-sqlite3's database")
  const client = clientOf(place)
  return whole(layerFrom(place, client.memory ? forTests : options), fileOf(client), options.create)
}
