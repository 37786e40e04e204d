/**
 * The host's own transactions: an order and its payment in one, and an effect that happens in the transaction that marks its event.
 */
import { newGround, payoutIn } from "@cauri/conformance"
import { type DeliveredEvent, PaymentStore } from "@cauri/core"
import { type DeliveryLease, toEventRow, toPaymentWrite } from "@cauri/core/adapter"
import { assert, describe } from "@effect/vitest"
import type Database from "better-sqlite3"
import { Clock, Effect, type Exit, Logger } from "effect"
import { inspect } from "node:util"
import { itOver } from "@cauri/house/it"
import { deliverWithin, type Handler, insertWithin, SqliteStore } from "../src/index.ts"
import { newStore, openRaw } from "./support.ts"

const it = itOver(() => newStore())

/** Everything that an exit holds, as text. */
const shown = (exit: Exit.Exit<unknown, unknown>) => inspect(exit, { depth: null })

const prepared = Effect.gen(function* () {
  const { change, tracking } = payoutIn(yield* newGround, "salary")
  return {
    key: change.payment.key,
    row: toPaymentWrite(change.payment, tracking),
    events: change.entries.map(toEventRow),
  }
})

const withOrders = (client: Database.Database) => {
  client.exec("CREATE TABLE orders (id TEXT PRIMARY KEY) STRICT")
  const insert = client.prepare("INSERT INTO orders (id) VALUES (?)")
  const orders = () =>
    client
      .prepare<[], { id: string }>("SELECT id FROM orders")
      .all()
      .map(({ id }) => id)
  return { insert, orders }
}

describe("insertWithin", () => {
  it("refuses to write outside of a transaction", function* () {
    const { client } = yield* SqliteStore
    const payment = yield* prepared
    assert.throws(() => insertWithin(client, payment), /no transaction is open/)
    assert.isNull(yield* (yield* PaymentStore).find(payment.key))
  })

  it("refuses a connection that could forget what the host commits on it (T1)", function* () {
    const { client } = yield* SqliteStore
    const host = yield* openRaw(client.name)
    const payment = yield* prepared
    const write = host.transaction(() => insertWithin(host, payment)._tag)
    assert.throws(() => write.immediate(), /insertWithin: .*synchronous = FULL/)
    assert.isNull(yield* (yield* PaymentStore).find(payment.key))
    host.pragma("synchronous = FULL")
    assert.strictEqual(write.immediate(), "Inserted")
  })

  it("refuses a new payment on a disk that is low before it writes, and tells one that is there (C8)", function* () {
    const { client } = yield* SqliteStore
    const { orders } = withOrders(client)
    const low = { lowWater: Number.MAX_SAFE_INTEGER }
    const payment = yield* prepared
    const place = (options?: typeof low) =>
      client
        .transaction(() => {
          client.prepare("INSERT INTO orders (id) VALUES (hex(randomblob(4)))").run()
          return insertWithin(client, payment, options)._tag
        })
        .immediate()
    assert.throws(() => place(low), /disk_low/)
    client.exec("BEGIN")
    assert.throws(() => insertWithin(client, payment, low), /disk_low/)
    client.exec("COMMIT")
    assert.isNull(yield* (yield* PaymentStore).find(payment.key))
    assert.strictEqual(place(), "Inserted")
    assert.strictEqual(place(low), "AlreadyThere")
    assert.strictEqual(orders().length, 2)
  })
})

/** A completed payout that nobody has heard of, and what is done when somebody hears. */
const receiving = Effect.fnUntraced(function* (handler: Handler) {
  const { client } = yield* SqliteStore
  const store = yield* PaymentStore
  const host = withOrders(client)
  const ground = yield* newGround
  const step = payoutIn(ground, "salary", "completed")
  yield* store.subscribe({ consumer: "ledger", from: 0, limit: 10 })
  yield* store.insert(step.change, step.tracking)
  const consumer = yield* deliverWithin("ledger", handler)
  const { taken } = yield* store.takeDeliveries({ consumer: "ledger", now: ground.at, limit: 1, until: ground.at + 10 })
  const [delivery] = taken
  const lease: DeliveryLease = delivery ?? assert.fail("there is nothing to hear")
  const receive = consumer.receiveWithin(deliverable(step), { lease, now: 1 })
  const waiting = Effect.map(store.deliveries({ limit: 10 }), ({ length }) => length)
  return { ...host, ground, receive, lease, store, waiting }
})

const deliverable = ({ change: { payment } }: ReturnType<typeof payoutIn>): DeliveredEvent => ({
  id: "payout shop/salary#4",
  key: payment.key,
  seq: 4,
  at: 1,
  _tag: "expired",
  detail: {},
  state: "expired",
  amount: 500,
  rail: "mobile_money_payout",
  orderRef: null,
})

/** Writes the id of what was deliverable into the host's table. */
const book: Handler = (connection, { id }) => void connection.prepare("INSERT INTO orders (id) VALUES (?)").run(id)

