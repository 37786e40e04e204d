/** What taking costs: only what is due and free is looked at, however many payments are finished or leased. */
import { assert, describe } from "@effect/vitest"
import { newGround, payoutIn } from "@cauri/conformance"
import { PaymentStore } from "@cauri/core"
import { StoreStatus, toEventRow, toPaymentWrite } from "@cauri/core/adapter"
import { append, CreationToken, PaymentEvent } from "@cauri/core/model"
import { PgDialect } from "drizzle-orm/pg-core"
import { Effect, Layer, Result } from "effect"
import { it } from "@cauri/house/it"
import { layer, layerFrom, PostgresStore } from "@cauri/store-postgres"
import { tablesIn } from "../src/tables.ts"
import { type ClientBase, default as pg } from "pg"
import { contextOf } from "../src/context.ts"
import { listStatement } from "../src/queries.ts"
import { inNewStore, scopedSchema, url, withClient } from "./support.ts"

const together = { concurrency: "unbounded" } as const

/** How often each table was read from end to end, and how many entries each index gave, as far as the server counted by now. */
const counted = async (client: ClientBase, schema: string) => {
  const { rows } = await client.query<{ name: string; scans: number; given: number }>(
    `select relname as name, pg_stat_get_xact_numscans(oid)::int as scans, pg_stat_get_xact_tuples_returned(oid)::int as given
     from pg_class where relnamespace = $1::regnamespace and relkind in ('r', 'i')`,
    [schema],
  )
  return new Map(rows.map(({ name, scans, given }) => [name, { scans, given }]))
}

/** What one taking of ten reads: how often each table is read from end to end, and how many entries each index gives. */
const touched = Effect.fnUntraced(function* (schema: string) {
  const { text } = contextOf({ schema }).context.statements.takeDue
  const own = yield* PostgresStore
  return yield* own.transact("explain", async (client) => {
    // What the transactions before did may not be handed on yet.
    const before = await counted(client, schema)
    const { rowCount } = await client.query(text, [1_000, 10, 2_000, []])
    const after = await counted(client, schema)
    return {
      rows: rowCount,
      scans: (table: string) => Number(after.get(table)?.scans) - Number(before.get(table)?.scans),
      given: (index: string) => Number(after.get(index)?.given) - Number(before.get(index)?.given),
    }
  })
})

/** Clears away what nobody needs any more, once every transaction has ended that began before: they would keep it, wherever they are. */
const vacuum = async (client: ClientBase, table: string) => {
  const { rows } = await client.query<{ readonly now: string }>("select pg_current_xact_id()::text as now")
  const ended = async () =>
    (
      await client.query("select from pg_snapshot_xmin(pg_current_snapshot()) as oldest where oldest > $1::xid8", [
        rows[0]?.now,
      ])
    ).rowCount === 1
  for (; !(await ended());) await client.query("select pg_sleep(0.01)")
  await client.query(`vacuum ${table}`)
}

/** So many payouts, each with its attempt. */
const insert = Effect.fnUntraced(function* (
  count: number,
  name: string,
  state: "pending" | "completed",
  actAt: number | null,
) {
  const store = yield* PaymentStore
  const ground = yield* newGround
  yield* Effect.forEach(
    Array.from({ length: count }, (_, index) => payoutIn(ground, `${name}-${index}`, state, { actAt })),
    (step) => store.insert(step.change, step.tracking),
    together,
  )
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
    inNewStore(function* (schema) {
      const store = yield* PaymentStore
      yield* insert(500, "leased", "pending", 1)
      yield* store.takeDue({ now: 1, limit: 500, until: 1_000_000 })
      yield* insert(40, "due", "pending", 2)
      // The places that the lease left are cleared away.
      const clear = Effect.promise(() => withClient((client) => vacuum(client, `"${schema}".queue`)))
      const before = yield* Effect.andThen(clear, touched(schema))
      yield* insert(1_500, "finished", "completed", null)
      const after = yield* Effect.andThen(clear, touched(schema))
      for (const { rows, scans, given } of [before, after]) {
        // The first row tells when the next of all others is due.
        assert.strictEqual(rows, 11)
        for (const table of ["payments", "queue", "attempts"]) assert.strictEqual(scans(table), 0, table)
        // The ten, and some of them again on the way to the next one.
        assert.isAtMost(given("queue_free"), 21)
        assert.isAtMost(given("queue_leased"), 1)
        assert.deepStrictEqual([given("payments_pkey"), given("attempts_pkey")], [10, 10])
      }
    }),
  )
})

