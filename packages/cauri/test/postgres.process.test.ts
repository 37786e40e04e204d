/** Payments in Postgres: two programs, the host's own transactions, and waking without asking. */
import { assert, describe, it } from "@effect/vitest"
import { Pool } from "pg"
import { inject, onTestFinished, vi } from "vitest"
import type {} from "@cauri/test-postgres/globalSetup"
import { createPayments, PaymentsError } from "../src/index.ts"
import { postgres } from "../src/postgres.ts"
import { simulated } from "../src/simulated.ts"
import { failureOf, numbers, payin, silent } from "./samples.ts"

const paying = { method: { type: "direct", mode: "ussd_push", phone: numbers.pushPaysAtOnce } } as const

/** Payments over the host's pool, in a schema of their own. */
const openShop = async (schema: string) => {
  const pool = new Pool({ connectionString: inject("postgresUrl"), max: 5 })
  await pool.query(`create schema ${schema}_shop`)
  await pool.query(`create table ${schema}_shop.orders (id text primary key, fulfilled integer not null default 0)`)
  const orders = async () => (await pool.query(`select id, fulfilled from ${schema}_shop.orders`)).rows
  const shop = { name: "Shop", siteUrl: "https://shop.example" }
  const gateway = simulated({ timeFactor: 200 })
  const common = { gateway, logger: silent, shop }
  const acceptDataLoss = "A database for tests."
  const payments = await createPayments({ ...common, store: postgres(pool, { schema, acceptDataLoss }) })
  onTestFinished(async () => {
    await payments.close()
    await pool.end()
  })
  return { acceptDataLoss, common, orders, payments, pool, table: `${schema}_shop.orders` }
}

describe("postgres", () => {
  it("stores an order and its payment in one transaction of the host, or neither of them", async () => {
    const { orders, payments, pool, table } = await openShop("promise_within")
    const prepared = await payments.payins.prepare(payin("order-1", paying))
    const client = await pool.connect()
    try {
      await client.query("begin")
      await client.query(`insert into ${table} (id) values ('order-1')`)
      assert.strictEqual(await payments.insertWithin(client, prepared), "inserted")
      await client.query("rollback")
      assert.deepStrictEqual(await orders(), [])
      assert.deepStrictEqual((await payments.payins.list()).payments, [])

      const outside = await failureOf(payments.insertWithin(client, prepared))
      assert.strictEqual(outside.field, "transaction")

      await client.query("begin")
      await client.query(`insert into ${table} (id) values ('order-1')`)
      assert.strictEqual(await payments.insertWithin(client, prepared), "inserted")
      await client.query("commit")
    } finally {
      client.release()
    }
    assert.lengthOf(await orders(), 1)
    assert.strictEqual((await payments.payins.send("order-1")).status, "pending")
  })

  it("wakes a program that waits when another one has done the work, and fulfils exactly once", async () => {
    const { acceptDataLoss, common, orders, payments, pool, table } = await openShop("promise_waking")
    await pool.query(`insert into ${table} (id) values ('order-1')`)
    const store = postgres(inject("postgresUrl"), { schema: "promise_waking", acceptDataLoss })
    await using worker = await createPayments({ ...common, store })
    const fulfilled = new Promise<void>((resolve) => {
      worker.onWithin("payin.completed", async (client, event) => {
        await client.query(`update ${table} set fulfilled = fulfilled + 1 where id = $1`, [event.payment.id])
        resolve()
      })
    })
    worker.start()
    await payments.payins.create(payin("order-1", paying))
    assert.strictEqual(
      (await payments.payins.waitFor("order-1", { signal: AbortSignal.timeout(20_000) })).status,
      "completed",
    )
    await fulfilled
    // Closing ends a handler's transaction that is not committed: it would be delivered again.
    await vi.waitFor(async () => assert.deepStrictEqual(await orders(), [{ id: "order-1", fulfilled: 1 }]), 10_000)
    await worker.close()
    assert.deepStrictEqual(await orders(), [{ id: "order-1", fulfilled: 1 }])
  })

  it("refuses what is neither an address nor a pool", () => {
    // @ts-expect-error -- neither
    assert.throws(() => postgres({ host: "db.example" }), PaymentsError)
  })
})
