/** pgbouncer between the store and its server: in session mode it is a server like any other, in transaction mode it is refused by name. */
import { assert, describe } from "@effect/vitest"
import { newGround, paymentStoreSuite, payoutIn } from "@cauri/conformance"
import { PaymentStore } from "@cauri/core"
import { StoreStatus } from "@cauri/core/adapter"
import { Context, Deferred, Effect, Fiber, Layer, Option, Stream } from "effect"
import { it } from "@cauri/house/it"
import { dueTimes, layer, layerFrom, type Stores, StoreRefused } from "@cauri/store-postgres"
import { hostPoolTo } from "./host.ts"
import { pgbouncerTo, type PoolMode, whySkipped } from "./pgbouncer.ts"
import { scopedSchema, url } from "./support.ts"

const isMissing = whySkipped !== ""

const place = (mode: PoolMode) => Effect.all({ pooled: pgbouncerTo(url, mode), schema: scopedSchema })

const through = (mode: PoolMode) =>
  Layer.unwrap(Effect.map(place(mode), ({ pooled, schema }) => layer({ url: pooled, schema })))

const onHostsPool = (mode: PoolMode) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { pooled, schema } = yield* place(mode)
      return layerFrom(yield* hostPoolTo({ connectionString: pooled }), { schema })
    }),
  )

const insert = (id: string) =>
  Effect.gen(function* () {
    const step = payoutIn(yield* newGround, id, "pending", { actAt: 22 })
    return (yield* PaymentStore.use((store) => store.insert(step.change, step.tracking)))._tag
  })

if (!isMissing) paymentStoreSuite("postgres store through pgbouncer in session mode", through("session"))

describe.skipIf(isMissing)(`pgbouncer in session mode${whySkipped}`, () => {
  it.live("lets notifications through", function* () {
    const { pooled, schema } = yield* place("session")
    const ready = yield* Deferred.make<void>()
    const times = dueTimes({ url: pooled, schema }).pipe(
      Stream.tap((time) => (time === 0 ? Deferred.succeed(ready, undefined) : Effect.void)),
      Stream.filter((time) => time !== 0),
    )
    const heard = yield* Effect.forkScoped(Stream.runHead(times))
    yield* Deferred.await(ready)
    const store = yield* Layer.build(layer({ url: pooled, schema }))
    yield* Effect.provide(insert("salary"), store)
    assert.deepStrictEqual(yield* Fiber.join(heard), Option.some(22))
  })
})

const ways: Readonly<Record<string, (mode: PoolMode) => Layer.Layer<Stores, StoreRefused>>> = {
  "connections of its own": through,
  "the host's pool": onHostsPool,
}

describe.skipIf(isMissing)(`pgbouncer in transaction mode${whySkipped}`, () => {
  for (const [name, store] of Object.entries(ways))
    it.live(`is refused by name once sessions change, with ${name}`, function* () {
      const services = yield* Layer.build(Layer.fresh(store("transaction")))
      const failed = yield* Effect.forkScoped(Effect.flip(Context.get(services, StoreStatus).failed))
      const many = Array.from({ length: 60 }, (_, index) => Effect.exit(insert(`salary-${index}`)))
      yield* Effect.all(many, { concurrency: "unbounded" }).pipe(
        Effect.repeat({ while: () => failed.pollUnsafe() === undefined, times: 50 }),
        Effect.provide(services),
      )
      const refusal = yield* Fiber.join(failed)
      assert.strictEqual(refusal.reason, "shared_session")
      assert.strictEqual(refusal.exitCode, 64)
      assert.include(refusal.message, "session mode")
    })
})