describe("what was planned while a table was empty", () => {
  it.live("finds each row by its key when the table is full: a remembered plan compares no two lists", () =>
    inNewStore(function* (schema) {
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
    }),
  )
})

describe("a taking that was planned while the tables were empty", () => {
  it.live("finds each payment and its attempts by key when they are full", () =>
    inNewStore(
      function* (schema) {
        const store = yield* PaymentStore
        yield* (yield* PostgresStore).transact("analyze", (client) =>
          client.query(`analyze "${schema}".attempts, "${schema}".payments, "${schema}".queue`),
        )
        yield* insert(1, "first", "pending", 1)
        // The sixth time a plan is remembered.
        for (let count = 0; count < 8; count++) yield* store.takeDue({ now: 2, limit: 10, until: 2 })
        yield* insert(200, "due", "pending", 2)
        const { given, scans } = yield* touched(schema)
        for (const table of ["payments", "queue", "attempts"]) assert.strictEqual(scans(table), 0, table)
        assert.deepStrictEqual([given("payments_pkey"), given("attempts_pkey")], [10, 10])
      },
      { pool: { max: 1 } },
    ),
  )
})

describe("taking what a consumer has to hear", () => {
  it.live("costs the same among much that others have to hear, that was heard and that is leased", () =>
    inNewStore(function* (schema) {
      const store = yield* PaymentStore
      const late = 4_000_000_000_000
      for (const consumer of ["books", "shop"]) yield* store.subscribe({ consumer, from: 0, limit: 1 })
      yield* insert(300, "leased", "completed", null)
      const leased = yield* store.takeDeliveries({
        consumer: "shop",
        now: late,
        limit: 300,
        until: Number.MAX_SAFE_INTEGER,
      })
      for (const each of leased.taken.slice(100)) yield* store.markDelivered(each, { seq: each.entry.seq, now: 1 })
      yield* insert(40, "due", "completed", null)
      yield* Effect.promise(() => withClient((client) => vacuum(client, `"${schema}".deliveries`)))
      const { text } = contextOf({ schema }).context.statements.takeDeliveries
      const { transact } = yield* PostgresStore
      yield* transact("explain", async (client) => {
        const before = await counted(client, schema)
        const { rowCount } = await client.query(text, ["shop", late, 10, late + 1])
        const after = await counted(client, schema)
        const scans = (table: string) => Number(after.get(table)?.scans) - Number(before.get(table)?.scans)
        const given = (index: string) => Number(after.get(index)?.given) - Number(before.get(index)?.given)
        // The first row tells when the next of all others is due.
        assert.strictEqual(rowCount, 11)
        for (const table of ["deliveries", "payments", "queue", "attempts", "events"])
          assert.strictEqual(scans(table), 0, table)
        // What is leased is passed over, and little is.
        assert.isAtMost(given("deliveries_waiting"), 221)
        assert.isAtMost(given("deliveries_leased"), 1)
        assert.deepStrictEqual([given("payments_pkey"), given("queue_pkey")], [10, 10])
      })
    }),
  )
})

describe("the functions that take", () => {
  it.live("ask for one plan in a session, and for no compiled one, whatever the session would do", function* () {
    const schema = yield* scopedSchema
    yield* Effect.scoped(Layer.build(layer({ url, schema })))
    const { rows } = yield* Effect.promise(() =>
      withClient((client) =>
        client.query("select proconfig from pg_proc where pronamespace = $1::regnamespace and proname like 'take%'", [
          schema,
        ]),
      ),
    )
    const proconfig = ["plan_cache_mode=force_generic_plan", "jit=off"]
    assert.deepStrictEqual(rows, [{ proconfig }, { proconfig }])
  })
})

