/** Payments in the host's own SQLite database: order and payment in one transaction, effects exactly once. */
import { assert, describe, it } from "@effect/vitest"
import Database from "better-sqlite3"
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { onTestFinished, vi } from "vitest"
import { createPayments, PaymentsError } from "../src/index.ts"
import { simulated, simulatedPayments } from "../src/simulated.ts"
import { sqlite } from "../src/sqlite.ts"
import { failureOf, numbers, payin, payout, silent } from "./samples.ts"

/** A path that is gone with the test. */
const fileOf = (name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), "cauri-promise-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, name)
}

const openShop = async () => {
  const file = fileOf("shop.db")
  const database = new Database(file)
  chmodSync(file, 0o600)
  database.pragma("journal_mode = WAL")
  database.exec("create table orders (id text primary key, fulfilled integer not null default 0)")
  const payments = await simulatedPayments({ store: sqlite(database), logger: silent })
  onTestFinished(async () => {
    await payments.close()
    database.close()
  })
  const insert = database.prepare("insert into orders (id) values (?)")
  const orders = () => database.prepare("select id, fulfilled from orders order by id").all()
  return { database, payments, insert, orders }
}

const shop = { name: "Boutique", siteUrl: "https://shop.example" }
const paying = { method: { type: "direct", mode: "ussd_push", phone: numbers.pushPaysAtOnce } } as const

/** How many commits lie in the log: the frames that close one say how large the file is after it. */
const commitsIn = (log: string): number => {
  const bytes = readFileSync(log)
  const frame = 24 + bytes.readUInt32BE(8)
  let commits = 0
  for (let at = 32; at + frame <= bytes.length && bytes.readUInt32BE(at + 8) === bytes.readUInt32BE(16); at += frame) {
    if (bytes.readUInt32BE(at + 4) > 0) commits += 1
  }
  return commits
}

