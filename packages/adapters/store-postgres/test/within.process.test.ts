/**
 * The host's own transactions, as the examples write them: an order and its payment in one, and an effect that happens in the
 * transaction that marks its event. The rest of the contract is in the suite "beside a host's table".
 */
import { assert, describe } from "@effect/vitest"
import { newGround, payoutIn } from "@cauri/conformance"
import { type DeliveredEvent, Consumers, PaymentStore, type Prepared } from "@cauri/core"
import { Deliveries, type Delivery, toEventRow, toPaymentWrite, WakeSignal } from "@cauri/core/adapter"
import { drizzle } from "drizzle-orm/node-postgres"
import { Deferred, Effect, Layer } from "effect"
import { it } from "@cauri/house/it"
import { default as pg } from "pg"
import { deliverWithin, insertWithin, layer, layerFrom, PostgresStore, type Stores } from "@cauri/store-postgres"
import * as withDrizzle from "./examples/withDrizzle.ts"
import * as withPg from "./examples/withPg.ts"
import { freshStore, scopedSchema, url } from "./support.ts"

const prepared = Effect.gen(function* () {
  const { change, tracking } = payoutIn(yield* newGround, "salary")
  const payment: Prepared = {
    key: change.payment.key,
    row: toPaymentWrite(change.payment, tracking),
    events: change.entries.map(toEventRow),
  }
  return payment
})

/** A host with orders and shipments, whose tables are found by its own search path. */
const withHost = <A>(work: (pool: pg.Pool, schema: string) => Effect.gen.Return<A, unknown, Stores>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const schema = yield* scopedSchema
      const options = `-c search_path=${schema}`
      const pool = yield* Effect.acquireRelease(
        Effect.sync(() => new pg.Pool({ connectionString: url, options })),
        (open) => Effect.promise(() => open.end()),
      )
      return yield* Effect.gen(function* () {
        yield* Effect.promise(() => pool.query("create table orders (id text primary key)"))
        yield* Effect.promise(() => pool.query("create table shipments (payment text primary key)"))
        return yield* Effect.gen(() => work(pool, schema))
      }).pipe(Effect.provide(layer({ url, schema, pool: { options } })))
    }),
  )

const linesOf = (pool: pg.Pool, table: "orders" | "shipments") =>
  Effect.promise(async () => (await pool.query(`select * from ${table}`)).rows.map((row) => Object.values(row)[0]))

const takeOrder = {
  pg: withPg.takeOrder,
  drizzle: (pool: pg.Pool, ...others: readonly [string, Prepared, string]) =>
    withDrizzle.takeOrder(drizzle({ client: pool }), ...others),
}

const shipping = { pg: withPg.shipping, drizzle: withDrizzle.shipping }

describe.each(["pg", "drizzle"] as const)("the example for %s", (way) => {
  it.live("writes the order and its payment together, or neither", () =>
    withHost(function* (pool, schema) {
      const store = yield* PaymentStore
      const payment = yield* prepared
      yield* Effect.promise(() => takeOrder[way](pool, "order-1", payment, schema))
      const found = yield* Effect.fromNullishOr(yield* store.find(payment.key))
      assert.deepStrictEqual([found.payment.state._tag, found.version], ["intended", 1])
      assert.strictEqual((yield* store.history({ key: payment.key, after: 0, limit: 9 })).length, 1)
      const other = yield* prepared
      // The order is there already: its payment must not be.
      yield* Effect.flip(Effect.tryPromise(() => takeOrder[way](pool, "order-1", other, schema)))
      assert.isNull(yield* store.find(other.key))
      assert.deepStrictEqual(yield* linesOf(pool, "orders"), ["order-1"])
    }),
  )

  it.live("ships once, however often the event is delivered", () =>
    withHost(function* (pool) {
      const store = yield* PaymentStore
      const ground = yield* newGround
      const step = payoutIn(ground, "salary", "completed")
      const consumer = { ...(yield* shipping[way]), from: ground.at }
      yield* store.insert(step.change, step.tracking)
      const deliver = Effect.flatMap(Deliveries, (deliveries) => deliveries.deliver).pipe(
        Effect.provide(Deliveries.layer.pipe(Layer.provide([Layer.succeed(Consumers, [consumer]), WakeSignal.layer]))),
      )
      yield* Effect.all([deliver, deliver, deliver], { concurrency: "unbounded" })
      assert.deepStrictEqual(yield* linesOf(pool, "shipments"), ["salary"])
      assert.deepStrictEqual(yield* store.deliveries({ limit: 9 }), [])
    }),
  )
})

