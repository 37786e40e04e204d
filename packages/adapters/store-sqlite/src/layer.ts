/** Opens a store, checks it, and provides every port of core and the store's own side. */
import {
  configured,
  type StoreIdentity,
  type StorePorts,
  storePorts,
  type StoreRefused,
  warnOfRisk,
} from "@cauri/core/adapter"
import { Clock, Context, Effect, Layer, type Scope } from "effect"
import { makeGate } from "./batch.ts"
import { borrow, type Connection, open } from "./connection.ts"
import { checkForDamage, lookForDamage } from "./damage.ts"
import { type HostConnection } from "./HostConnection.ts"
import { makeShared } from "./sharedState.ts"
import { makeDriver } from "./driver.ts"
import { makeDocuments } from "./documents.ts"
import { makeEvidence } from "./evidence.ts"
import { giveIdentity, makeIdentityCheck, makeIdentityReader } from "./identity.ts"
import { settleMachine } from "./machine.ts"
import { migrate } from "./migrate.ts"
import { makeQueries } from "./queries.ts"
import { makeReports } from "./reports.ts"
import { layBallast, makeDiskSpace, type DiskSpace } from "./diskSpace.ts"
import { SqliteStore } from "./SqliteStore.ts"
import { type CommonOptions, defaults, type StoreOptions } from "./StoreOptions.ts"
import { checkShape } from "./shape.ts"
import { makeStatus } from "./status.ts"
import { makeSteps } from "./steps.ts"
import { makeGuest } from "./transactions.ts"
import { whenFree } from "./waiting.ts"

/** What a store provides. */
export type Stores = StorePorts | SqliteStore

/** Refuses a store that must not be used, brings its tables up to date, gives it a name, and returns what compares it later. */
const prepare = Effect.fnUntraced(function* (connection: Connection, options: CommonOptions) {
  const { client, db } = connection
  const maxWait = options.maxWait ?? defaults.maxWait
  yield* whenFree("looking for damage", maxWait, () => checkForDamage(client, options.check))
  yield* migrate(client, maxWait)
  yield* whenFree("comparing its tables", maxWait, () => {
    checkShape(client)
    settleMachine(client)
  })
  const now = yield* Clock.currentTimeMillis
  return yield* whenFree("reading its name", maxWait, () => {
    const mark = makeIdentityReader(client)
    if (mark() === undefined) giveIdentity(db, mark, now)
    const look = makeIdentityCheck(mark, options)
    look()
    return look
  })
})

/** Every port and the store's own side over a prepared connection. */
const provide = Effect.fnUntraced(function* (
  connection: Connection,
  look: () => StoreIdentity,
  options: CommonOptions,
  room: DiskSpace,
) {
  const { client, db } = connection
  const gate = yield* makeGate(connection, {
    maxBatch: options.maxBatch ?? defaults.maxBatch,
    maxWait: options.maxWait ?? defaults.maxWait,
    room,
    look,
  })
  if (options.check === undefined) yield* Effect.forkScoped(lookForDamage(connection, gate))
  const steps = makeSteps(client, options.bodiesPerAttempt ?? defaults.bodiesPerAttempt)
  const guest = makeGuest(client)
  const step: SqliteStore["Service"]["step"] = (operation, work) =>
    gate.write(operation, () => guest(operation, () => work(client, steps)), { isForeign: true })
  const driver = makeDriver({ gate, steps, queries: makeQueries(client, db), room })
  return storePorts({
    driver,
    restoring: options.restoring,
    shared: makeShared(client, gate, look),
    status: makeStatus(connection, gate),
    documents: makeDocuments(connection, gate),
    reports: makeReports(connection, gate),
    evidence: makeEvidence(gate, steps),
  }).pipe(Context.add(SqliteStore, { driver, client, identity: look, step }))
})

const build = (
  connecting: Effect.Effect<Connection, StoreRefused, Scope.Scope>,
  options: CommonOptions,
  reserve: number,
) =>
  Effect.gen(function* () {
    for (const risk of [options.acceptDataLoss, options.acceptNetworkFileSystem])
      if (risk !== undefined) yield* warnOfRisk(risk)
    const connection = yield* connecting
    const look = yield* prepare(connection, options)
    const terms = { reserve, lowWater: options.lowWater ?? defaults.lowWater }
    yield* whenFree("keeping room for answers", options.maxWait ?? defaults.maxWait, () =>
      layBallast(connection, terms),
    )
    return yield* provide(connection, look, options, makeDiskSpace(connection, terms))
  })

/** A store in a file of its own, or in the host's file on a connection of its own. */
export const layer = (options: StoreOptions): Layer.Layer<Stores, StoreRefused> =>
  Layer.effectContext(build(open(options), options, options.reserve ?? defaults.reserve))

/** The same, with its options from configuration. */
export const layerConfig = configured(layer)

/**
 * A store on the host's own connection. It shares the connection's transactions: while the host has one open, the store waits. The host
 * closes the connection, after the store.
 */
export const layerFrom = (connection: HostConnection, options: CommonOptions = {}): Layer.Layer<Stores, StoreRefused> =>
  Layer.effectContext(build(borrow(connection, options), options, 0))
