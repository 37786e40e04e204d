/**
 * What the database itself refuses, whoever asks: each rule of core that the tables repeat, broken by plain SQL past the library.
 */
import { assert, describe, it, layer as shared } from "@effect/vitest"
import { newGround, payinIn, payoutIn, type Step } from "@cauri/conformance"
import { PaymentStore } from "@cauri/core"
import { Context, Effect, Layer } from "effect"
import { default as pg } from "pg"
import { getTableConfig } from "drizzle-orm/pg-core"
import { layer } from "@cauri/store-postgres"
import { tablesIn } from "../src/tables.ts"
import { migrations } from "../src/migrations.ts"
import { scopedSchema, url } from "./support.ts"

/** The tables by plain SQL. `"cauri"` in a statement is the schema of this store. */
class Raw extends Context.Service<
  Raw,
  {
    readonly schema: string
    readonly run: (
      text: string,
      values?: ReadonlyArray<unknown>,
    ) => Effect.Effect<ReadonlyArray<Record<string, unknown>>>
    /** What the database says when it refuses. */
    readonly refusal: (text: string, values?: ReadonlyArray<unknown>) => Effect.Effect<string>
  }
>()("Raw") {}

const store = Layer.unwrap(
  Effect.map(scopedSchema, (schema) =>
    Layer.effect(
      Raw,
      Effect.map(
        Effect.acquireRelease(
          Effect.sync(() => new pg.Pool({ connectionString: url })),
          (pool) => Effect.promise(() => pool.end()),
        ),
        (pool) => {
          const ask = (text: string, values: ReadonlyArray<unknown> = []) =>
            pool.query<Record<string, unknown>>(text.replaceAll('"cauri"', `"${schema}"`), [...values])
          return Raw.of({
            schema,
            run: (text, values) => Effect.promise(async () => (await ask(text, values)).rows),
            refusal: (text, values) =>
              Effect.promise(() =>
                ask(text, values).then(
                  () => "nothing",
                  (error: unknown) => (error instanceof Error ? error.message : "no error"),
                ),
              ),
          })
        },
      ),
    ).pipe(Layer.provideMerge(layer({ url, schema }))),
  ),
)

const put = Effect.fnUntraced(function* (step: Step) {
  yield* (yield* PaymentStore).insert(step.change, step.tracking)
  const { kind, project, id } = step.change.payment.key
  return { where: `kind = '${kind}' and project = '${project}' and id = '${id}'`, key: [id, kind, project] as const }
})

type Put = Effect.Success<ReturnType<typeof put>>

const insertAttempt = `insert into "cauri".attempts (id, kind, project, number, attempt_kind, outcome, token, started_at)
  values ($1, $2, $3, $4, 'pay', $5, $6, 1)`

const insertEvent = `insert into "cauri".events (id, kind, project, seq, at, tag, delivered_as, body)
  values ($1, $2, $3, $4, 1, $5, 'flagged', '{}')`

const attemptOf = (key: Put["key"], number: number, outcome: string, token: string | null = null) => [
  ...key,
  number,
  outcome,
  token,
]

const document = (number: number, digest: string, more: Readonly<Record<string, number>> = {}) =>
  `insert into "cauri".documents (kind, number, digest, at, head${Object.keys(more)
    .map((name) => `, ${name}`)
    .join("")}) values ('statement', ${number}, '${digest}', 1, '{}'${Object.values(more)
    .map((value) => `, ${value}`)
    .join("")})`

