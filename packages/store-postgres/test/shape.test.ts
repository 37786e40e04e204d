/** Tables that were restored by half, or whose guards are switched off, are no store any more. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { layer } from "@cauri/store-postgres"
import { migrations } from "../src/migrations.ts"
import { schemaPartsOf } from "../src/shape.ts"
import { scopedSchema, url, withClient } from "./support.ts"

const opened = (schema: string, pool = {}) => Effect.scoped(Layer.build(Layer.fresh(layer({ url, schema, pool }))))

const inSchema = <A, E>(work: (schema: string) => Effect.Effect<A, E>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const schema = yield* scopedSchema
      yield* opened(schema)
      return yield* work(schema)
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
    "without a key": [`alter table "cauri".payments drop constraint payments_pkey`, "index payments_pkey."],
    "without the condition that a note belongs to an attempt": [
      `alter table "cauri".callback_notes drop constraint callback_notes_id_kind_project_attempt_fkey`,
      "foreign key of callback_notes.",
    ],
    "without the function that takes what is due": [`drop function "cauri".take_due`, "function take_due."],
  }
  for (const [title, [damage, named]] of Object.entries(damages)) {
    it.live(`are refused: ${title}`, () =>
      inSchema((schema) =>
        Effect.gen(function* () {
          yield* runAction(schema, damage)
          const { exitCode, message, reason } = yield* Effect.flip(opened(schema))
          assert.deepStrictEqual([reason, exitCode], ["BrokenMigration", 64])
          assert.include(message, `this is missing, changed or switched off: ${named}`)
        }),
      ),
    )
  }

  it.live("are no matter of what a host adds to them", () =>
    inSchema((schema) =>
      Effect.gen(function* () {
        yield* runAction(schema, `create index payments_by_party on "cauri".payments (party)`)
        yield* opened(schema)
      }),
    ),
  )

  it.live("lack nothing that a new schema has: each trigger, index, function and foreign key is looked for", () =>
    inSchema((schema) =>
      Effect.gen(function* () {
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
    ),
  )
})
