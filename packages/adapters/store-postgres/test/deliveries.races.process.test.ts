/** What two connections do to deliveries at the same moment: nothing is lost, and nothing is taken twice. */
import { assert, describe, it } from "@effect/vitest"
import { type Ground, newGround } from "@cauri/conformance"
import { PaymentId, ProjectId, StoreError } from "@cauri/core"
import type { TakenDelivery } from "@cauri/core/adapter"
import { Deferred, Effect, Fiber } from "effect"
import { insertWithin, layer, PostgresStore, type Steps } from "@cauri/store-postgres"
import { contextOf } from "../src/context.ts"
import { addEvents, flags, newRow } from "./deliveries.ts"
import { inNewStore, url, withClient } from "./support.ts"

const together = { concurrency: "unbounded" } as const

const driverOf = Effect.map(PostgresStore, ({ driver }) => driver)

/** Waits until somebody waits for a lock with a statement about this schema. */
const untilOneWaits = (schema: string) =>
  Effect.promise(() =>
    withClient(async (client) => {
      const text = `select from pg_stat_activity where wait_event_type = 'Lock' and query like $1`
      while ((await client.query(text, [`%"${schema}"%`])).rowCount === 0);
    }),
  )

/** Does work in a transaction, and keeps it open until the other work waits for it; gives what the other work came to. */
const whileOpen = Effect.fnUntraced(function* <A, E, R>(
  schema: string,
  work: (steps: Steps) => Promise<unknown>,
  other: Effect.Effect<A, E, R>,
) {
  const { transact } = yield* PostgresStore
  const done = yield* Deferred.make<void>()
  const go = yield* Deferred.make<void>()
  const context = yield* Effect.context()
  const open = yield* Effect.forkChild(
    transact("open", async (_, steps) => {
      await work(steps)
      Deferred.doneUnsafe(done, Effect.void)
      await Effect.runPromiseWith(context)(Deferred.await(go))
    }),
  )
  yield* Deferred.await(done)
  const waiting = yield* Effect.forkChild(other)
  yield* untilOneWaits(schema)
  yield* Deferred.succeed(go, undefined)
  yield* Fiber.join(open)
  return yield* Fiber.join(waiting)
})

/** A payment with one event to hear, which a consumer has taken. */
const taken = Effect.fnUntraced(function* (ground: Ground) {
  const driver = yield* driverOf
  yield* driver.subscribe({ consumer: "shop", from: ground.at, limit: 10 })
  const { row, events } = newRow(ground, "salary")
  yield* driver.insert(row, events)
  const first = yield* addEvents(driver, row, 1, flags(row, [ground.at + 1]))
  const [delivery] = (yield* driver.takeDeliveries({
    consumer: "shop",
    now: ground.at + 1,
    limit: 1,
    until: ground.at + 9,
  })).taken
  return { row: first, delivery: yield* Effect.fromNullishOr(delivery) }
})

const waitingFor = Effect.fnUntraced(function* (consumer: string) {
  const all = yield* (yield* driverOf).deliveries({ consumer, limit: 10_000 })
  return all.map(({ key, newest, delivered, dueAt }) => ({ id: key.id, newest, delivered, dueAt }))
})

const terms = { giveBack: null, now: 1, readNote: 0 }

describe("an event that is stored while an older one is marked as heard", () => {
  it.live("waits, whether the mark waits for the event", () =>
    inNewStore(function* (schema) {
      const ground = yield* newGround
      const { row, delivery } = yield* taken(ground)
      const news = flags(row, [ground.at + 2])
      const delivered = yield* whileOpen(
        schema,
        (steps) => steps.save({ ...row, seq: 3 }, news, { ...terms, version: 2 }),
        Effect.flatMap(driverOf, (driver) => driver.markDelivered(delivery, { seq: 2, now: ground.at + 5 })),
      )
      assert.strictEqual(delivered, "Delivered")
      assert.deepStrictEqual(yield* waitingFor("shop"), [
        { id: "salary", newest: 3, delivered: 2, dueAt: ground.at + 2 },
      ])
    }),
  )

  it.live("or the event for the mark", () =>
    inNewStore(function* (schema) {
      const ground = yield* newGround
      const { row, delivery } = yield* taken(ground)
      yield* whileOpen(
        schema,
        (steps) => steps.delivered(delivery, 2, ground.at + 5),
        Effect.flatMap(driverOf, (driver) => addEvents(driver, row, 2, flags(row, [ground.at + 2]))),
      )
      assert.deepStrictEqual(yield* waitingFor("shop"), [
        { id: "salary", newest: 3, delivered: 2, dueAt: ground.at + 2 },
      ])
    }),
  )
})

const nameOf = ({ key }: TakenDelivery) => key.id

