/** The schema is brought up to date once, whole, by whoever comes first; what is newer or strange is refused. */
import { assert, describe } from "@effect/vitest"
import { newGround, payoutIn } from "@cauri/conformance"
import { PaymentStore } from "@cauri/core"
import { SharedState } from "@cauri/core/adapter"
import { Effect, Fiber, Layer } from "effect"
import { default as pg } from "pg"
import { readdirSync } from "node:fs"
import { it } from "@cauri/house/it"
import { layer, type StoreOptions, StoreRefused } from "@cauri/store-postgres"
import { migrations, newest } from "../src/migrations.ts"
import { scopedSchema, url, withClient } from "./support.ts"

const identity = Effect.flatMap(SharedState, (shared) => shared.identity())

const opened = (schema: string, options: Partial<StoreOptions> = {}) =>
  Effect.scoped(Effect.provide(identity, layer({ url, schema, ...options })))

const refusal = Effect.fnUntraced(function* (schema: string, options: Partial<StoreOptions> = {}) {
  const failure = yield* Effect.flip(opened(schema, options))
  assert.instanceOf(failure, StoreRefused)
  return failure
})

const ask = (text: string, values: ReadonlyArray<unknown> = []) =>
  Effect.promise(() => withClient(async (client) => (await client.query(text, [...values])).rows))

