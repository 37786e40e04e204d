/** What the counts cost: what is closed is never looked at, however much of it there is. */
import { assert, describe, it } from "@effect/vitest"
import { layer, PostgresStore } from "@cauri/store-postgres"
import { tablesIn } from "../src/tables.ts"
import { Effect, Schema } from "effect"
import { backlogStatement } from "../src/reports.ts"
import { scopedSchema, url } from "./support.ts"

interface Plan {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Index Name"?: string
  readonly "Index Cond"?: string
  readonly Plans?: ReadonlyArray<Plan>
}

const Plan: Schema.Codec<Plan> = Schema.Struct({
  "Node Type": Schema.String,
  "Relation Name": Schema.optionalKey(Schema.String),
  "Index Name": Schema.optionalKey(Schema.String),
  "Index Cond": Schema.optionalKey(Schema.String),
  Plans: Schema.optionalKey(Schema.Array(Schema.suspend(() => Plan))),
})

const Explained = Schema.Tuple([Schema.Struct({ "QUERY PLAN": Schema.Tuple([Schema.Struct({ Plan })]) })])

const scansOfPayments = (plan: Plan): ReadonlyArray<string> => [
  ...(plan["Relation Name"] === "payments"
    ? [`${plan["Index Name"] ?? plan["Node Type"]} ${/id.* = \(*o\.id/.test(plan["Index Cond"] ?? "")}`]
    : []),
  ...(plan.Plans ?? []).flatMap(scansOfPayments),
]

describe("how much is waiting on Postgres", () => {
  it.live("is counted over what is open and what is flagged, and no other payment is read", () =>
    Effect.gen(function* () {
      const schema = yield* scopedSchema
      yield* Effect.gen(function* () {
        const { transact } = yield* PostgresStore
        const rows = yield* transact("explain", async (client) => {
          const fill = `insert into "${schema}".payments (id, kind, project, state, seq, rail, amount, created_at, closed_at, open_flags,
              body, version, newest_note)
            select 'closed-' || n, 'payout', 'shop', 'completed', 1, 'wallet', 500, n, n, 0, '{}', 1, 0 from generate_series(1, 5000) as n`
          await client.query(fill)
          await client.query(`analyze "${schema}".payments`)
          const { text } = backlogStatement(tablesIn(schema), schema)
          return (await client.query(`explain (format json) ${text}`, [1_000])).rows
        })
        const [
          {
            "QUERY PLAN": [{ Plan: plan }],
          },
        ] = yield* Schema.decodeUnknownEffect(Explained)(rows)
        assert.deepStrictEqual(scansOfPayments(plan).toSorted(), ["payments_flagged false", "payments_pkey true"])
      }).pipe(Effect.provide(layer({ url, schema })))
    }),
  )
})