/** So many payments, each with an event to hear. */
const fill = Effect.fnUntraced(function* (ground: Ground, count: number, name = "salary") {
  const driver = yield* driverOf
  const one = (index: number) => {
    const { row, events } = newRow(ground, `${name}-${index}`)
    const news = flags(row, [ground.at + 1])
    return driver.insert({ ...row, seq: 2 }, [...events, ...news])
  }
  yield* Effect.forEach(
    Array.from({ length: count }, (_, index) => index),
    one,
    together,
  )
})

describe("two workers that take the same deliveries", () => {
  it.live("get each of them once", () =>
    inNewStore(function* (schema) {
      const ground = yield* newGround
      yield* (yield* driverOf).subscribe({ consumer: "shop", from: ground.at, limit: 10 })
      yield* fill(ground, 200)
      const work = Effect.gen(function* () {
        const driver = yield* driverOf
        const mine: Array<string> = []
        for (;;) {
          const { taken, nextDueAt } = yield* driver.takeDeliveries({
            consumer: "shop",
            now: ground.at + 2,
            limit: 7,
            until: ground.at + 99,
          })
          mine.push(...taken.map(nameOf))
          // What the other is taking at this moment is still told as due.
          if (taken.length === 0 && (nextDueAt ?? Infinity) > ground.at + 2) return mine
        }
      })
      const other = Effect.provide(work, layer({ url, schema }), { local: true })
      const all = (yield* Effect.all([work, other], together)).flat()
      assert.lengthOf(all, 200)
      assert.strictEqual(new Set(all).size, 200)
    }),
  )

  it.live("do not wait for one another: what the one is taking the other passes over", () =>
    inNewStore(function* (schema) {
      const ground = yield* newGround
      const { driver, transact } = yield* PostgresStore
      yield* driver.subscribe({ consumer: "shop", from: ground.at, limit: 10 })
      yield* fill(ground, 3)
      const { text } = contextOf({ schema }).context.statements.takeDeliveries
      const context = yield* Effect.context()
      const { taken } = yield* transact("take", async (client) => {
        await client.query(text, ["shop", ground.at + 1, 2, ground.at + 9])
        return await Effect.runPromiseWith(context)(
          driver.takeDeliveries({ consumer: "shop", now: ground.at + 1, limit: 9, until: ground.at + 9 }),
        )
      })
      assert.deepStrictEqual(taken.map(nameOf), ["salary-2"])
    }),
  )
})

describe("a consumer that registers while payments are created", () => {
  it.live("waits for transactions that have stored events already, and hears of them", () =>
    inNewStore(function* (schema) {
      const ground = yield* newGround
      const { row, events } = newRow(ground, "salary")
      const caughtUp = yield* whileOpen(
        schema,
        (steps) => steps.insert({ ...row, seq: 2 }, [...events, ...flags(row, [ground.at])]),
        Effect.flatMap(driverOf, (driver) => driver.subscribe({ consumer: "shop", from: ground.at, limit: 10 })),
      )
      assert.isTrue(caughtUp)
      assert.deepStrictEqual(yield* waitingFor("shop"), [{ id: "salary", newest: 2, delivered: 0, dueAt: ground.at }])
    }),
  )

  it.live("hears of all of them, however they fall, and in as many processes as follow", () =>
    inNewStore(function* () {
      const ground = yield* newGround
      const driver = yield* driverOf
      const subscribe = driver
        .subscribe({ consumer: "shop", from: ground.at, limit: 20 })
        .pipe(Effect.repeat({ until: (caughtUp) => caughtUp }))
      yield* fill(ground, 100, "before")
      yield* Effect.all([fill(ground, 300), subscribe, subscribe, subscribe, fill(ground, 300, "after")], together)
      assert.lengthOf(yield* waitingFor("shop"), 700)
    }),
  )

  it.live(
    "is not overlooked by a host whose transaction sees what was there when it began: that one is to be tried again",
    () =>
      inNewStore(function* (schema) {
        const ground = yield* newGround
        const driver = yield* driverOf
        const context = yield* Effect.context()
        const { row, events } = newRow(ground, "salary")
        const prepared = {
          key: { kind: "payout" as const, project: ProjectId.make(row.project), id: PaymentId.make(row.id) },
          row: { ...row, seq: 2 },
          events: [...events, ...flags(row, [ground.at])],
        }
        const write = (between: Effect.Effect<unknown, StoreError>) =>
          Effect.tryPromise(() =>
            withClient(async (client) => {
              await client.query("begin isolation level repeatable read")
              await client.query("select")
              await Effect.runPromiseWith(context)(between)
              await insertWithin(client, prepared, { schema })
              await client.query("commit")
            }),
          )
        const failure = yield* Effect.flip(write(driver.subscribe({ consumer: "shop", from: ground.at, limit: 10 })))
        assert.include(String(failure.cause), "could not serialize access")
        yield* write(Effect.void)
        assert.lengthOf(yield* waitingFor("shop"), 1)
      }),
  )
})