describe("migrations", () => {
  it("are files, numbered from 1 without gaps, and the newest is known", () => {
    const files = readdirSync(new URL("../src/migrations", import.meta.url)).map((file) => file.replace(/\.ts$/, ""))
    assert.deepStrictEqual(
      files.toSorted(),
      migrations.map(({ name }) => name),
    )
    assert.deepStrictEqual(
      migrations.map(({ number, name }) => [number, Number(name.slice(0, 4))]),
      migrations.map((_, index) => [index + 1, index + 1]),
    )
    assert.strictEqual(newest, migrations.length)
  })

  it.live("of eight programs that start at once make one store", function* () {
    const schema = yield* scopedSchema
    const found = yield* Effect.forEach(Array.from({ length: 8 }), () => opened(schema), {
      concurrency: "unbounded",
    })
    assert.strictEqual(new Set(found.map(({ id }) => id)).size, 1)
    const rows = yield* ask(`select number, name from "${schema}".migrations order by number`)
    assert.deepStrictEqual(
      rows,
      migrations.map(({ number, name }) => ({ number, name })),
    )
  })

  it.live("leave nothing when they are killed in the middle, and are carried out by the next program", () =>
    Effect.gen(function* () {
      const schema = yield* scopedSchema
      const name = `cauri ${schema}`
      const waiting = new pg.Client({ connectionString: url })
      // The program that migrates holds this lock; one that starts now has begun and waits for it.
      yield* Effect.promise(() => waiting.connect())
      yield* Effect.promise(() => waiting.query("begin"))
      yield* Effect.promise(() =>
        waiting.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`cauri migrations ${schema}`]),
      )
      const starting = yield* Effect.forkChild(Effect.flip(opened(schema, { pool: { application_name: name } })))
      const count =
        "select count(*)::int as count from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock'"
      for (;;) {
        const [row] = yield* ask(count, [name])
        if (row?.count === 1) break
        yield* Effect.sleep("5 millis")
      }
      yield* ask("select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1", [name])
      assert.instanceOf(yield* Fiber.join(starting), StoreRefused)
      yield* Effect.promise(() => waiting.end())
      const { highWater } = yield* opened(schema)
      assert.strictEqual(highWater, 0)
    }),
  )

  it.live("are transactions: a step that fails leaves no table behind", () =>
    Effect.gen(function* () {
      const schema = yield* scopedSchema
      yield* ask(`create schema "${schema}"`)
      // A table that is in the way makes the migration fail near its end.
      yield* ask(`create table "${schema}".moves (kind text)`)
      const { message, reason } = yield* refusal(schema)
      assert.strictEqual(reason, "foreign")
      assert.include(message, `The schema ${schema} has tables of another program`)
      const rows = yield* ask("select table_name from information_schema.tables where table_schema = $1", [schema])
      assert.deepStrictEqual(rows, [{ table_name: "moves" }])
      yield* ask(`drop table "${schema}".moves`)
      assert.strictEqual((yield* opened(schema)).highWater, 0)
    }),
  )

  it.live("of another program are not taken for ours", () =>
    Effect.gen(function* () {
      const schema = yield* scopedSchema
      yield* ask(`create schema "${schema}"`)
      yield* ask(`create table "${schema}".migrations (id serial primary key, name text)`)
      const other = yield* refusal(schema)
      assert.deepStrictEqual([other.reason, other.exitCode], ["foreign", 64])
      assert.include(other.message, `The schema ${schema} has tables of another program`)
      yield* ask(`drop table "${schema}".migrations`)
      yield* opened(schema)
      // The name that the first edition's one migration had.
      yield* ask(`update "${schema}".migrations set name = '0001_initial'`)
      const { message, reason } = yield* refusal(schema)
      assert.strictEqual(reason, "broken_migration")
      assert.include(message, "made by the migration 1 (0001_initial), which this program does not know")
      yield* ask(`delete from "${schema}".migrations`)
      yield* ask(`insert into "${schema}".migrations (number, name, applied_at) values (0, 'before', 1)`)
      assert.strictEqual((yield* refusal(schema)).reason, "broken_migration")
    }),
  )

  it.live("of a newer program are refused by an older one (C10)", () =>
    Effect.gen(function* () {
      const schema = yield* scopedSchema
      yield* opened(schema)
      yield* ask(`insert into "${schema}".migrations (number, name, applied_at) values ($1, 'later', 1)`, [newest + 1])
      const { reason, message } = yield* refusal(schema)
      assert.strictEqual(reason, "newer_schema")
      assert.include(message, `version ${newest + 1}`)
    }),
  )

  it.live("make no store where none may be made (C12)", function* () {
    const schema = yield* scopedSchema
    assert.strictEqual((yield* refusal(schema, { create: "never" })).reason, "missing")
    const rows = yield* ask("select 1 from information_schema.schemata where schema_name = $1", [schema])
    assert.deepStrictEqual(rows, [])
    const { id } = yield* opened(schema)
    assert.strictEqual((yield* opened(schema, { create: "never" })).id, id)
  })

  it.live("take no name that would have to be escaped (C1)", function* () {
    for (const schema of ["", "Cauri", 'a"b', "a.b", "a'; drop schema public", "1a", "a".repeat(41)]) {
      assert.strictEqual((yield* refusal(schema)).reason, "invalid_name", schema)
    }
  })

  it.live("take no schema that no copy would contain, or that is everybody's", function* () {
    for (const schema of ["information_schema", "pg_cauri", "public"]) {
      const { reason, message } = yield* refusal(schema)
      assert.strictEqual(reason, "invalid_name")
      assert.include(message, `The schema ${schema} is Postgres's own or everybody's.`)
    }
  })

  it.live("of two schemas in one database make two stores that know nothing of each other", function* () {
    const [one, two] = [yield* scopedSchema, yield* scopedSchema]
    const step = payoutIn(yield* newGround, "salary")
    const insert = Effect.gen(function* () {
      const { _tag } = yield* (yield* PaymentStore).insert(step.change, step.tracking)
      return [_tag, (yield* identity).highWater]
    })
    for (const schema of [one, two]) {
      const done = yield* Effect.scoped(Effect.provide(insert, layer({ url, schema })))
      assert.deepStrictEqual(done, ["Inserted", 1])
    }
    assert.notStrictEqual((yield* opened(one)).id, (yield* opened(two)).id)
  })

  it.live("refuse a server that takes no writes, whether there is a store or not", function* () {
    const schema = yield* scopedSchema
    const readOnly = { pool: { options: "-c default_transaction_read_only=on" } }
    for (const _ of ["none", "there"]) {
      const { message, reason } = yield* refusal(schema, readOnly)
      assert.strictEqual(reason, "unavailable")
      assert.include(message, "The server takes no writes")
      yield* opened(schema)
    }
  })

  it.live("need nothing of the search path", function* () {
    const schema = yield* scopedSchema
    const options = { pool: { options: "-c search_path=pg_catalog" } }
    const step = payoutIn(yield* newGround, "salary", "pending")
    const use = Effect.gen(function* () {
      const store = yield* PaymentStore
      yield* store.insert(step.change, step.tracking)
      const note = { key: step.change.payment.key, attempt: 1, fingerprint: "a", receivedAt: 1, body: null }
      yield* store.noteCallback(note)
      return (yield* store.takeDue({ now: 9, limit: 9, until: 10 })).taken.length
    })
    assert.strictEqual(yield* Effect.provide(use, Layer.fresh(layer({ url, schema, ...options }))), 1)
  })
})
