/** Tables that were restored by half, or whose guards are switched off, are no store any more. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { layer } from "@cauri/store-postgres"
import { migrations } from "../src/migrations.ts"
import { schemaPartsOf } from "../src/shape.ts"
import { scopedSchema, url, withClient } from "./support.ts"

const opened = (schema: string, address = url) =>
  Effect.scoped(Layer.build(Layer.fresh(layer({ url: address, schema }))))

const inSchema = <A>(work: (schema: string) => Effect.gen.Return<A, unknown>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const schema = yield* scopedSchema
      yield* opened(schema)
      return yield* Effect.gen(() => work(schema))
    }),
  )

const runAction = (schema: string, text: string) =>
  Effect.promise(() => withClient((client) => client.query(text.replaceAll('"cauri"', `"${schema}"`))))

describe("tables that are not as the migrations made them", () => {
  const damages: Readonly<Record<string, readonly [string, string]>> = {
    "without a trigger": [`drop trigger events_stay on "cauri".events`, "trigger events_stay."],
    "whose triggers are switched off": [
      `alter table "cauri".high_water disable trigger all`,
      "trigger high_water_rises, trigger high_water_stays.",
    ],
    "whose trigger only replicas carry out": [
      `alter table "cauri".attempts enable replica trigger attempts_one_open`,
      "trigger attempts_one_open.",
    ],
    "without the index that allows one call under way": [
      `drop index "cauri".attempts_in_flight`,
      "index attempts_in_flight.",
    ],
    "with an index that was never finished": [
      `set allow_system_table_mods = on;
       update pg_index set indisvalid = false where indexrelid = '"cauri".queue_free'::regclass`,
      "index queue_free.",
    ],
    "without a key": [`alter table "cauri".queue drop constraint queue_pkey`, "index queue_pkey."],
    "without the condition that a note belongs to an attempt": [
      `alter table "cauri".callback_notes drop constraint callback_notes_id_kind_project_attempt_fkey`,
      "foreign key of callback_notes.",
    ],
    "without the function that takes what is due": [`drop function "cauri".take_due`, "function take_due."],
  }
  for (const [title, [damage, named]] of Object.entries(damages)) {
    it.live(`are refused: ${title}`, () =>
      inSchema(function* (schema) {
        yield* runAction(schema, damage)
        const { exitCode, message, reason } = yield* Effect.flip(opened(schema))
        assert.deepStrictEqual([reason, exitCode], ["broken_migration", 64])
        assert.include(message, `this is missing, changed or switched off: ${named}`)
      }),
    )
  }

  it.live("are no matter of what a host adds to them", () =>
    inSchema(function* (schema) {
      yield* runAction(schema, `create index payments_by_party on "cauri".payments (party)`)
      yield* opened(schema)
    }),
  )

  it.live("lack nothing that a new schema has: each trigger, index, function and foreign key is looked for", () =>
    inSchema(function* (schema) {
      const catalogue = yield* Effect.promise(() =>
        withClient(async (client) => {
          const { rows } = await client.query<{ readonly part: string }>(
            `select 'trigger ' || tgname as part from pg_trigger where tgrelid::regclass::text like $1 and not tgisinternal
               union all select 'index ' || indexname from pg_indexes where schemaname = $2
               union all select 'function ' || routine_name from information_schema.routines where routine_schema = $2
               union all select 'foreign key of ' || table_name from information_schema.table_constraints
                 where table_schema = $2 and constraint_type = 'FOREIGN KEY'`,
            [`${schema}.%`, schema],
          )
          return rows.map(({ part }) => part)
        }),
      )
      // The one table that the migrations themselves are written down in.
      const expected = [...schemaPartsOf(migrations), "index migrations_pkey"]
      assert.deepStrictEqual(catalogue.toSorted(), expected.toSorted())
    }),
  )
})

const lists = (schema: string) =>
  Effect.promise(() =>
    withClient(async (client) => {
      const words = await client.query(`select * from "${schema}".words order by list, word`)
      const moves = await client.query(`select * from "${schema}".moves order by kind, from_state, event, to_state`)
      return [words.rows, moves.rows]
    }),
  )

/** Changes the lists of a store by hand, as no program may. */
const change = (schema: string, text: string) =>
  runAction(
    schema,
    `alter table "cauri".moves disable trigger user; alter table "cauri".words disable trigger user; ${text};
     alter table "cauri".moves enable trigger user; alter table "cauri".words enable trigger user`,
  )

const oneShort = `delete from "cauri".moves where kind = 'payout' and event = 'accepted'`
const ofVersion = (version: number) => `update "cauri".words set word = '${version}' where list = 'version'`

describe("the legal moves of a store", () => {
  it.live("are compared with core's: a store that is one move short, and would lose a token, is refused", () =>
    inSchema(function* (schema) {
      yield* change(schema, oneShort)
      const { message, reason } = yield* Effect.flip(opened(schema))
      assert.strictEqual(reason, "broken_migration")
      assert.include(message, "payout submitting accepted pending is missing")
    }),
  )

  it.live("are replaced by a newer program of the tables' owner alone, and guarded again", () =>
    inSchema(function* (schema) {
      const expected = yield* lists(schema)
      yield* change(
        schema,
        `${oneShort}; ${ofVersion(0)}; insert into "cauri".words (list, word) values ('payin open', 'Dreamt')`,
      )
      const role = `${schema}_guest`
      yield* runAction(
        schema,
        `create role ${role} login password '${role}'; grant usage on schema "cauri" to ${role};
           grant select, insert, update, delete on all tables in schema "cauri" to ${role}`,
      )
      const asGuest = Object.assign(new URL(url), { username: role, password: role }).href
      const { message, reason } = yield* Effect.flip(opened(schema, asGuest))
      yield* runAction(schema, `drop owned by ${role}; drop role ${role}`)
      assert.strictEqual(reason, "unavailable")
      assert.include(message, "Start a program of this version with the role that owns the tables.")
      yield* Effect.all([opened(schema), opened(schema)], { concurrency: 2 })
      assert.deepStrictEqual(yield* lists(schema), expected)
      yield* opened(schema)
    }),
  )

  it.live("of a newer program refuse an older one, and stay", () =>
    inSchema(function* (schema) {
      yield* change(schema, ofVersion(2))
      const before = yield* lists(schema)
      const { exitCode, message, reason } = yield* Effect.flip(opened(schema))
      assert.deepStrictEqual([reason, exitCode], ["newer_schema", 64])
      assert.include(message, "of version 2, and this program knows versions up to 1")
      assert.deepStrictEqual(yield* lists(schema), before)
    }),
  )
})
