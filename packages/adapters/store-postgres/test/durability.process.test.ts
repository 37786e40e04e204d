/** A server that could forget what it acknowledged is refused, whoever owns the connection (C2). */
import { assert, describe, it } from "@effect/vitest"
import { newGround, payoutIn } from "@cauri/conformance"
import { PaymentStore } from "@cauri/core"
import { startPostgres } from "@cauri/test-postgres"
import { Context, Effect, Layer, Logger, Schedule } from "effect"
import { default as pg } from "pg"
import { type CommonOptions, layer, layerFrom, type Stores, StoreRefused } from "@cauri/store-postgres"

const patience = 60_000

const serverWith = (settings: Readonly<Record<string, string>>) =>
  Effect.acquireRelease(
    Effect.promise(() => startPostgres(settings)),
    ({ stop }) => Effect.promise(stop),
  )

const poolOn = (url: string) =>
  Effect.acquireRelease(
    // The server is stopped while the host's connections still say goodbye.
    Effect.sync(() =>
      new pg.Pool({ connectionString: url })
        .on("error", () => {})
        .on("connect", (client) => client.on("error", () => {})),
    ),
    (pool) => Effect.promise(() => pool.end()),
  )

const use = (store: Layer.Layer<Stores, StoreRefused>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const services = yield* Layer.build(Layer.fresh(store))
      const step = payoutIn(yield* newGround, "salary")
      return (yield* Context.get(services, PaymentStore).insert(step.change, step.tracking))._tag
    }),
  )

describe.each(["fsync", "full_page_writes"])("a server without %s", (setting) => {
  it.live(
    "is refused, by its name, on a pool of our own and on the host's, until the risk is accepted",
    () =>
      Effect.gen(function* () {
        const { url } = yield* serverWith({ [setting]: "off" })
        const pool = yield* poolOn(url)
        const stores = (options: CommonOptions) => [layer({ url, ...options }), layerFrom(pool, options)]
        for (const store of stores({})) {
          const failure = yield* Effect.flip(use(store))
          assert.instanceOf(failure, StoreRefused)
          assert.strictEqual(failure.reason, "durability")
          assert.include(failure.message, `without ${setting},`)
        }
        const said: Array<string> = []
        const logger = Logger.make(({ message }) => void said.push(String(message)))
        for (const store of stores({ acceptDataLoss: "a test" })) {
          const answer = yield* use(store).pipe(Effect.provide(Logger.layer([logger])))
          assert.strictEqual(answer, "Inserted")
        }
        assert.strictEqual(said.filter((line) => line.includes("accepted: a test")).length, 2)
      }),
    patience,
  )
})

describe("a server that commits without waiting for its disk", () => {
  it.live(
    "is asked to wait, and what it says afterwards is read back",
    () =>
      Effect.gen(function* () {
        const { url } = yield* serverWith({ synchronous_commit: "off" })
        const pool = yield* poolOn(url)
        for (const store of [layer({ url }), layerFrom(pool)]) assert.strictEqual(yield* use(store), "Inserted")
        // The host's own setting is the host's again.
        const { rows } = yield* Effect.promise(() => pool.query("show synchronous_commit"))
        assert.deepStrictEqual(rows, [{ synchronous_commit: "off" }])
      }),
    patience,
  )
})

describe("a server with a synchronous standby that is away", () => {
  it.live(
    "acknowledges nothing before the standby has it, whatever the server's own commit is",
    () =>
      Effect.gen(function* () {
        const { url } = yield* serverWith({ synchronous_commit: "local" })
        const pool = yield* poolOn(url)
        const ask = (sql: string) => Effect.promise(async () => (await pool.query(sql)).rows)
        const services = yield* Layer.build(Layer.fresh(layer({ url })))
        const wait = (standbys: string) =>
          Effect.andThen(
            ask(`alter system set synchronous_standby_names = '${standbys}'`),
            ask("select pg_reload_conf()"),
          )
        yield* wait("away")
        const store = Context.get(services, PaymentStore)
        const ground = yield* newGround
        let acknowledged = 0
        // The server takes note of its standbys a moment later: until then it acknowledges at once.
        const writing = Effect.forever(
          Effect.suspend(() => {
            const step = payoutIn(ground, `salary-${acknowledged}`)
            return store.insert(step.change, step.tracking)
          }).pipe(Effect.tap(() => Effect.sync(() => void (acknowledged += 1)))),
        )
        yield* Effect.forkScoped(writing)
        yield* ask("select from pg_stat_activity where wait_event = 'SyncRep'").pipe(
          Effect.repeat({ until: (rows) => rows.length > 0 }),
        )
        const before = acknowledged
        const { rows } = yield* Effect.promise(() => pool.query("select count(*)::int as written from cauri.payments"))
        assert.deepStrictEqual([rows, acknowledged], [[{ written: before }], before])
        yield* wait("")
        yield* Effect.sync(() => acknowledged).pipe(
          Effect.repeat({ until: (now) => now > before, schedule: Schedule.spaced("10 millis") }),
        )
      }),
    patience,
  )
})
