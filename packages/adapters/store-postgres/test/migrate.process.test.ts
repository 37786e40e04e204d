/** A program that is killed in the middle of a migration leaves nothing of it, and the next one carries it out. */
import { assert, describe, it } from "@effect/vitest"
import { startProgram } from "@cauri/conformance"
import { SharedState } from "@cauri/core/adapter"
import { layer } from "@cauri/store-postgres"
import { Effect } from "effect"
import { default as pg } from "pg"
import { migrations } from "../src/migrations.ts"
import { scopedDatabase } from "./databases.ts"

/** Whoever makes an index waits until nobody holds lock 1. */
const stopHalfWay = `
  create function wait() returns event_trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(1); end $$;
  create event trigger half_way on ddl_command_end when tag in ('CREATE INDEX') execute function wait();
  select pg_advisory_lock(1)`

const scopedClient = (connectionString: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new pg.Client({ connectionString })
      await client.connect()
      return client
    }),
    (client) => Effect.promise(() => client.end()),
  )

describe("a migration whose program is killed half-way", () => {
  it.live("leaves no trace, and is carried out by the next program (C10)", () =>
    Effect.gen(function* () {
      const url = yield* scopedDatabase(`cauri_${process.pid}_${process.hrtime.bigint().toString(36)}`)
      const client = yield* scopedClient(url)
      const ask = (sql: string) => Effect.promise(async () => (await client.query(sql)).rows)
      yield* ask(stopHalfWay)
      const program = yield* startProgram(new URL("program.ts", import.meta.url), ["works", url, "cauri", "never"])
      const waits =
        "select pg_sleep(0.02), exists (select from pg_locks where locktype = 'advisory' and not granted) as it"
      let found = false
      for (let look = 0; look < 1_000 && !found; look++) found = (yield* ask(waits))[0]?.it === true
      assert.isTrue(found)
      program.child.kill("SIGKILL")
      assert.isNull(yield* program.gone)
      assert.deepStrictEqual(program.said(), [])
      assert.deepStrictEqual(yield* ask("select from pg_namespace where nspname = 'cauri'"), [])
      yield* ask("drop event trigger half_way; select pg_advisory_unlock(1)")
      const identity = Effect.flatMap(SharedState, (shared) => shared.identity())
      const { highWater } = yield* Effect.scoped(Effect.provide(identity, layer({ url })))
      assert.strictEqual(highWater, 0)
      const applied = yield* ask(`select number, name from cauri.migrations`)
      assert.deepStrictEqual(
        applied,
        migrations.map(({ number, name }) => ({ number, name })),
      )
    }),
  )
})