shared(store, { excludeTestServices: true })("the tables of Postgres", (it) => {
  it.effect("have the columns that the queries name, of the same types", () =>
    Effect.gen(function* () {
      const { schema, run } = yield* Raw
      const rows = yield* run(
        `select table_name || '.' || column_name || ' ' || is_nullable || ' ' || udt_name as column
         from information_schema.columns where table_schema = $1`,
        [schema],
      )
      const found = rows.map(({ column }) => String(column))
      const types: Readonly<Record<string, string>> = {
        text: "text",
        bigint: "int8",
        jsonb: "jsonb",
        "text[]": "_text",
        integer: "int4",
        bytea: "bytea",
        boolean: "bool",
        "double precision": "float8",
      }
      const named = Object.values(tablesIn(schema)).flatMap((table) => {
        const { name, columns } = getTableConfig(table)
        return columns.map(
          (column) => `${name}.${column.name} ${column.notNull ? "NO" : "YES"} ${types[column.getSQLType()]}`,
        )
      })
      assert.deepStrictEqual(found.toSorted(), named.toSorted())
    }),
  )

  it.effect("compare every text byte for byte, whatever the database's own order is (T12)", () =>
    Effect.gen(function* () {
      const { schema, run } = yield* Raw
      const rows = yield* run(
        `select table_name || '.' || column_name as column from information_schema.columns
         where table_schema = $1 and data_type = 'text' and collation_name is distinct from 'C'`,
        [schema],
      )
      // Bodies are never compared.
      assert.deepStrictEqual(rows.map(({ column }) => String(column)).toSorted(), [
        "documents.head",
        "events.body",
        "payments.body",
      ])
    }),
  )

  it.effect("refuse amounts, names, kinds and states that core would refuse (#243-#245)", () =>
    Effect.gen(function* () {
      const { refusal } = yield* Raw
      const insert = (kind: string, project: string, id: string, state: string, amount: string) =>
        refusal(
          `insert into "cauri".payments (id, kind, project, state, seq, rail, amount, created_at, open_flags, body, version,
             newest_note, closed_at)
           values ($1, $2, $3, $4, 1, 'wallet', $5, 1, 0, '{}', 1, 0, case when $4 in ('expired', 'Gone') then 1 end)`,
          [id, kind, project, state, amount],
        )
      for (const [kind, amount, constraint] of [
        ["payin", "8", "payin_amount"],
        ["payin", "2000001", "payin_amount"],
        ["payout", "0", "payout_amount"],
        ["payout", "-5", "payout_amount"],
        ["payout", "9007199254740992", "safe_integer_check"],
        ["refund", "500", "payments_kind_check"],
      ] as const) {
        assert.include(yield* insert(kind, "shop", "a", "intended", amount), constraint)
      }
      assert.include(yield* insert("payin", "shop", "a", "held", "500"), "no such state of this kind")
      assert.include(yield* insert("payout", "shop", "a", "expired", "500"), "no such state of this kind")
      assert.include(yield* insert("payout", "shop", "a", "Gone", "500"), "no such state of this kind")
      assert.include(yield* insert("payout", "a shop", "a", "intended", "500"), "name_check")
      assert.include(yield* insert("payout", "shop", "a\nb", "intended", "500"), "name_check")
      assert.strictEqual(yield* insert("payin", "shop", "smallest", "intended", "9"), "nothing")
      assert.strictEqual(yield* insert("payin", "shop", "greatest", "intended", "2000000"), "nothing")
    }),
  )

  it.effect("refuse a state to which no event of the step leads", () =>
    Effect.gen(function* () {
      const { run, refusal } = yield* Raw
      const { where, key } = yield* put(payoutIn(yield* newGround, "salary"))
      const move = (state: string, seq: number) =>
        refusal(`update "cauri".payments set state = $1, seq = $2, version = version + 1 where ${where}`, [state, seq])
      const words = "no events of this payment lead to that state"
      assert.include(yield* move("pending", 1), words)
      assert.include(yield* move("submitting", 2), words)
      yield* run(insertEvent, [...key, 2, "attempt_started"])
      assert.include(yield* move("pending", 2), words)
      assert.include(yield* move("submitting", 3), words)
      yield* run(insertEvent, [...key, 4, "accepted"])
      assert.include(yield* move("pending", 4), words)
      assert.strictEqual(yield* move("submitting", 2), "nothing")
      yield* run(insertEvent, [...key, 3, "attempt_not_sent"])
      assert.strictEqual(yield* move("intended", 3), "nothing")
    }),
  )

  it.effect("let several events of one step lead through states of their own", () =>
    Effect.gen(function* () {
      const { run, refusal } = yield* Raw
      const { where, key } = yield* put(payoutIn(yield* newGround, "salary"))
      const tags = ["attempt_started", "accepted", "flagged", "completed"]
      for (const [index, tag] of tags.entries()) yield* run(insertEvent, [...key, index + 2, tag])
      const move = (state: string) =>
        refusal(
          `update "cauri".payments set state = $1, seq = 5, closed_at = 1, version = version + 1 where ${where}`,
          [state],
        )
      assert.include(yield* move("not_completed"), "lead to that state")
      assert.strictEqual(yield* move("completed"), "nothing")
    }),
  )

  it.effect("count versions and leases one by one, and let nothing change without a new version", () =>
    Effect.gen(function* () {
      const { refusal } = yield* Raw
      const { where } = yield* put(payoutIn(yield* newGround, "salary", "pending"))
      const change = (what: string) => refusal(`update "cauri".payments set ${what} where ${where}`)
      const words = "versions are counted one by one"
      for (const what of ["version = 3", "version = 0", "body = 'x'", "newest_note = 1, version = 5"]) {
        assert.include(yield* change(what), words, what)
      }
      for (const what of ["version = 2", "newest_note = 3"]) {
        assert.strictEqual(yield* change(what), "nothing", what)
      }
      assert.include(yield* change("newest_note = 2"), words)
      const place = (what: string) => refusal(`update "cauri".queue set ${what} where ${where}`)
      const otherWords = "leases are counted one by one, each for its own payment"
      for (const what of ["lease_number = 2", "id = 'other'", "created_at = 1"]) {
        assert.include(yield* place(what), otherWords, what)
      }
      assert.strictEqual(yield* place("lease_number = 1, lease_until = 5"), "nothing")
      assert.include(yield* place("lease_number = 0"), otherWords)
      assert.include(yield* refusal(`delete from "cauri".queue where ${where}`), "kept for ever")
    }),
  )

  it.effect("never let the content of a payment change, nor a payment go", () =>
    Effect.gen(function* () {
      const { refusal } = yield* Raw
      const { where } = yield* put(payoutIn(yield* newGround, "salary", "pending"))
      const changes = [
        "amount = 501",
        "party = null",
        "rail = 'x'",
        "refund_of = 'order'",
        "created_at = 1",
        "id = 'other'",
      ]
      for (const what of changes) {
        const said = yield* refusal(`update "cauri".payments set ${what}, version = version + 1 where ${where}`)
        assert.include(said, "the content of a payment never changes", what)
      }
      assert.include(yield* refusal(`delete from "cauri".payments where ${where}`), "kept for ever")
      assert.include(yield* refusal(`truncate "cauri".payments cascade`), "kept for ever")
    }),
  )

  it.effect("refuse a second open attempt of a payout, while a late answer still finds its own (S2)", () =>
    Effect.gen(function* () {
      const { run, refusal } = yield* Raw
      for (const outcome of ["in_flight", "no_answer", "accepted"]) {
        const { key } = yield* put(payoutIn(yield* newGround, "salary"))
        yield* run(insertAttempt, attemptOf(key, 1, outcome, outcome === "accepted" ? "t" : null))
        const second = yield* refusal(insertAttempt, attemptOf(key, 2, "in_flight"))
        assert.match(second, /another attempt of this payout is open|attempts_in_flight/, outcome)
      }
      const { key, where } = yield* put(payoutIn(yield* newGround, "salary"))
      yield* run(insertAttempt, attemptOf(key, 1, "not_executed"))
      yield* run(insertAttempt, attemptOf(key, 2, "in_flight"))
      const late = `update "cauri".attempts set outcome = 'accepted', token = 'late' where ${where} and number = 1`
      assert.strictEqual(yield* refusal(late), "nothing")
      const again = `update "cauri".attempts set outcome = 'in_flight', token = null where ${where} and number = 1`
      assert.include(yield* refusal(again), "never sent twice")
    }),
  )

  it.effect("let a payin be tried again beside an unanswered attempt, but never twice at once (P16)", () =>
    Effect.gen(function* () {
      const { run, refusal } = yield* Raw
      const { key } = yield* put(payinIn(yield* newGround, "order"))
      yield* run(insertAttempt, attemptOf(key, 1, "no_answer"))
      yield* run(insertAttempt, attemptOf(key, 2, "in_flight"))
      const third = yield* refusal(insertAttempt, attemptOf(key, 3, "in_flight"))
      assert.include(third, "attempts_in_flight")
    }),
  )

  it.effect("never give up a token, and never lose an attempt (S7, #78)", () =>
    Effect.gen(function* () {
      const { refusal } = yield* Raw
      const { where } = yield* put(payoutIn(yield* newGround, "salary", "pending"))
      for (const what of ["token = null, outcome = 'no_answer'", "token = 'other'", "number = 9", "started_at = 9"]) {
        const said = yield* refusal(`update "cauri".attempts set ${what} where ${where}`)
        assert.include(said, "its token is never given up", what)
      }
      assert.include(yield* refusal(`delete from "cauri".attempts where ${where}`), "kept for ever")
      assert.include(yield* refusal(`update "cauri".attempts set token = null where ${where}`), "token")
    }),
  )

  it.effect("add to history and never change it, and to no payment that is not there (S14)", () =>
    Effect.gen(function* () {
      const { run, refusal } = yield* Raw
      const { where, key } = yield* put(payoutIn(yield* newGround, "salary", "pending"))
      for (const text of [
        `update "cauri".events set body = '{}' where ${where}`,
        `delete from "cauri".events where ${where}`,
        `truncate "cauri".events`,
      ]) {
        assert.include(yield* refusal(text), "only ever added to", text)
      }
      assert.include(yield* refusal(insertEvent, [...key, 1, "intended"]), "events_pkey")
      assert.include(yield* refusal(insertEvent, ["nobody", "payout", "shop", 1, "intended"]), "belongs to a payment")
      const [row] = yield* run(`select count(*)::int as count from "cauri".events where ${where}`)
      assert.strictEqual(row?.["count"], 3)
    }),
  )

  it.effect("let a delivery be due as long as there is something to hear, and let it stay with its payment", () =>
    Effect.gen(function* () {
      const { run, refusal } = yield* Raw
      const ground = yield* newGround
      yield* (yield* PaymentStore).subscribe({ consumer: "shop", from: ground.at, limit: 100 })
      const { where } = yield* put(payoutIn(ground, "salary", "completed"))
      const change = (what: string) => refusal(`update "cauri".deliveries set ${what} where ${where}`)
      assert.include(yield* change("due_at = null"), "due_while_undelivered")
      const words = "leases are counted one by one, and a delivery stays with its payment"
      for (const what of [
        "lease_number = 2",
        "newest = newest - 1",
        "id = 'other'",
        "consumer = 'other'",
        "created_at = 1",
      ]) {
        assert.include(yield* change(what), words, what)
      }
      assert.strictEqual(yield* change("delivered = newest, due_at = null, lease_number = 1"), "nothing")
      assert.lengthOf(yield* run(`select from "cauri".deliveries where due_at is null`), 1)
    }),
  )

  it.effect("list what is open for as long as it is open, so that a restore finds it", () =>
    Effect.gen(function* () {
      const { run, refusal } = yield* Raw
      const open = yield* put(payoutIn(yield* newGround, "salary", "pending"))
      const closed = yield* put(payoutIn(yield* newGround, "salary", "completed"))
      const [id, kind, project] = closed.key
      for (const text of [
        `delete from "cauri".open_payments`,
        `delete from "cauri".open_payments where ${open.where}`,
        `update "cauri".open_payments set id = 'other' where ${open.where}`,
        `truncate "cauri".open_payments`,
      ]) {
        assert.include(yield* refusal(text), "listed as long as it is open", text)
      }
      assert.lengthOf(yield* run(`select from "cauri".open_payments where ${open.where}`), 1)
      // What is listed and not open may go: somebody puts the list right.
      yield* run(`insert into "cauri".open_payments (created_at, kind, project, id) values (1, $1, $2, $3)`, [
        kind,
        project,
        id,
      ])
      assert.strictEqual(yield* refusal(`delete from "cauri".open_payments where ${closed.where}`), "nothing")
    }),
  )

  it.effect("take nothing away but what is archived", () =>
    Effect.gen(function* () {
      const { refusal, run } = yield* Raw
      const step = payoutIn(yield* newGround, "salary", "pending")
      const { where } = yield* put(step)
      const note = { key: step.change.payment.key, attempt: 1, fingerprint: "print", receivedAt: 5 }
      yield* (yield* PaymentStore).noteCallback({ ...note, body: Uint8Array.of(1) })
      for (const what of ["fingerprint = 'x', body = null", "received_at = 1, body = null", "body = '\\x02'"]) {
        const said = yield* refusal(`update "cauri".callback_notes set ${what} where ${where}`)
        assert.include(said, "only the body is ever taken away", what)
      }
      assert.include(yield* refusal(`delete from "cauri".callback_notes where ${where}`), "kept for ever")
      const taken = [
        `update "cauri".callback_notes set body = null where ${where}`,
        `update "cauri".events set body = '' where ${where}`,
        `update "cauri".payments set party = null where ${where}`,
      ]
      for (const each of taken)
        assert.match(yield* refusal(each), /only the body is|only ever added|never changes/, each)
      yield* run(
        `insert into "cauri".archive select id, kind, project, '{}', '{}' from "cauri".payments where ${where}`,
      )
      for (const each of taken) assert.strictEqual(yield* refusal(each), "nothing")
      assert.include(yield* refusal(`update "cauri".events set at = 2, body = '' where ${where}`), "only ever added to")
      assert.include(yield* refusal('delete from "cauri".archive'), "kept for ever")
      assert.strictEqual(yield* (yield* PaymentStore).noteCallback({ ...note, body: null }), "Repeat")
    }),
  )

  it.effect("keep documents for ever, each as one JSON object, and replace one once", () =>
    Effect.gen(function* () {
      const { refusal, run } = yield* Raw
      yield* run(document(1, "print", { replaced_by: 2 }))
      yield* run(document(2, "print", { replaces: 1 }))
      assert.match(yield* refusal(document(3, "print")), /unique constraint/)
      assert.match(yield* refusal(document(3, "other", { replaces: 1 })), /unique constraint/)
      assert.match(yield* refusal(document(3, "other", { replaces: 9 })), /foreign key/)
      assert.match(yield* refusal(document(3, "other").replace("'{}'", "'[]'")), /check constraint/)
      for (const text of [
        `update "cauri".documents set at = 2`,
        `update "cauri".documents set replaced_by = null where number = 1`,
        `update "cauri".documents set replaced_by = 3 where number = 1`,
        `update "cauri".documents set replaced_by = 3, head = '{"a":1}' where number = 2`,
        `delete from "cauri".documents`,
        `truncate "cauri".documents`,
      ]) {
        assert.include(yield* refusal(text), "documents are kept for ever", text)
      }
    }),
  )

  it.effect("keep the store's name, and let its high water only rise", () =>
    Effect.gen(function* () {
      const { refusal } = yield* Raw
      yield* put(payoutIn(yield* newGround, "salary", "pending"))
      for (const text of [
        `update "cauri".high_water set mark = mark - 1`,
        `delete from "cauri".high_water`,
        `truncate "cauri".high_water`,
      ]) {
        assert.include(yield* refusal(text), "high water of a store only rises", text)
      }
      for (const text of [`update "cauri".store set id = 'other'`, `delete from "cauri".store`]) {
        assert.include(yield* refusal(text), "keeps its name", text)
      }
      assert.match(
        yield* refusal(`insert into "cauri".store (id, created_at) values ($1, 1)`, ["x".repeat(36)]),
        /store_pkey/,
      )
      for (const table of ["moves", "words"])
        assert.include(yield* refusal(`delete from "cauri".${table}`), "replaced by a newer program only")
    }),
  )
})

describe("a migration", () => {
  it("names its schema everywhere, so that no search path is relied upon", () => {
    const text = migrations.map(({ sql }) => sql).join("\n")
    const tables = Object.values(tablesIn("cauri")).map((table) => getTableConfig(table).name)
    const unqualified = tables.flatMap((name) =>
      [...text.matchAll(new RegExp(`(?:from|join|into|update|references|table|on) (?:only )?${name}\\b`, "g"))].map(
        String,
      ),
    )
    assert.deepStrictEqual(unqualified, [])
  })
})
