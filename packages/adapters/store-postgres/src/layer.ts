/** Opens a store: brings the schema up to date, checks that it is the expected store, and only then provides the ports. */
import { configured, type StorePorts, storePorts, StoreRefused, warnOfRisk } from "@cauri/core/adapter"
import { sql } from "drizzle-orm"
import { type Config, Clock, Context, Deferred, Effect, Layer, Option, Stream } from "effect"
import type { Client, Pool } from "pg"
import { makeBatch } from "./batch.ts"
import { atMost, type Connection, connectionFrom, lookEvery, silenceOf, transactionOn } from "./connection.ts"
import { contextOf } from "./context.ts"
import { postgresShared } from "./sharedState.ts"
import { receive, mayDeliver } from "./deliveries.ts"
import { outcomeOfCommit } from "./commitOutcome.ts"
import { makeDocuments } from "./documents.ts"
import { postgresDriver } from "./driver.ts"
import { makeEvidence } from "./evidence.ts"
import { codeOf, CommitUnknown, RolledBack, storeError, Thrown } from "./faults.ts"
import { makeStoreMemory } from "./identity.ts"
import { clientLender, handlerPool, handlerPoolBeside, type Lender, ownPool, poolLender } from "./lenders.ts"
import { settleMachine } from "./machine.ts"
import { migrate } from "./migrate.ts"
import { channel, dueTimes, listenOptionsOf, makeNotifier } from "./notify.ts"
import { PostgresStore, type Steps } from "./PostgresStore.ts"
import { makeReports } from "./reports.ts"
import { UnexpectedColumn } from "./rows.ts"
import { requireShape } from "./shape.ts"
import type { Executor } from "./statement.ts"
import { makeStatus } from "./status.ts"
import { insert, save, type StepContext } from "./steps.ts"
import { type CommonOptions, defaults, type StoreOptions } from "./StoreOptions.ts"
import type { Tables } from "./tables.ts"

/** What a store provides. */
export type Stores = StorePorts | PostgresStore

const refusedBy = (error: unknown): StoreRefused => {
  if (error instanceof StoreRefused) return error
  const code = codeOf(error)
  const detail = code === "" ? "It could not be opened." : `It could not be opened (${code}).`
  return new StoreRefused({ reason: "unavailable", detail, cause: error })
}

/** Refuses a store that must not be used, brings its tables up to date, and gives it a name. */
const prepare = (connection: Connection, options: CommonOptions, now: number) =>
  Effect.tryPromise({
    try: async () => {
      const { context, tables } = contextOf(options)
      await migrate(connection, context.schema, (options.create ?? defaults.create) === "if-missing", now)
      await requireShape(connection, context.schema)
      await settleMachine(connection, context.schema)
      const memory = makeStoreMemory(tables, context.schema, options)
      connection.greetEach(memory.greet)
      await memory.identity(connection)
      if (options.restoring !== true) await memory.settle(connection)
      return { context, tables, memory }
    },
    catch: refusedBy,
  })

const stepsOn = (context: StepContext, executor: Executor): Steps => ({
  insert: async (row, events) => one(await insert(context, executor, [{ row, events }])),
  save: async (row, events, terms) => one(await save(context, executor, [{ row, events, terms }])),
  mayDeliver: (lease) => mayDeliver(context.statements, executor, lease),
  delivered: (lease, seq, now) => receive(context.statements, executor, lease, seq, now),
})

const one = <A>(answers: ReadonlyArray<A>): A => {
  for (const answer of answers) return answer
  throw new UnexpectedColumn("The statement of this step returned no row: a defect of the library; report it.")
}

/** The host's work in a transaction on a connection of its own. */
const transactOn =
  (
    connection: Connection,
    handlers: Connection,
    context: StepContext,
    tables: Tables,
  ): PostgresStore["Service"]["transact"] =>
  (operation, work) =>
    Effect.suspend(() => {
      let result: Option.Option<Awaited<ReturnType<typeof work>>> = Option.none()
      const transact = (signal: AbortSignal) =>
        handlers.transact(async (executor, client) => {
          const begun = await transactionOn(client)
          const done = await work(client, stepsOn(context, executor))
          if ((await transactionOn(client)) !== begun) {
            throw new RolledBack(`${operation}: the transaction of the store was ended in it. Leave it open.`)
          }
          result = Option.some(done)
          return done
        }, signal)
      return Effect.tryPromise({ try: transact, catch: (error) => new Thrown(error) }).pipe(
        Effect.catch(({ error }) =>
          Effect.gen(function* () {
            if (error instanceof CommitUnknown && Option.isSome(result)) {
              const outcome = yield* outcomeOfCommit(connection, tables, error.transaction, [])
              if (outcome === "Committed") return result.value
            }
            return yield* storeError(operation, error)
          }),
        ),
      )
    })

