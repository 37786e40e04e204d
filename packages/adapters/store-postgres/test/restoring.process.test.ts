/** An old state that was put back: what the store forgot may have been sent, so no payout leaves it before a person has looked. */
import {
  doubtWhatWasForgotten,
  intendPayout,
  payoutsSent,
  storeAfterCopy,
  storePayoutsToCopy,
} from "@cauri/conformance"
import { SharedState, StoreStatus } from "@cauri/core/adapter"
import { layer, type StoreOptions } from "@cauri/store-postgres"
import { assert, describe } from "@effect/vitest"
import { Effect, Exit, Layer } from "effect"
import { it } from "@cauri/house/it"
import { scopedDatabase } from "./databases.ts"
import { scopedSchema, url, withClient } from "./support.ts"

const identity = SharedState.use((shared) => shared.identity())

const ask = (sql: string) => Effect.promise(() => withClient((client) => client.query(sql)))

/** What a program with these options sends from the store; one that is not opened sends nothing. */
const sentFrom = (options: StoreOptions) =>
  Effect.map(Effect.exit(Effect.scoped(Effect.provide(payoutsSent, layer(options)))), (exit) =>
    Exit.isSuccess(exit) ? exit.value : 0,
  )

const refusal = (options: StoreOptions) =>
  Effect.map(Effect.flip(Effect.scoped(Layer.build(layer(options)))), ({ message }) => message)

const newName = Effect.sync(() => `cauri_${process.pid}_${process.hrtime.bigint().toString(36)}`)

/** The rows of a schema, as they are now and as they are put back. */
const dumpOf = (schema: string) => {
  const kept = `${schema}_dump`
  const eachTable = (work: string) => `do $$ declare name text; cols text; begin
    for name, cols in select table_name, string_agg(quote_ident(column_name), ', ') from information_schema.columns
      where table_schema = '${schema}' and is_generated = 'NEVER' group by table_name
    loop ${work} end loop; end $$`
  return {
    dump: ask(
      `create schema "${kept}"; ${eachTable(`execute format('create table "${kept}".%I as table "${schema}".%I', name, name);`)}`,
    ),
    load: ask(`set session_replication_role = replica;
      ${eachTable(`execute format('delete from "${schema}".%I', name); execute format(
        'insert into "${schema}".%I (%s) overriding system value select %s from "${kept}".%I', name, cols, cols, name);`)};
      drop schema "${kept}" cascade`),
  }
}

describe("an old state of a store sends nothing again", () => {
  it("that another database was given, whatever the program expects", function* () {
    const name = yield* newName
    const original = yield* scopedDatabase(name)
    const before = yield* Effect.scoped(
      Effect.provide(Effect.andThen(intendPayout, identity), layer({ url: original })),
    )
    const copy = yield* scopedDatabase(`${name}_copy`, name)
    assert.strictEqual(yield* sentFrom({ url: original }), 1)
    assert.strictEqual(yield* sentFrom({ url: copy }), 0)
    assert.strictEqual(yield* sentFrom({ url: copy, expected: { id: before.id } }), 0)
    assert.strictEqual(yield* sentFrom({ url: copy, expected: before, acceptTimeline: "any" }), 0)
    assert.match(yield* refusal({ url: copy }), /restored.*dump.*Review.restored/)
  })

  it("that another server was given: its timeline may be the same, its name is not", function* () {
    const schema = yield* scopedSchema
    yield* Effect.scoped(Effect.provide(intendPayout, layer({ url, schema })))
    yield* ask(`update "${schema}".store set place = regexp_replace(place, '^[0-9]+', '7000000000000000001')`)
    assert.strictEqual(yield* sentFrom({ url, schema }), 0)
    assert.match(yield* refusal({ url, schema }), /restored.*dump.*Review.restored/)
  })

  it("that was loaded again under a program", function* () {
    const schema = yield* scopedSchema
    const { dump, load } = dumpOf(schema)
    yield* Effect.gen(function* () {
      const { failed } = yield* StoreStatus
      yield* intendPayout
      yield* dump
      assert.strictEqual(yield* payoutsSent, 1)
      yield* load
      assert.strictEqual(yield* payoutsSent, 0)
      assert.strictEqual((yield* Effect.flip(failed)).reason, "restored")
    }).pipe(Effect.provide(layer({ url, schema })))
  })
})

describe("a store that was restored from a copy", () => {
  it.live("is opened to restore it, holds each payout that was not accepted, and is a store again (O16)", function* () {
    const name = yield* newName
    const original = layer({ url: yield* scopedDatabase(name) })
    const copied = yield* Effect.scoped(Effect.provide(storePayoutsToCopy, original))
    const copy = yield* scopedDatabase(`${name}_copy`, name)
    const { id, highWater } = yield* Effect.scoped(Effect.provide(storeAfterCopy(copied), original))
    const restoring = layer({ url: copy, create: "never", restoring: true, expected: { id, highWater } })
    yield* Effect.scoped(Effect.provide(doubtWhatWasForgotten(copied.keys), restoring))
    yield* Effect.scoped(Layer.build(layer({ url: copy, create: "never", expected: { id } })))
  })
})
