/** Migrations go forward, each as a whole; several programs may carry them out at once, and an older program keeps away. */
import { assert, describe } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { chmodSync, readdirSync } from "node:fs"
import { it } from "@cauri/house/it"
import { layer, StoreRefused } from "../src/index.ts"
import { migrate } from "../src/migrate.ts"
import { type Migration, migrations } from "../src/migrations.ts"
import { newFile, openRaw } from "./support.ts"

const first: Migration = { number: 1, name: "first", sql: "CREATE TABLE one (a INTEGER) STRICT" }
const second: Migration = { number: 2, name: "second", sql: "CREATE TABLE two (a INTEGER); INSERT INTO two VALUES (1)" }
const broken: Migration = {
  ...second,
  sql: "CREATE TABLE two (a INTEGER); INSERT INTO two VALUES (1); INSERT INTO three",
}

const newClient = Effect.gen(function* () {
  const file = yield* newFile
  const client = yield* openRaw(file, { timeout: 20 })
  client.pragma("journal_mode = WAL")
  const tables = () =>
    client
      .prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
      .all()
      .map(({ name }) => name)
  const applied = () => client.prepare("SELECT number, name FROM cauri_migrations ORDER BY number").all()
  return { file, client, tables, applied }
})

const refused = Effect.fnUntraced(function* <A>(work: Effect.Effect<A, StoreRefused>) {
  return (yield* Effect.flip(work)).reason
})

describe("migrations", () => {
  it("are the files of the folder, numbered from 1 without a gap", () => {
    const files = migrations.map(({ number, name }) => `${String(number).padStart(4, "0")}_${name}.ts`)
    assert.deepStrictEqual(readdirSync(new URL("../src/migrations", import.meta.url)).toSorted(), files)
    assert.deepStrictEqual(
      migrations.map(({ number }) => number),
      migrations.map((_, index) => index + 1),
    )
  })

  it("bring new tables up to date, and older ones the rest of the way", function* () {
    const { client, tables, applied } = yield* newClient
    yield* TestClock.setTime(77)
    yield* migrate(client, 1_000, [first])
    assert.deepStrictEqual(tables(), ["cauri_migrations", "one"])
    yield* migrate(client, 1_000, [first, second])
    assert.deepStrictEqual(tables(), ["cauri_migrations", "one", "two"])
    assert.deepStrictEqual(applied(), [
      { number: 1, name: "first" },
      { number: 2, name: "second" },
    ])
    const times = client.prepare("SELECT DISTINCT applied_at FROM cauri_migrations").all()
    assert.deepStrictEqual(times, [{ applied_at: 77 }])
  })

  it("write nothing to tables that are up to date", function* () {
    const { file, client } = yield* newClient
    yield* migrate(client, 1_000, [first])
    const other = yield* openRaw(file, { timeout: 0 })
    other.exec("BEGIN IMMEDIATE")
    yield* migrate(client, 1_000, [first])
    other.exec("ROLLBACK")
  })

  it("that fail half-way leave nothing of the half, and go on where they were", function* () {
    const { client, tables, applied } = yield* newClient
    assert.strictEqual(yield* refused(migrate(client, 1_000, [first, broken])), "unavailable")
    assert.deepStrictEqual(tables(), ["cauri_migrations", "one"])
    assert.deepStrictEqual(applied(), [{ number: 1, name: "first" }])
    assert.isFalse(client.inTransaction)
    yield* migrate(client, 1_000, [first, second])
    assert.deepStrictEqual(client.prepare("SELECT a FROM two").all(), [{ a: 1 }])
  })

  it("of a newer program refuse an older one, and stay as they are", function* () {
    const { client, applied } = yield* newClient
    yield* migrate(client, 1_000, [first, second])
    const failure = yield* Effect.flip(migrate(client, 1_000, [first]))
    assert.strictEqual(failure.reason, "newer_schema")
    assert.match(failure.message, /version 2, and this program knows versions up to 1/)
    assert.strictEqual(applied().length, 2)
  })

  it("that another program made are refused", function* () {
    const { client } = yield* newClient
    yield* migrate(client, 1_000, [{ ...first, name: "other" }])
    assert.strictEqual(yield* refused(migrate(client, 1_000, [first])), "broken_migration")
    client.exec("DELETE FROM cauri_migrations; INSERT INTO cauri_migrations VALUES (2, 'second', 0)")
    assert.strictEqual(yield* refused(migrate(client, 1_000, [first, second])), "broken_migration")
  })

  it("wait while another program carries them out, and do none twice", function* () {
    const { file, client, applied } = yield* newClient
    const other = yield* openRaw(file, { timeout: 0 })
    other.exec("BEGIN IMMEDIATE; CREATE TABLE orders (id TEXT)")
    const waiting = yield* Effect.forkChild(migrate(client, 5_000, [first]), { startImmediately: true })
    yield* TestClock.adjust("1 second")
    assert.isUndefined(waiting.pollUnsafe())
    other.exec("ROLLBACK")
    yield* migrate(other, 5_000, [first])
    yield* TestClock.adjust("1 second")
    yield* Fiber.join(waiting)
    assert.deepStrictEqual(applied(), [{ number: 1, name: "first" }])
  })

  it("wait no longer than they may", function* () {
    const { file, client } = yield* newClient
    const other = yield* openRaw(file, { timeout: 0 })
    other.exec("BEGIN IMMEDIATE")
    const waiting = yield* Effect.forkChild(refused(migrate(client, 1_000, [first])), { startImmediately: true })
    yield* TestClock.adjust("3 seconds")
    assert.strictEqual(yield* Fiber.join(waiting), "busy")
    other.exec("ROLLBACK")
  })
})

describe("a store of the first edition", () => {
  it.effect("is refused by the name of its migration, and stays as it is", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      const client = yield* openRaw(file)
      chmodSync(file, 0o600)
      client.exec(`PRAGMA journal_mode = WAL;
        CREATE TABLE cauri_migrations (number INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT;
        INSERT INTO cauri_migrations VALUES (1, 'initial', 0);
        CREATE TABLE cauri_queue (id TEXT NOT NULL, announce_at INTEGER) STRICT`)
      const before = client.serialize()
      const failure = yield* Effect.flip(Effect.scoped(Layer.build(layer({ file }))))
      assert.deepStrictEqual([failure.reason, failure.exitCode], ["broken_migration", 64])
      assert.include(failure.message, "made by the migration 1 (initial), which this program does not know")
      assert.isTrue(before.equals(client.serialize()))
    }),
  )
})