describe("insertWithin", () => {
  it.live("is refused where no transaction is open, because nothing would tie the payment to the order", () =>
    withHost(function* (pool, schema) {
      const payment = yield* prepared
      const client = yield* Effect.promise(() => pool.connect())
      const failures = [
        yield* Effect.flip(Effect.tryPromise(() => insertWithin(client, payment, { schema }))),
        yield* Effect.flip(
          Effect.tryPromise(() => insertWithin(withDrizzle.throughDrizzle(drizzle({ client })), payment, { schema })),
        ),
      ]
      client.release()
      for (const failure of failures) assert.include(String(failure.cause), "between begin and commit")
      assert.isNull(yield* (yield* PaymentStore).find(payment.key))
    }),
  )

  it.live("makes the host's commit a durable one, whatever the host has set", () =>
    withHost(function* (pool, schema) {
      const payment = yield* prepared
      const settings = yield* Effect.promise(async () => {
        const client = await pool.connect()
        const read = async () => (await client.query("show synchronous_commit")).rows[0].synchronous_commit
        await client.query("set synchronous_commit = off")
        await client.query("begin")
        await insertWithin(client, payment, { schema })
        const within = await read()
        await client.query("commit")
        const after = await read()
        client.release(true)
        return [within, after]
      })
      assert.deepStrictEqual(settings, ["on", "off"])
    }),
  )
})

/** A payout that is paid, of which the ledger has taken the event to hear. */
const toReceive = Effect.gen(function* () {
  const store = yield* PaymentStore
  const ground = yield* newGround
  const { change, tracking } = payoutIn(ground, "salary", "completed")
  yield* store.subscribe({ consumer: "ledger", from: ground.at, limit: 10 })
  yield* store.insert(change, tracking)
  const take = Effect.flatMap(
    store.takeDeliveries({ consumer: "ledger", now: ground.at, limit: 10, until: ground.at }),
    ({ taken: [delivery] }) => Effect.fromNullishOr(delivery),
  )
  const delivery = yield* take
  const deliveredEvent: DeliveredEvent = {
    id: "1",
    key: delivery.payment.key,
    seq: delivery.entry.seq,
    at: delivery.entry.at,
    _tag: "expired",
    detail: {},
    state: "expired",
    amount: 500,
    rail: "mobile_money_payout",
    orderRef: null,
  }
  return { ground, take, delivery, deliveredEvent, terms: { lease: delivery, now: ground.at } }
})

