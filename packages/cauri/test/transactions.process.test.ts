/** The examples of an order and its payment in one transaction, through each library that they are written for. */
import { assert, describe, it } from "@effect/vitest"
import Database from "better-sqlite3"
import { drizzle } from "drizzle-orm/node-postgres"
import knex from "knex"
import { Kysely, PostgresDialect, SqliteDialect } from "kysely"
import { Pool } from "pg"
import { inject, onTestFinished } from "vitest"
import type {} from "@cauri/test-postgres/globalSetup"
import { placeOrder as withDrizzle } from "../examples/transactions/drizzle.ts"
import { placeOrder as withKnex } from "../examples/transactions/knex.ts"
import { placeOrder as withKysely, type ShopTables } from "../examples/transactions/kysely.ts"
import { placeOrder as withKyselyOnSqlite } from "../examples/transactions/kyselySqlite.ts"
import { placeOrder as withPg } from "../examples/transactions/pg.ts"
import { createPayments, type Payments, type PreparedPayment } from "../src/index.ts"
import { postgres, type PostgresHost } from "../src/postgres.ts"
import { simulated, simulatedPayments } from "../src/simulated.ts"
import { sqlite } from "../src/sqlite.ts"
import { failureOf, numbers, payin, silent } from "./samples.ts"

type PlaceOrder = (payments: Payments<PostgresHost>, payment: PreparedPayment) => Promise<void>

/** How each library places an order over this pool, or at this address with these options. */
const libraries: Readonly<Record<string, (pool: Pool, schema: string) => PlaceOrder>> = {
  pg:
    (pool) =>
    (...given) =>
      withPg(pool, ...given),
  drizzle:
    (pool) =>
    (...given) =>
      withDrizzle(drizzle({ client: pool }), ...given),
  kysely: (pool) => {
    const db = new Kysely<ShopTables>({ dialect: new PostgresDialect({ pool }) })
    return (...given) => withKysely(db, ...given)
  },
  knex: (_pool, schema) => {
    const db = knex({ client: "pg", connection: inject("postgresUrl"), searchPath: [schema] })
    onTestFinished(() => db.destroy())
    return (...given) => withKnex(db, ...given)
  },
}

const paying = { method: { type: "direct", mode: "ussd_push", phone: numbers.pushPaysAtOnce } } as const

/** A shop with its orders and its payments in one database. */
const openShop = async (name: string) => {
  const schema = `transactions_${name}`
  const pool = new Pool({ connectionString: inject("postgresUrl"), options: `-c search_path=${schema}_shop` })
  await pool.query(`create schema ${schema}_shop`)
  await pool.query("create table orders (id text primary key)")
  const payments = await createPayments({
    gateway: simulated({ timeFactor: 200 }),
    store: postgres(pool, { schema, acceptDataLoss: "A database for tests." }),
    shop: { name: "Shop", siteUrl: "https://shop.example" },
    logger: silent,
  })
  onTestFinished(async () => {
    await payments.close()
    await pool.end()
  })
  const orders = async () => (await pool.query("select id from orders")).rows.map(({ id }) => id)
  const stored = async () => (await payments.payins.list()).payments.map(({ id }) => id)
  return { orders, payments, pool, stored, placeOrder: libraries[name]?.(pool, `${schema}_shop`) ?? assert.fail() }
}

describe.each(Object.keys(libraries))("the example for %s", (name) => {
  it("stores an order with its payment, which the worker does not see before the commit, or neither of them", async () => {
    const { orders, payments, placeOrder, pool, stored } = await openShop(name)
    const prepared = await payments.payins.prepare(payin("order-1", paying))

    // Another transaction has inserted the same order: this one waits for its end, with the payment written and not committed.
    const other = await pool.connect()
    await other.query("begin")
    await other.query("insert into orders (id) values ('order-1')")
    const run = { ended: false }
    const placed = placeOrder(payments, prepared).finally(() => {
      run.ended = true
    })
    try {
      const waiting =
        "select count(*)::int from pg_locks where not granted and transactionid = pg_current_xact_id()::xid"
      let waits = 0
      while (waits === 0 && !run.ended) waits = (await other.query(waiting)).rows[0].count
      assert.deepStrictEqual(await stored(), [])
      assert.strictEqual((await payments.runOnce()).taken, 0)
    } finally {
      await other.query("rollback")
      other.release()
      await placed
    }
    assert.deepStrictEqual([await orders(), await stored()], [["order-1"], ["order-1"]])
    assert.strictEqual((await payments.payins.send("order-1")).status, "pending")

    // The order's insert fails: so its payment does not exist either.
    const second = await payments.payins.prepare(payin("order-2", paying))
    await pool.query("insert into orders (id) values ('order-2')")
    const failed = await placeOrder(payments, second).then(
      () => "placed",
      () => "failed",
    )
    assert.deepStrictEqual([failed, await stored()], ["failed", ["order-1"]])

    // The id has another payment: the transaction is rolled back with a sentence.
    await pool.query("delete from orders")
    await payments.payins.create(payin("order-3", { ...paying, amount: 9 }))
    const third = await payments.payins.prepare(payin("order-3", paying))
    const conflict = await failureOf(placeOrder(payments, third))
    assert.strictEqual(conflict.code, "content_conflict")
    assert.deepStrictEqual(await orders(), [])
  })
})

it("the example for kysely on SQLite stores an order with its payment, or neither of them", async () => {
  const database = new Database(":memory:")
  database.exec("create table orders (id text primary key)")
  const db = new Kysely<ShopTables>({ dialect: new SqliteDialect({ database }) })
  const store = sqlite(database)
  await using payments = await simulatedPayments({ store, logger: silent })
  const placeOrder = (payment: PreparedPayment) => withKyselyOnSqlite({ database, db }, payments, payment)
  await placeOrder(await payments.payins.prepare(payin("order-1", paying)))
  await payments.advance("1 minute")
  assert.strictEqual((await payments.payins.get("order-1")).status, "completed")

  database.exec("insert into orders (id) values ('order-2')")
  const second = await payments.payins.prepare(payin("order-2", paying))
  const failure = await placeOrder(second).catch((thrown: unknown) => thrown)
  assert.match(String(failure), /UNIQUE constraint failed/)
  assert.deepStrictEqual(
    (await payments.payins.list()).payments.map(({ id }) => id),
    ["order-1"],
  )
})
