/** Payments in Postgres, for several hosts: over connections of their own, or over the host's pool. */
import "./requireNode.ts"
import {
  deliverWithin,
  type CommonOptions,
  type Handler,
  type HostPool,
  type HostTransaction,
  insertWithin,
  layer,
  layerFrom,
  PostgresStore,
  type StoreOptions,
} from "@cauri/store-postgres"
import { Effect, Layer } from "effect"
import { creating, HostSide, makeStore, type Store } from "./choices/choices.ts"
import { invalidInput } from "@cauri/plain"
import { outsideOf } from "./choices/transactions.ts"

/** What a host does in a transaction of Postgres. */
export interface PostgresHost {
  /** A client of pg between `begin` and `commit`, or the transaction of another library behind such a `query(text, values)`. */
  readonly transaction: HostTransaction
  /** A handler of `onWithin` writes through a client of pg. */
  readonly handed: Parameters<Handler>[0]
  /** Such a handler returns a promise. */
  readonly handled: Promise<void>
  /** What `insertWithin` returns. */
  readonly inserted: Promise<"inserted" | "already_there">
}

export type { HostPool, HostTransaction } from "@cauri/store-postgres"

/** How payments in Postgres are opened. */
export type PostgresOptions = Omit<StoreOptions, "url">

const isTransaction = (value: unknown): value is HostTransaction =>
  typeof value === "object" && value !== null && "query" in value && typeof value.query === "function"

const layerSide = (schema: CommonOptions["schema"]) =>
  Layer.effect(
    HostSide,
    Effect.gen(function* () {
      const store = yield* PostgresStore
      const where = schema === undefined ? {} : { schema }
      return HostSide.of({
        insertWithin: async (transaction, prepared) => {
          if (!isTransaction(transaction)) {
            throw invalidInput(
              "transaction",
              "a client of pg, or { query: (text, values) => … } over your library's transaction",
            )
          }
          return insertWithin(transaction, prepared, where).catch((thrown: unknown) => {
            throw outsideOf(thrown)
          })
        },
        deliverWithin: (name, handler) =>
          Effect.runSync(
            Effect.provideService(
              deliverWithin(name, async (client, deliveredEvent) => handler(client, deliveredEvent)),
              PostgresStore,
              store,
            ),
          ),
        handlersWait: true,
        keepsPayments: true,
      })
    }),
  )

const isPool = (place: unknown): place is HostPool =>
  typeof place === "object" && place !== null && "totalCount" in place && "options" in place

/**
 * Payments in the database at this address, or behind the host's own pool. One more connection listens for changes by other programs.
 * With NODE_ENV=production a store that is not there is made only with `create: "if-missing"`: to an empty store every payment looks new.
 *
 * ```ts
 * const store = postgres("postgres://127.0.0.1:1/shop", { schema: "payments" }) // no server listens there
 * await createPayments({ ...options, gateway: simulated(), store }).catch(({ code }) => code) // => "store_refused"
 * ```
 */
export function postgres(url: string, options?: PostgresOptions): Store<PostgresHost>
export function postgres(pool: HostPool, options?: CommonOptions): Store<PostgresHost>
export function postgres(place: string | HostPool, given: PostgresOptions = {}): Store<PostgresHost> {
  const options = creating(given)
  const mark = { file: null, mayBegin: options.create === "if-missing" }
  if (typeof place === "string") {
    return makeStore(Layer.provideMerge(layerSide(options.schema), layer({ ...options, url: place })), mark)
  }
  if (!isPool(place)) throw invalidInput("postgres", "given a postgres:// address or a pool of pg")
  return makeStore(Layer.provideMerge(layerSide(options.schema), layerFrom(place, options)), mark)
}
