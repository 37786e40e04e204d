/**
 * Handlers of the host that hang, are slow or throw, beside answers, claims and callbacks: they have connections of their own, and one
 * whose time is over loses its transaction.
 */
import { assert, describe, it } from "@effect/vitest"
import { newGround, payoutIn } from "@cauri/conformance"
import { type Consumer, Consumers, PaymentStore } from "@cauri/core"
import { Deliveries, WakeSignal } from "@cauri/core/adapter"
import { Deferred, Effect, Fiber, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { default as pg } from "pg"
import { deliverWithin, type Handler, layer, layerFrom } from "@cauri/store-postgres"
import { scopedSchema, url, withClient } from "./support.ts"

const never = (): Promise<never> => new Promise(() => {})

const shortly = TestClock.withLive(Effect.sleep("5 millis"))

const quiet = Logger.layer([])

/** A store on connections of its own, on the host's pool, or on the host's one connection, beside a table of the host's. */
const stores = {
  own: (schema: string, name: string) =>
    layer({ url, schema, acquireTimeout: 2_000, pool: { max: 4, application_name: name } }),
  hostPool: (schema: string, name: string) =>
    Layer.unwrap(
      Effect.map(
        Effect.acquireRelease(
          Effect.sync(
            () =>
              new pg.Pool({ connectionString: url, max: 4, application_name: name, connectionTimeoutMillis: 2_000 }),
          ),
          (pool) => Effect.promise(() => pool.end()),
        ),
        (pool) => layerFrom(pool, { schema }),
      ),
    ),
}

const fail = () => Promise.reject(new Error("the ledger is closed"))

type Way = keyof typeof stores

const withLines = <A, E, R>(way: Way, work: (schema: string, name: string) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const schema = yield* scopedSchema
    const name = `handlers of ${schema}`
    return yield* work(schema, name).pipe(Effect.provide(Layer.merge(stores[way](schema, name), quiet)))
  }).pipe(Effect.scoped)

const linesIn = (schema: string) =>
  Effect.promise(() =>
    withClient(async (client) =>
      (await client.query(`select line from "${schema}".lines order by line`)).rows.map(({ line }) => String(line)),
    ),
  )

/** Waits until no session of this name has a transaction open. */
const untilEnded = (name: string) =>
  Effect.promise(() =>
    withClient(async (client) => {
      const open = "select 1 from pg_stat_activity where application_name = $1 and state like 'idle in transaction%'"
      for (; (await client.query(open, [name])).rows.length > 0;);
    }),
  )

/** Stores payouts that are paid at the first moment, each with one event to deliver. */
const paid = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
  const store = yield* PaymentStore
  const ground = yield* newGround
  for (const id of ids) {
    const { change, tracking } = payoutIn(ground, id, "completed", { at: 0 })
    yield* store.insert(change, tracking)
  }
})

/** What a program does while its handlers run: it creates, claims, keeps an answer, and notes a callback. */
const works = Effect.fnUntraced(function* (times: number) {
  const store = yield* PaymentStore
  const ground = yield* newGround
  const one = Effect.fnUntraced(function* (index: number) {
    const id = `salary-${index}`
    const { change, tracking } = payoutIn(ground, id, "pending", { actAt: ground.at })
    assert.strictEqual((yield* store.insert(change, tracking))._tag, "Inserted")
    const note = { attempt: 1, fingerprint: id, receivedAt: ground.at, body: null }
    assert.strictEqual(yield* store.noteCallback({ ...note, key: change.payment.key }), "First")
    assert.isNotNull(yield* store.find(change.payment.key))
  })
  yield* Effect.forEach(Array.from({ length: times }).keys(), one, { concurrency: "unbounded", discard: true })
  assert.isNotEmpty((yield* store.takeDue({ now: ground.at, limit: 100, until: ground.at + 60_000 })).taken)
  assert.lengthOf(yield* store.list({ project: ground.project, limit: 100 }), times)
})

const delivering = (consumers: ReadonlyArray<Consumer>) =>
  Effect.provide(
    Deliveries.use(({ deliver }) => deliver),
    Deliveries.layer.pipe(Layer.provide([Layer.succeed(Consumers, consumers), WakeSignal.layer])),
  )

const writeLine =
  (schema: string, what: string, then: () => Promise<void>): Handler =>
  async (client, { key }) => {
    await client.query(`insert into "${schema}".lines (line) values ($1)`, [`${what} ${key.id}`])
    await then()
  }

const ids = Array.from({ length: 12 }, (_, index) => `order-${10 + index}`)

