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
          for (const index of ["payments_free", "payments_leased"]) assert.include(after.plan, index)
          // Index pages split now and then; a scan of what is finished or leased would touch hundreds of pages more.
          assert.isAtMost(after.pages, before.pages + 60)
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