/** So many connections of a pool are for answers, claims and callbacks alone: two commits, and what is read beside them. */
const reserved = 3

interface Lenders {
  readonly lender: Lender
  readonly most: number
  /** For the host's handlers; null: they borrow the one connection that there is. */
  readonly handlers: Lender | null
}

const open = Effect.fnUntraced(function* (
  { handlers: apart, lender, most }: Lenders,
  ours: boolean,
  options: CommonOptions,
  changes: Stream.Stream<number>,
) {
  if (options.acceptDataLoss !== undefined) yield* warnOfRisk(options.acceptDataLoss)
  const damaged = yield* Deferred.make<never, StoreRefused>()
  const onDamage = (refusal: StoreRefused) => Deferred.doneUnsafe(damaged, Effect.fail(refusal))
  const connection = connectionFrom(lender, ours, options, onDamage)
  const handlers = apart === null ? connection : connectionFrom(apart, ours, options, onDamage)
  const others = atMost(connection, most - reserved)
  const look = Effect.sync(() => [connection, handlers].forEach((each) => each.look()))
  yield* look.pipe(Effect.delay(lookEvery(options)), Effect.forever, Effect.forkScoped)
  const now = yield* Clock.currentTimeMillis
  const { context, memory, tables } = yield* prepare(connection, options, now)
  handlers.greetEach(memory.greet)
  const notifier = yield* makeNotifier(
    (payload) => connection.query(sql`select pg_notify(${channel}, ${payload})`),
    context.schema,
  )
  const maxBatch = options.maxBatch ?? defaults.maxBatch
  const batch = yield* makeBatch({ connection, context, tables, memory, notifier, maxBatch })
  const driver = postgresDriver(connection, others, batch, context.statements, tables, context.schema)
  return storePorts({
    driver,
    restoring: options.restoring,
    shared: postgresShared(connection, tables, memory, context.schema),
    status: makeStatus(others, tables, context.schema, Deferred.await(damaged), changes),
    documents: makeDocuments(others, tables, context.schema),
    reports: makeReports(others, tables, context.schema),
    evidence: makeEvidence(others, tables, context.schema),
  }).pipe(Context.add(PostgresStore, { driver, transact: transactOn(connection, handlers, context, tables) }))
})

/** Ends a pool. It waits for borrowed connections, and no longer than for an answer. */
const endPool = (pool: Pool, options: CommonOptions) =>
  Effect.promise(() => pool.end()).pipe(Effect.interruptible, Effect.timeoutOption(silenceOf(options)))

/** A pool as a lender, for the length of the store. */
const scopedPool = (make: () => Promise<Pool>, options: CommonOptions) =>
  Effect.acquireRelease(Effect.tryPromise({ try: make, catch: refusedBy }), (pool) => endPool(pool, options))

/** A store with connections of its own. */
export const layer = (options: StoreOptions): Layer.Layer<Stores, StoreRefused> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const pool = yield* scopedPool(() => ownPool(options), options)
      const handlers = poolLender(yield* scopedPool(() => handlerPool(options), options))
      const changes = dueTimes({ ...options, client: options.pool ?? {} })
      return yield* open({ lender: poolLender(pool), most: pool.options.max, handlers }, true, options, changes)
    }),
  )

/** The same, with its options from configuration. */
export const layerConfig: (
  config: Config.Wrap<StoreOptions>,
) => Layer.Layer<Stores, StoreRefused | Config.ConfigError> = configured(layer)

/**
 * A store on the host's pool, or on one connection that only the store uses meanwhile. The store leaves the host's settings as they were,
 * and the host ends it. Beside a pool the store has more connections to its server: one on which `StoreStatus.writesByOthers` listens, and
 * those of handlers. Beside a single one it stays silent.
 */
export const layerFrom = (host: Pool | Client, options: CommonOptions = {}): Layer.Layer<Stores, StoreRefused> =>
  Layer.effectContext(
    Effect.gen(function* () {
      if (!("totalCount" in host))
        return yield* open({ lender: clientLender(host), most: 1, handlers: null }, false, options, Stream.never)
      const handlers = poolLender(yield* scopedPool(() => handlerPoolBeside(host), options))
      const changes = dueTimes({ ...options, ...listenOptionsOf(host) })
      return yield* open({ lender: poolLender(host), most: host.options.max, handlers }, false, options, changes)
    }),
  )
