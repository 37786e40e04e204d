/** The examples that the README links: an order and its payment in one transaction of the host, and a booking that happens exactly once. */
import { payoutIn, newGround } from "@cauri/conformance"
import { type Consumer, layerCauri, Consumers, Payouts, PaymentStore } from "@cauri/core"
import { CallbackAddress, Credentials, Deliveries, Gateway } from "@cauri/core/adapter"
import { assert, describe } from "@effect/vitest"
import type { Database } from "better-sqlite3"
import { drizzle } from "drizzle-orm/better-sqlite3"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { it } from "@cauri/house/it"
import { deliverWithin, type Handler, layer, layerFrom, type Stores } from "../src/index.ts"
import * as drizzled from "./examples/drizzleOrders.ts"
import * as raw from "./examples/rawOrders.ts"
import { newFile, openRaw } from "./support.ts"

/** Core with nobody at the other end: nothing here is sent. */
const offline = Layer.mergeAll(
  Layer.mock(Gateway, {}),
  Layer.mock(Credentials, {}),
  Layer.mock(CallbackAddress, { base: "https://shop.example/callbacks" }),
)

const program = (stores: Layer.Layer<Stores, unknown>, handler: Handler) => {
  const consumers = Layer.effect(
    Consumers,
    Effect.map(deliverWithin("orders", handler), (consumer): ReadonlyArray<Consumer> => [consumer]),
  )
  return layerCauri.pipe(Layer.provideMerge(consumers), Layer.provide(offline), Layer.provideMerge(stores))
}

/** What a host does: it places an order twice, and later hears that its payment completed. */
const trade = Effect.fnUntraced(function* (client: Database, placeOrder: (id: string) => Effect.Effect<void, unknown>) {
  client.exec("CREATE TABLE orders (id TEXT PRIMARY KEY, amount INTEGER NOT NULL, booked INTEGER NOT NULL DEFAULT 0)")
  const orders = () => client.prepare("SELECT id, amount, booked FROM orders").all()
  const store = yield* PaymentStore
  yield* placeOrder("salary-1")
  assert.strictEqual((yield* Effect.exit(placeOrder("salary-1")))._tag, "Failure")
  assert.deepStrictEqual(orders(), [{ id: "salary-1", amount: 500, booked: 0 }])
  const [found] = yield* store.list({ limit: 5 })
  assert.strictEqual(found?.payment.state._tag, "intended")

  const { deliver, subscribe } = yield* Deliveries
  yield* subscribe
  const done = payoutIn(yield* newGround, "salary-1", "completed")
  yield* store.insert(done.change, done.tracking)
  yield* TestClock.setTime(done.change.payment.createdAt)
  for (let round = 0; round < 3; round++) yield* deliver
  assert.deepStrictEqual(orders(), [{ id: "salary-1", amount: 500, booked: 1 }])
})

const salary = (id: string) => ({
  project: "shop",
  id,
  amount: 500,
  method: { type: "mobile_money" as const },
  phone: "22670000001",
  description: "A salary",
})

describe("an order and its payment", () => {
  it("are one transaction of raw better-sqlite3, on a connection of the host's beside the store's", function* () {
    const file = yield* newFile
    yield* Effect.gen(function* () {
      const host = yield* openRaw(file)
      host.pragma("synchronous = FULL")
      const payouts = yield* Payouts
      yield* trade(host, (id) =>
        Effect.flatMap(payouts.prepare(salary(id)), (prepared) =>
          Effect.sync(() => raw.placeOrder(host, id, prepared)),
        ),
      )
    }).pipe(Effect.provide(program(layer({ file, reserve: 0 }), raw.book)))
  })

  it("are one transaction of drizzle, on the connection that the store has from the host", function* () {
    const host = yield* openRaw(yield* newFile)
    host.pragma("journal_mode = WAL")
    const db = drizzle(host)
    yield* Effect.gen(function* () {
      const payouts = yield* Payouts
      yield* trade(host, (id) =>
        Effect.flatMap(payouts.prepare(salary(id)), (prepared) =>
          Effect.sync(() => drizzled.placeOrder(db, id, prepared)),
        ),
      )
    }).pipe(Effect.provide(program(layerFrom(db), drizzled.book)))
  })
})