describe("a store on one connection of the host", () => {
  it.live("does one thing after the other, and all of them", function* () {
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
        payoutIn(ground, `salary-${index}`, "pending", { actAt: 1 }),
      )
      yield* Effect.forEach(steps, (step) => store.insert(step.change, step.tracking), together)
      const [taken, listed] = yield* Effect.all(
        [store.takeDue({ now: 5, limit: 50, until: 9 }), store.list({ limit: 50 })],
        together,
      )
      assert.deepStrictEqual([taken.taken.length, listed.length], [20, 20])
    }).pipe(Effect.provide(layerFrom(client, { schema })))
    const { rows } = yield* Effect.promise(() => client.query("show enable_seqscan"))
    assert.deepStrictEqual(rows, [{ enable_seqscan: "on" }])
  })
})

describe("a save", () => {
  it.live("writes its payment beside the old one and touches no index of the payments", () =>
    inNewStore(function* (schema) {
      const store = yield* PaymentStore
      const ground = yield* newGround
      const pending = payoutIn(ground, "salary", "pending")
      yield* store.insert(pending.change, pending.tracking)
      const { change, tracking } = payoutIn(ground, "salary", "completed")
      const row = toPaymentWrite(change.payment, tracking)
      const last = change.entries.slice(-1).map(toEventRow)
      const terms = { version: 1, giveBack: null, now: ground.at, readNote: 0 }
      const { answer, written } = yield* (yield* PostgresStore).transact("count", async (client, steps) => {
        const writes = async () => {
          const { rows } = await client.query<{ all: number; beside: number }>(
            `select pg_stat_get_xact_tuples_updated($1::regclass)::int as all,
                   pg_stat_get_xact_tuples_hot_updated($1::regclass)::int as beside`,
            [`"${schema}".payments`],
          )
          const [counts = { all: 0, beside: 0 }] = rows
          return counts
        }
        const before = await writes()
        const answer = await steps.save(row, last, terms)
        const after = await writes()
        return { answer, written: [after.all - before.all, after.beside - before.beside] }
      })
      assert.strictEqual(answer, "Saved")
      assert.deepStrictEqual(written, [1, 1])
    }),
  )
})

describe("a list of open payments", () => {
  it.live("reads no payment that is closed, whatever became of it before", () =>
    inNewStore(function* (schema) {
      const store = yield* PaymentStore
      const ground = yield* newGround
      yield* insert(300, "closed", "completed", null)
      // Closed and opened again, and the other way round.
      const refused = payoutIn(ground, "refused", "refused")
      const pending = payoutIn(ground, "pending", "pending")
      for (const step of [refused, pending]) yield* store.insert(step.change, step.tracking)
      const terms = { version: 1, giveBack: null, now: ground.at }
      const late = PaymentEvent.cases.answered_late.make({
        attempt: 1,
        answer: { _tag: "accepted", token: CreationToken.make("late"), url: null },
        to: "pending",
      })
      const opened = Result.getOrThrow(append(refused.change.payment, [late], ground.at))
      assert.strictEqual(yield* store.save(opened, refused.tracking, terms), "Saved")
      const closed = payoutIn(ground, "pending", "completed")
      const last = { payment: closed.change.payment, entries: closed.change.entries.slice(-1) }
      assert.strictEqual(yield* store.save(last, closed.tracking, terms), "Saved")
      const { given, ids } = yield* (yield* PostgresStore).transact("explain", async (client) => {
        const query = new PgDialect().sqlToQuery(
          listStatement(tablesIn(schema), { states: ["pending", "in_doubt"], limit: 100 }),
        )
        const before = (await counted(client, schema)).get("payments_pkey")
        const { rows } = await client.query(query.sql, query.params)
        const after = (await counted(client, schema)).get("payments_pkey")
        return { ids: rows.map(({ id }) => id), given: Number(after?.given) - Number(before?.given) }
      })
      assert.deepStrictEqual([ids, given], [["refused"], 1])
      assert.deepStrictEqual(yield* (yield* StoreStatus).contradictions, [])
    }),
  )
})