describe.each(["own", "hostPool"] as const)("handlers on a store with a pool (%s)", (way) => {
  it.effect("that hang, are slow or throw take no connection of answers, claims and callbacks", () =>
    withLines(way, (schema, name) =>
      Effect.gen(function* () {
        yield* Effect.promise(() => withClient((client) => client.query(`create table "${schema}".lines (line text)`)))
        yield* paid(ids)
        const release = Promise.withResolvers<void>()
        const hung = yield* Deferred.make<void>()
        const healthy = yield* Deferred.make<void>()
        let entered = 0
        const heard = new Set<string>()
        const hang = async () => {
          entered += 1
          if (entered === 4) Deferred.doneUnsafe(hung, Effect.void)
          await never()
        }
        const hear: Handler = async (_, { id }) => {
          heard.add(id)
          if (heard.size === ids.length) Deferred.doneUnsafe(healthy, Effect.void)
        }
        const consumers = yield* Effect.all([
          deliverWithin("hangs", writeLine(schema, "hangs", hang)),
          deliverWithin("hangs too", writeLine(schema, "hangs too", hang)),
          deliverWithin(
            "slow",
            writeLine(schema, "slow", () => release.promise),
          ),
          deliverWithin("throws", writeLine(schema, "throws", fail)),
          deliverWithin("healthy", hear),
        ])
        const round = yield* Effect.forkChild(delivering(consumers.map((each) => ({ ...each, from: 0 }))))
        yield* Deferred.await(hung)
        yield* works(40)
        // A handler that hangs delays no other.
        yield* Deferred.await(healthy)
        release.resolve()
        for (; (yield* linesIn(schema)).length < ids.length;) yield* shortly
        const whole = yield* Effect.forkChild(Fiber.join(round))
        for (; whole.pollUnsafe() === undefined;) yield* Effect.andThen(TestClock.adjust("10 seconds"), shortly)
        yield* untilEnded(name)
        assert.deepStrictEqual(
          yield* linesIn(schema),
          ids.map((id) => `slow ${id}`),
        )
        const tries = new Set((yield* (yield* PaymentStore).deliveries({ limit: 99 })).map(({ consumer }) => consumer))
        assert.deepStrictEqual([...tries].toSorted(), ["hangs", "hangs too", "throws"])
      }),
    ),
  )

  it.live("whose time is over lose their transaction, and can write nothing any more", () =>
    withLines(way, (schema, name) =>
      Effect.gen(function* () {
        yield* Effect.promise(() => withClient((client) => client.query(`create table "${schema}".lines (line text)`)))
        const store = yield* PaymentStore
        const at = 0
        yield* paid(["order-1"])
        yield* store.subscribe({ consumer: "ledger", from: at, limit: 10 })
        const { taken } = yield* store.takeDeliveries({ consumer: "ledger", now: at, limit: 10, until: at + 60_000 })
        const [lease] = taken
        assert.isDefined(lease)
        const entered = yield* Deferred.make<void>()
        const late = Promise.withResolvers<void>()
        const wrote = Promise.withResolvers<unknown>()
        const ledger = yield* deliverWithin("ledger", async (client, { key }) => {
          await client.query(`insert into "${schema}".lines (line) values ($1)`, [`before ${key.id}`])
          Deferred.doneUnsafe(entered, Effect.void)
          await late.promise
          try {
            await client.query(`insert into "${schema}".lines (line) values ($1)`, [`after ${key.id}`])
            wrote.resolve("it wrote")
          } catch (error) {
            wrote.resolve(error)
          }
        })
        const event = {
          id: "1",
          key: lease.payment.key,
          seq: lease.entry.seq,
          at,
          _tag: "expired",
          detail: {},
          state: "expired",
          amount: 500,
          rail: "mobile_money_payout",
          orderRef: null,
        } as const
        const receiving = yield* Effect.forkChild(ledger.receiveWithin(event, { lease, now: at }))
        yield* Deferred.await(entered)
        yield* Fiber.interrupt(receiving)
        yield* untilEnded(name)
        late.resolve()
        assert.instanceOf(yield* Effect.promise(() => wrote.promise), Error)
        assert.deepStrictEqual(yield* linesIn(schema), [])
        assert.lengthOf(yield* store.deliveries({ limit: 9 }), 1)
        const again = yield* deliverWithin(
          "ledger",
          writeLine(schema, "again", () => Promise.resolve()),
        )
        assert.strictEqual(yield* again.receiveWithin(event, { lease, now: at }), "Delivered")
        assert.deepStrictEqual(yield* linesIn(schema), ["again order-1"])
      }),
    ),
  )
})
