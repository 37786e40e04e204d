/** What taking costs: only what is due and free is looked at, however many payments are finished or leased. */
import { assert, describe, it } from "@effect/vitest"
import { newGround, payoutIn } from "@cauri/conformance"
import { PaymentStore } from "@cauri/core"
import { Effect } from "effect"
import { layer, layerFrom, PostgresStore } from "@cauri/store-postgres"
import { default as pg } from "pg"
import { contextOf } from "../src/context.ts"
import { scopedSchema, url } from "./support.ts"

const together = { concurrency: "unbounded" } as const

/** The pages that one taking of ten touches. */
const pagesTouched = Effect.fnUntraced(function* (schema: string) {
  const { text } = contextOf({ schema }).context.statements.takeDue
  const own = yield* PostgresStore
  return yield* own.transact("explain", async (client) => {
    const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, [1_000, 10, 2_000])
    const [{ Plan: plan }] = rows[0]["QUERY PLAN"]
    return { pages: Number(plan["Shared Hit Blocks"]) + Number(plan["Shared Read Blocks"]), plan: JSON.stringify(plan) }
  })
})

interface Plan {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Index Cond"?: string
  readonly Plans?: ReadonlyArray<Plan>
}

/** How each table is read in a plan. */
const scansIn = (plan: Plan): ReadonlyArray<string> => [
  ...(plan["Node Type"].includes("Scan") && plan["Relation Name"] !== undefined
    ? [`${plan["Relation Name"]} ${plan["Node Type"]} Index Cond ${plan["Index Cond"] ?? "none"}`]
    : []),
  ...(plan.Plans ?? []).flatMap(scansIn),
]

describe("taking what is due", () => {
  it.live("costs the same among many finished and many leased payments (C16)", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const schema = yield* scopedSchema
        yield* Effect.gen(function* () {
          const store = yield* PaymentStore
          const ground = yield* newGround
          const insert = (count: number, name: string, state: "Pending" | "Completed", actAt: number | null) =>
            Effect.forEach(
              Array.from({ length: count }, (_, index) => payoutIn(ground, `${name}-${index}`, state, { actAt })),
              (step) => store.insert(step.change, step.watch),
              together,
            )
          yield* insert(500, "leased", "Pending", 1)
          yield* store.takeDue(1, 500, 1_000_000)
          yield* insert(40, "due", "Pending", 2)
          const before = yield* pagesTouched(schema)
          yield* insert(1_500, "finished", "Completed", null)
          const after = yield* pagesTouched(schema)
          assert.notInclude(after.plan, "Seq Scan")
          for (const index of ["queue_free", "queue_leased"]) assert.include(after.plan, index)
          // Index pages split now and then; a scan of what is finished or leased would touch hundreds of pages more.
          assert.isAtMost(after.pages, before.pages + 60)
        }).pipe(Effect.provide(layer({ url, schema })))
      }),
    ),
  )
})

describe("what was planned while a table was empty", () => {
  it.live("finds each row by its key when the table is full: a remembered plan compares no two lists", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const schema = yield* scopedSchema
        yield* Effect.gen(function* () {
          const { transact } = yield* PostgresStore
          const { statements } = contextOf({ schema }).context
          const plans = yield* transact("explain", async (client) => {
            await client.query(`analyze "${schema}".attempts, "${schema}".callback_notes, "${schema}".events`)
            const all: Array<string> = []
            for (const name of ["save", "claim", "note"] as const) {
              const { rows } = await client.query(`explain (generic_plan, format json) ${statements[name].text}`)
              all.push(...scansIn(rows[0]["QUERY PLAN"][0].Plan))
            }
            return all
          })
          const lists = plans.filter((scan) => /^(attempts|callback_notes|events) /.test(scan))
          assert.isAtLeast(lists.length, 3)
          assert.deepStrictEqual(
            lists.filter((scan) => !/Index Cond .*id = /.test(scan)),
            [],
          )
        }).pipe(Effect.provide(layer({ url, schema })))
      }),
    ),
  )
})

describe("a store on one connection of the host", () => {
  it.live("does one thing after the other, and all of them", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const schema = yield* scopedSchema
        const client = yield* Effect.acquireRelease(
          Effect.promise(async () => {
            const open = new pg.Client({ connectionString: url })
            await open.connect()
            return open
          }),
          (open) => Effect.promise(() => open.end()),
        )
        yield* Effect.gen(function* () {
          const store = yield* PaymentStore
          const ground = yield* newGround
          const steps = Array.from({ length: 20 }, (_, index) =>
            payoutIn(ground, `salary-${index}`, "Pending", { actAt: 1 }),
          )
          yield* Effect.forEach(steps, (step) => store.insert(step.change, step.watch), together)
          const [taken, listed] = yield* Effect.all([store.takeDue(5, 50, 9), store.list({ limit: 50 })], together)
          assert.deepStrictEqual([taken.taken.length, listed.length], [20, 20])
        }).pipe(Effect.provide(layerFrom(client, { schema })))
        const { rows } = yield* Effect.promise(() => client.query("show enable_seqscan"))
        assert.deepStrictEqual(rows, [{ enable_seqscan: "on" }])
      }),
    ),
  )
})