describe("deliverWithin", () => {
  it.live("keeps nothing when another lease is given while the handler runs, and asks none where there is one", () =>
    withHost(function* (pool) {
      const { deliveredEvent, terms, take } = yield* toReceive
      const context = yield* Effect.context()
      const later = yield* Deferred.make<Delivery>()
      const listener = yield* deliverWithin("ledger", async (client, { key }) => {
        await client.query("insert into shipments (payment) values ($1)", [key.id])
        if (Deferred.isDoneUnsafe(later)) return
        // Nothing of the delivery is locked while the handler runs.
        Deferred.doneUnsafe(later, Effect.succeed(await Effect.runPromiseWith(context)(take)))
      })
      assert.strictEqual(yield* listener.receiveWithin(deliveredEvent, terms), "Stale")
      assert.deepStrictEqual(yield* linesOf(pool, "shipments"), [])
      assert.strictEqual(yield* listener.receiveWithin(deliveredEvent, terms), "Stale")
      const lease = yield* Deferred.await(later)
      assert.strictEqual(yield* listener.receiveWithin(deliveredEvent, { ...terms, lease }), "Delivered")
      assert.strictEqual(yield* listener.receiveWithin(deliveredEvent, { ...terms, lease }), "Stale")
      assert.deepStrictEqual(yield* linesOf(pool, "shipments"), ["salary"])
    }),
  )

  it.live("lets a handler write payments while their own deliveries are written", () =>
    withHost(function* (_, schema) {
      const { deliveredEvent, ground, terms } = yield* toReceive
      const store = yield* PaymentStore
      const context = yield* Effect.context()
      const { change, tracking } = payoutIn(ground, "refund", "completed")
      const listener = yield* deliverWithin("ledger", async (client) => {
        const row = toPaymentWrite(change.payment, tracking)
        await insertWithin(client, { key: change.payment.key, row, events: change.entries.map(toEventRow) }, { schema })
        const other = payoutIn(ground, "other", "completed")
        await Effect.runPromiseWith(context)(store.insert(other.change, other.tracking))
      })
      assert.strictEqual(yield* listener.receiveWithin(deliveredEvent, terms), "Delivered")
      const waiting = yield* store.deliveries({ limit: 9 })
      assert.deepStrictEqual(
        waiting.map(({ key }) => key.id),
        ["other", "refund"],
      )
    }),
  )
})

describe("a transaction of the host's that is open on a connection of the store", () => {
  const joined = /\(busy\): A transaction of your own is open on the connection that you handed over/
  const insert = Effect.gen(function* () {
    const { change, tracking } = payoutIn(yield* newGround, "salary")
    return yield* (yield* PaymentStore).insert(change, tracking)
  })

  it.live("is neither joined nor committed by a step, on the host's one connection", function* () {
    const client = new pg.Client({ connectionString: url })
    yield* Effect.promise(() => client.connect())
    yield* Effect.addFinalizer(() => Effect.promise(() => client.end()))
    yield* Effect.gen(function* () {
      yield* Effect.promise(() => client.query("begin"))
      assert.match(String((yield* Effect.flip(insert)).cause), joined)
      assert.strictEqual(client.getTransactionStatus(), "T")
      yield* Effect.promise(() => client.query("rollback"))
      assert.strictEqual((yield* insert)._tag, "Inserted")
    }).pipe(Effect.provide(layerFrom(client, { schema: yield* scopedSchema })))
  })

  it.live(
    "is neither joined nor committed by a step, on a connection that was given back to the pool with it",
    function* () {
      const pool = new pg.Pool({ connectionString: url, max: 1 })
      yield* Effect.addFinalizer(() => Effect.promise(() => pool.end()))
      yield* Effect.gen(function* () {
        const client = yield* Effect.promise(() => pool.connect())
        yield* Effect.promise(() => client.query("begin"))
        client.release()
        assert.match(String((yield* Effect.flip(insert)).cause), joined)
        assert.strictEqual((yield* insert)._tag, "Inserted")
      }).pipe(Effect.provide(layerFrom(pool, { schema: yield* scopedSchema })))
    },
  )
})

describe("a transaction of the store that the host's work ends", () => {
  it.live.each(["commit", "rollback", "commit; begin", "rollback; begin"])(
    "fails by %s, and reports no success",
    (sql) =>
      Effect.gen(function* () {
        const { transact } = yield* PostgresStore
        const step = payoutIn(yield* newGround, "salary")
        yield* (yield* PaymentStore).insert(step.change, step.tracking)
        const failure = yield* Effect.flip(transact("work", (client) => client.query(sql)))
        assert.include(String(failure.cause), "work: the transaction of the store was ended in it")
      }).pipe(Effect.provide(freshStore())),
  )
})