describe("sqlite", () => {
  it("stores an order and its payment in one transaction of the host, and sends it afterwards", async () => {
    const { database, payments, insert, orders } = await openShop()
    const prepared = await payments.payins.prepare(payin("order-1", paying))
    const stored = database.transaction(() => {
      insert.run("order-1")
      return payments.insertWithin(database, prepared)
    })()
    assert.strictEqual(stored, "inserted")
    assert.lengthOf(orders(), 1)
    assert.strictEqual((await payments.payins.get("order-1")).status, "intended")
    assert.strictEqual((await payments.payins.send("order-1")).status, "pending")
    const again = database.transaction(() => payments.insertWithin(database, prepared))()
    assert.strictEqual(again, "already_there")
  })

  it("runs no more statements and commits, and writes no more pages, for a payment than it needs, from its creation to its event", async () => {
    const run: Array<string> = []
    const file = fileOf("shop.db")
    const database = new Database(file, { verbose: (sql) => run.push(String(sql)) })
    database.pragma("journal_mode = WAL")
    chmodSync(file, 0o600)
    await using payments = await simulatedPayments({ store: sqlite(database), logger: silent })
    payments.on("payin.completed", () => {})
    payments.start()
    /** How many pages lie in the log. */
    const logged = () => database.prepare<[], { log: number }>("PRAGMA wal_checkpoint(NOOP)").get()?.log ?? Number.NaN
    const count = async (id: string) => {
      const before = logged()
      run.length = 0
      await payments.payins.create(payin(id, paying))
      await payments.advance("1 minute")
      assert.strictEqual((await payments.payins.get(id)).status, "completed")
      // Not counted: a host's connection is asked for its time-out at each transaction, and triggers are reported as comments.
      const ours = run.filter((sql) => !/busy_timeout|^\s*--/.test(sql))
      const commits = ours.filter((sql) => sql === "COMMIT").length
      return { commits, statements: ours.length, pages: logged() - before }
    }
    await count("order-1")
    const { commits, pages, statements } = await count("order-2")
    assert.isAtMost(commits, 12)
    assert.isAtMost(statements, 115)
    assert.isAtMost(pages, 70)
  })

  it("waits for the disk no more often for a payment than what must not be lost asks for", async () => {
    const file = fileOf("payments.db")
    const pragma = vi.spyOn(Database.prototype, "pragma")
    onTestFinished(() => pragma.mockRestore())
    await using payments = await simulatedPayments({ store: sqlite(file), logger: silent })
    payments.on("payin.completed", () => {})
    payments.start()
    const count = async (id: string) => {
      const before = commitsIn(`${file}-wal`)
      pragma.mockClear()
      await payments.payins.create(payin(id, paying))
      await payments.advance("1 minute")
      const unwaited = pragma.mock.calls.filter(([asked]) => asked === "synchronous = NORMAL").length
      return commitsIn(`${file}-wal`) - before - unwaited
    }
    await count("order-1")
    const waits = await count("order-2")
    // The intent, the claim, the answer, a callback, the outcome and the delivery: fewer would be a promise that is not kept.
    assert.isAtLeast(waits, 6)
    // The other callback of the pair may share its commit with the taking.
    assert.isAtMost(waits, 7)
  })

  it("says of a payment that a newer program wrote what to do, and not that it was a mistake", async () => {
    const { database, payments } = await openShop()
    await payments.payins.create(payin("order-1", paying))
    const triggers = database.prepare("select name from sqlite_master where type = 'trigger'").pluck().all()
    for (const name of triggers) database.exec(`drop trigger ${String(name)}`)
    database.exec(`update cauri_payments set body = replace(body, '"pending"', '"Parked"')`)
    const error = await failureOf(payments.payins.get("order-1"))
    assert.deepStrictEqual([error.code, error.retryable], ["store_failed", false])
    assert.match(error.message, /order-1 cannot be read\. Use a program as new as the one that wrote it/)
  })

  it("stores neither when the host rolls back, or when the id is taken by something else", async () => {
    const { database, payments, insert, orders } = await openShop()
    const prepared = await payments.payins.prepare(payin("order-1", paying))
    const failing = database.transaction(() => {
      insert.run("order-1")
      payments.insertWithin(database, prepared)
      throw new Error("The shelf is empty.")
    })
    assert.throws(failing, "The shelf is empty.")
    assert.deepStrictEqual(orders(), [])
    assert.deepStrictEqual((await payments.payins.list()).payments, [])

    await payments.payins.create(payin("order-1", { ...paying, amount: 9 }))
    const taken = database.transaction(() => {
      insert.run("order-1")
      payments.insertWithin(database, prepared)
    })
    assert.throws(taken, /exists already with another content/)
    assert.deepStrictEqual(orders(), [])
  })

  it("sends a stored intent by itself when the host did not, and prepares payouts as well", async () => {
    const { database, payments } = await openShop()
    const prepared = await payments.payouts.prepare(payout("salary"))
    database.transaction(() => payments.insertWithin(database, prepared))()
    await payments.advance("5 minutes")
    assert.strictEqual((await payments.payouts.get("salary")).status, "completed")
  })

  it("says so when no transaction is open, or when something else is handed over", async () => {
    const { database, payments } = await openShop()
    const prepared = await payments.payins.prepare(payin("order-1"))
    const fields: Array<string | null> = []
    for (const act of [
      () => payments.insertWithin(database, prepared),
      // @ts-expect-error -- no connection
      () => payments.insertWithin("shop.db", prepared),
      () => payments.insertWithin(database, { kind: "payin", project: "default", id: "order-1" }),
    ]) {
      try {
        act()
        assert.fail("It was expected to throw.")
      } catch (error) {
        fields.push(error instanceof PaymentsError ? error.field : String(error))
      }
    }
    assert.deepStrictEqual(fields, ["transaction", "transaction", "payment"])
  })

  it("fulfils an order exactly once, in the transaction that marks the event: a handler that throws leaves nothing", async () => {
    const { payments, insert, orders } = await openShop()
    insert.run("order-1")
    let tries = 0
    payments.onWithin("payin.completed", (connection, event) => {
      connection.prepare("update orders set fulfilled = fulfilled + 1 where id = ?").run(event.payment.id)
      tries += 1
      if (tries === 1) throw new Error("Not this time.")
    })
    await payments.payins.create(payin("order-1", paying))
    await payments.advance("1 hour")
    assert.deepStrictEqual(orders(), [{ id: "order-1", fulfilled: 1 }])
    assert.strictEqual(tries, 2)
  })

  it("opens a file again with everything in it, and tells another program what happens there", async () => {
    const file = fileOf("payments.db")
    const service = simulated({ timeFactor: 200 })
    const common = { gateway: service, logger: silent, shop: { name: "Shop", siteUrl: "https://shop.example" } }
    await using web = await createPayments({ ...common, store: sqlite(file) })
    await using worker = await createPayments({ ...common, store: sqlite(file) })
    worker.start()
    await web.payins.create(payin("order-1", paying))
    // Nobody works in the first program: what it waits for is done, and told through the file, by the second.
    assert.strictEqual(
      (await web.payins.waitFor("order-1", { signal: AbortSignal.timeout(20_000) })).status,
      "completed",
    )
    await Promise.all([web.close(), worker.close()])
    await using again = await createPayments({ ...common, store: sqlite(file) })
    assert.strictEqual((await again.payins.get("order-1")).status, "completed")
  })

  it("keeps payments in memory for tests, without further words", async () => {
    await using payments = await simulatedPayments({ store: sqlite(":memory:"), logger: silent })
    await payments.payins.create(payin("order-1", paying))
    await payments.advance("1 minute")
    assert.strictEqual((await payments.payins.get("order-1")).status, "completed")
  })

  it("refuses a store that is not there when none may be made, and says what to do", async () => {
    const store = sqlite(fileOf("payments.db"), { create: "never" })
    const error = await failureOf(createPayments({ gateway: simulated(), store, logger: silent }))
    assert.strictEqual(error.code, "store_refused")
    assert.match(error.message, /missing/)
    // @ts-expect-error -- neither a path nor a database
    assert.throws(() => sqlite(7), PaymentsError)
    const other = new DatabaseSync(":memory:")
    // @ts-expect-error -- another driver's database has `prepare` too.
    assert.throws(() => sqlite(other), PaymentsError, "better-sqlite3's database")
  })

  it("refuses an old copy of its file by the mark beside it, which is there before a payout leaves", async () => {
    const file = fileOf("payments.db")
    const open = () => createPayments({ gateway: simulated(), store: sqlite(file), shop, logger: silent })
    const first = await open()
    await first.payouts.create(payout("salary-1"))
    await first.close()
    copyFileSync(file, `${file}.copy`)
    const second = await open()
    await second.payouts.create({ ...payout("salary-2"), amount: 501 })
    // The program is gone at once, and an old state of the file takes its place.
    for (const each of [file, `${file}-wal`, `${file}-shm`]) rmSync(each, { force: true })
    copyFileSync(`${file}.copy`, file)
    const error: unknown = await open().catch((thrown: unknown) => thrown)
    await second.close().catch(() => {})
    assert.instanceOf(error, PaymentsError)
    assert.strictEqual(error.code, "store_refused")
    assert.match(error.message, /restored.*`cauri console restored`/)
  })

  it("stores no order's payment once an old state was written into its file, as create does not", async () => {
    const file = fileOf("shop.db")
    const payments = await createPayments({ gateway: simulated(), store: sqlite(file), shop, logger: silent })
    const host = new Database(file)
    host.pragma("synchronous = FULL")
    await payments.payouts.create(payout("salary-1"))
    await host.backup(`${file}.copy`)
    await payments.payouts.create({ ...payout("salary-2"), amount: 501 })
    const prepared = await payments.payouts.prepare({ ...payout("salary-3"), amount: 502 })
    const old = new Database(`${file}.copy`)
    await old.backup(file)
    old.close()
    const insert = host.transaction(() => payments.insertWithin(host, prepared))
    assert.throws(() => insert.immediate(), /restored/)
    assert.strictEqual(host.prepare("select id from cauri_payments").all().length, 1)
    host.close()
    await payments.close()
  })

  it("sends nothing while its mark is missing, and says which option names it", async () => {
    const markFile = join(fileOf("missing"), "mark")
    const lines: Array<string> = []
    const payments = await createPayments({
      gateway: simulated(),
      store: sqlite(fileOf("payments.db")),
      markFile,
      shop,
      logger: ({ message }) => void lines.push(message),
    })
    const { notSentBecause, status } = await payments.payouts.create(payout("salary-1"))
    await payments.close()
    assert.deepStrictEqual([status, notSentBecause], ["intended", "no_mark"])
    assert.lengthOf(
      lines.filter((line) => line.startsWith("markFile names a file that is not there")),
      1,
    )
  })

  it("says so where it keeps no mark", async () => {
    const lines: Array<string> = []
    const logger = ({ message }: { readonly message: string }) => void lines.push(message)
    const store = sqlite(fileOf("payments.db"))
    await (await createPayments({ gateway: simulated(), store, markFile: null, shop, logger })).close()
    assert.match(lines.join(), /no mark outside of it.*with markFile/)
  })

  it("makes no store by itself in production", async () => {
    const before = process.env["NODE_ENV"]
    process.env["NODE_ENV"] = "production"
    const store = sqlite(fileOf("payments.db"))
    process.env["NODE_ENV"] = before
    const error: unknown = await createPayments({ gateway: simulated(), store, shop, logger: silent }).catch(
      (thrown: unknown) => thrown,
    )
    assert.match(String(error), /missing/)
  })
})
