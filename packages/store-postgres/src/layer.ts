/**
 * Opens a store: the schema is brought up to date, the store is known to be the expected one, and only then do the ports exist.
 */
import { DeskStore, PaymentStore } from "@cauri/core"
import { Clock, Context, Effect, Layer, type Scope } from "effect"
import type { Client, Pool } from "pg"
import { makeBatch } from "./batch.ts"
import { type Connection, clientLender, connectionFrom, type Lender, ownPool, poolLender } from "./connection.ts"
import { postgresDesk } from "./desk.ts"
import { postgresDriver } from "./driver.ts"
import { requireIdentity } from "./identity.ts"
import { migrate, requireSchemaName } from "./migrate.ts"
import { readStatements } from "./queries.ts"
import { writeStatements } from "./statements.ts"
import type { StepContext } from "./steps.ts"
import { type CommonOptions, defaults, type StoreOptions } from "./StoreOptions.ts"
import { StoreRefused } from "./StoreRefused.ts"
import { type Tables, tablesIn } from "./tables.ts"

/** An open store: what transactions with the host are made of. */
export class PostgresStore extends Context.Service<
  PostgresStore,
  {
    readonly connection: Connection
    readonly context: StepContext
    readonly tables: Tables
  }
>()("@cauri/store-postgres/PostgresStore") {}

/** What a layer of this package provides. */
export type Provided = PaymentStore | DeskStore | PostgresStore

/** What the steps need to know of a store with these options. */
export const contextOf = (options: CommonOptions): { readonly context: StepContext; readonly tables: Tables } => {
  const schema = options.schema ?? defaults.schema
  requireSchemaName(schema)
  const tables = tablesIn(schema)
  return {
    context: {
      schema,
      bodiesPerAttempt: options.bodiesPerAttempt ?? defaults.bodiesPerAttempt,
      statements: { ...writeStatements(tables, schema), ...readStatements(tables, schema) },
    },
    tables,
  }
}

const refusedBy = (error: unknown): StoreRefused =>
  error instanceof StoreRefused
    ? error
    : new StoreRefused({ reason: "Unavailable", detail: "It could not be opened.", cause: error })

const open = Effect.fnUntraced(function* (connection: Connection, options: CommonOptions) {
  const now = yield* Clock.currentTimeMillis
  const { context, tables } = yield* Effect.try({ try: () => contextOf(options), catch: refusedBy })
  if (options.acceptDataLoss !== undefined) {
    yield* Effect.logWarning(`Payments may be lost in a power cut, which was accepted: ${options.acceptDataLoss}`)
  }
  yield* Effect.tryPromise({
    try: async () => {
      await migrate(connection, context.schema, (options.create ?? defaults.create) === "if-missing", now)
      await requireIdentity(connection, tables, options)
    },
    catch: refusedBy,
  })
  const batch = yield* makeBatch(connection, context, tables, options.maxBatch ?? defaults.maxBatch)
  return Context.make(
    PaymentStore,
    PaymentStore.fromDriver(postgresDriver(connection, batch, context.statements, tables)),
  ).pipe(
    Context.add(DeskStore, postgresDesk(connection, tables, context.schema)),
    Context.add(PostgresStore, { connection, context, tables }),
  )
})

const openOn = (
  lend: () => Lender,
  ours: boolean,
  options: CommonOptions,
): Effect.Effect<Context.Context<Provided>, StoreRefused, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => connectionFrom(lend(), ours, options)),
    (connection) => (ours ? Effect.promise(() => connection.close()) : Effect.void),
  ).pipe(Effect.flatMap((connection) => open(connection, options)))

/** A store with connections of its own. */
export const layer = (options: StoreOptions): Layer.Layer<Provided, StoreRefused> =>
  Layer.effectContext(openOn(() => poolLender(ownPool(options)), true, options))

/**
 * A store on the host's pool, or on one connection of the host that nobody else uses meanwhile. Whatever the host has set on it is as
 * it was afterwards, and the host ends it.
 */
export const layerFrom = (host: Pool | Client, options: CommonOptions = {}): Layer.Layer<Provided, StoreRefused> =>
  Layer.effectContext(openOn(() => ("totalCount" in host ? poolLender(host) : clientLender(host)), false, options))