describe("deliverWithin", () => {
  for (const [way, end] of [
    ["returns", () => {}],
    [
      "throws",
      () => {
        throw new Error("the ledger is closed")
      },
    ],
  ] as const) {
    it(`warns of a handler that ${way} after more than a second, and goes on with what waited`, function* () {
      const store = yield* PaymentStore
      const clock = yield* Clock.Clock
      let nanos = 0n
      const { receive } = yield* receiving(() => {
        nanos += 1_500_000_000n
        end()
      })
      const logged: Array<string> = []
      const told = Effect.exit(receive).pipe(
        Effect.provideService(
          Clock.Clock,
          Object.assign(Object.create(clock), { monotonicTimeNanosUnsafe: () => nanos }),
        ),
        Effect.provide(Logger.layer([Logger.make(({ message }) => void logged.push(String(message)))])),
      )
      const ground = yield* newGround
      const { change, tracking } = payoutIn(ground, "bonus", "pending")
      const note = { key: change.payment.key, attempt: 1, fingerprint: "print", receivedAt: ground.at, body: null }
      const [, inserted] = yield* Effect.all([told, store.insert(change, tracking)], { concurrency: "unbounded" })
      assert.deepStrictEqual([inserted._tag, yield* store.noteCallback(note)], ["Inserted", "First"])
      assert.lengthOf(logged, 1)
      assert.include(logged[0], 'The handler "ledger" took 1500 ms')
    })
  }

  it("does not call the handler of a consumer that was taken away", function* () {
    const { receive, orders, store } = yield* receiving(book)
    yield* store.unsubscribe("ledger")
    assert.strictEqual(yield* receive, "Stale")
    assert.deepStrictEqual(orders(), [])
  })

  it("has what a handler announces of the same payment heard next", function* () {
    const { ground, receive, store } = yield* receiving((connection, { key: { project }, seq }) => {
      const add =
        "INSERT INTO cauri_events SELECT id, kind, project, ?, ?, 'flagged', 'flagged', '' FROM cauri_payments"
      connection.prepare(`${add} WHERE id = 'salary' AND project = ?`).run(seq + 1, ground.at + 5, project)
    })
    assert.strictEqual(yield* receive, "Delivered")
    const [next] = yield* store.deliveries({ limit: 10 })
    assert.deepInclude(next, { delivered: 4, newest: 5, dueAt: ground.at + 5 })
  })

  it("keeps nothing when the handler takes its own delivery away", function* () {
    const { receive, orders, waiting } = yield* receiving((connection, deliveredEvent) => {
      book(connection, deliveredEvent)
      connection.exec("DELETE FROM cauri_deliveries")
    })
    assert.include(shown(yield* Effect.exit(receive)), "removed its own delivery")
    assert.deepStrictEqual([orders(), yield* waiting], [[], 1])
  })

  it("refuses an async handler before anything is deliverable (T15)", function* () {
    // oxlint-disable-next-line typescript/no-misused-promises -- TypeScript alone lets this pass, so it is met at run time
    const exit = yield* Effect.exit(deliverWithin("ledger", async () => {}))
    assert.strictEqual(exit._tag, "Failure")
    assert.include(shown(exit), 'the handler "ledger" returns a promise')
  })

  it("undoes everything when a handler turns out to return a promise (T15)", function* () {
    // oxlint-disable-next-line typescript/no-misused-promises -- TypeScript alone lets this pass, so it is met at run time
    const { receive, orders, waiting } = yield* receiving((connection, deliveredEvent) => {
      book(connection, deliveredEvent)
      return Promise.resolve()
    })
    assert.include(shown(yield* Effect.exit(receive)), "returns a promise")
    assert.deepStrictEqual([orders(), yield* waiting], [[], 1])
  })

  it("is refused by better-sqlite3 itself where a transaction would wait for a promise (T15)", function* () {
    const { client } = yield* SqliteStore
    // oxlint-disable-next-line typescript/no-misused-promises -- this is the trap
    assert.throws(() => client.transaction(async () => {})(), /cannot return a promise/)
  })

  for (const sql of ["COMMIT", "ROLLBACK", "COMMIT; BEGIN IMMEDIATE", "ROLLBACK; BEGIN IMMEDIATE"]) {
    it(`fails when its handler says ${sql}, and what is written at the same time is kept`, function* () {
      const { client } = yield* SqliteStore
      const store = yield* PaymentStore
      const { receive, waiting } = yield* receiving((connection) => void connection.exec(sql))
      const ground = yield* newGround
      const insert = ({ change, tracking }: ReturnType<typeof payoutIn>) => store.insert(change, tracking)
      const [before, after] = [payoutIn(ground, "before"), payoutIn(ground, "after")]
      const together = [insert(before), Effect.exit(receive), insert(after)] as const
      const [one, delivered, other] = yield* Effect.all(together, { concurrency: "unbounded" })
      assert.deepStrictEqual([one._tag, other._tag], ["Inserted", "Inserted"])
      assert.include(shown(delivered), "deliverWithin: the transaction of the store was ended in it")
      for (const { change } of [before, after]) assert.isNotNull(yield* store.find(change.payment.key))
      assert.isFalse(client.inTransaction)
      // What its handler wrote may be gone, so the event is delivered again.
      assert.strictEqual(yield* waiting, 1)
    })
  }
})
