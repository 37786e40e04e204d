/**
 * What the steps do to the file beyond the contract: which indexes they use, what they keep of text and numbers, and how a row that cannot
 * be kept is told.
 */
import { newGround, payoutIn } from "@cauri/conformance"
import { PaymentStore } from "@cauri/core"
import { toEventRow, toPaymentWrite } from "@cauri/core/adapter"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { itOver } from "@cauri/house/it"
import { SqliteStore } from "../src/index.ts"
import { prepareTaking } from "../src/deliveries.ts"
import { prepareStatements } from "../src/statements.ts"
import { takeFrom } from "../src/taking.ts"
import { newStore } from "./support.ts"

const it = itOver(() => newStore({ reserve: 0 }))

/** How SQLite would carry out a statement, step by step. */
const plan = Effect.fnUntraced(function* (sql: string, parameters: number) {
  const { client } = yield* SqliteStore
  return client
    .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...Array.from({ length: parameters }, () => 1))
    .map(({ detail }) => detail)
})

describe("what is due", () => {
  it("is found in its order without a look at finished or leased payments, and nothing is sorted", function* () {
    const statements = prepareStatements((yield* SqliteStore).client)
    const [free] = yield* plan(statements.free.sql, 1)
    assert.match(free ?? "", /^SEARCH cauri_queue USING COVERING INDEX cauri_queue_free/)
    const leased = yield* plan(statements.leased.sql, 1)
    assert.strictEqual(leased.filter((step) => step.includes("cauri_")).length, 1)
    assert.match(leased[0] ?? "", /cauri_queue_leased/)
    const earliest = yield* plan(statements.earliest.sql, 2)
    for (const index of ["free", "leased"])
      assert.isTrue(earliest.some((step) => step.startsWith("SEARCH") && step.includes(`cauri_queue_${index}`)))
    const all = [...(yield* plan(statements.free.sql, 1)), ...leased, ...earliest]
    assert.deepStrictEqual(
      all.filter((step) => /TEMP B-TREE/.test(step)),
      [],
    )
    const abandoned = yield* plan(statements.abandoned.sql, 2)
    assert.match(abandoned[0] ?? "", /USING INDEX cauri_queue_leased \(wake_at<\?\)/)
  })
})

const waiting = (place: number, dueAt: number) =>
  ({ place, dueAt, createdAt: 0, kind: "payout", project: "shop", id: `payout-${place}` }) as const

describe("what is due later", () => {
  it("is read to the first row and no further, whatever the limit", () => {
    const read: Array<number> = []
    const free = function* () {
      for (let place = 1; place <= 50; place++) {
        read.push(place)
        yield waiting(place, place)
      }
    }
    const { take } = takeFrom({
      earliest: { all: () => assert.fail("a taking reads the rows") },
      free: { each: free },
      leased: { each: () => [] },
      abandoned: { each: () => assert.fail("no lease has ended") },
      lease: () => 1,
    })
    assert.deepStrictEqual(take({}, { now: 1, limit: 50, until: 99 }), { taken: [waiting(1, 1)], nextDueAt: 2 })
    assert.deepStrictEqual(read, [1, 2])
    assert.strictEqual(take({}, { now: 9, limit: 2, until: 99 }).nextDueAt, 3)
    assert.deepStrictEqual(read, [1, 2, 1, 2, 3])
  })

  it("costs no plan: nothing is bound that SQLite plans by", function* () {
    const { client } = yield* SqliteStore
    const all = [prepareStatements(client), prepareTaking(client)]
    for (const { abandoned, free, leased } of all) {
      for (const { sql } of [abandoned, free, leased]) assert.notMatch(sql, /limit \?| join .*\?/i)
    }
  })
})

describe("what waits without its payment", () => {
  it.effect("is damage: nothing is taken, and the store is not used any more", () =>
    Effect.gen(function* () {
      const { client } = yield* SqliteStore
      const store = yield* PaymentStore
      const { change, tracking } = payoutIn(yield* newGround, "salary", "pending", { actAt: 1 })
      yield* store.insert(change, tracking)
      client.pragma("foreign_keys = OFF")
      client.exec(`INSERT INTO cauri_queue (id, kind, project, created_at, act_at, lease_number, lease_until)
        SELECT 'gone', kind, project, created_at, act_at, 0, 0 FROM cauri_queue`)
      const error = yield* Effect.flip(store.takeDue({ now: 2, limit: 1, until: 3 }))
      assert.include(String(error.cause), "whose payment or event is not there")
      assert.include(String((yield* Effect.flip(store.find(change.payment.key))).cause), "is not there")
    }).pipe(Effect.provide(newStore({ reserve: 0 }))),
  )
})

describe("a delivery that is due", () => {
  it("is found in its order by its consumer's part of an index, and nothing is sorted", function* () {
    const statements = prepareTaking((yield* SqliteStore).client)
    const free = yield* plan(statements.free.sql, 1)
    assert.match(free[0] ?? "", /^SEARCH cauri_deliveries USING INDEX cauri_deliveries_free \(consumer=\?/)
    const leased = yield* plan(statements.leased.sql, 1)
    assert.strictEqual(leased.length, 1)
    assert.match(leased[0] ?? "", /cauri_deliveries_leased \(consumer=\?/)
    const earliest = yield* plan(statements.earliest.sql, 2)
    for (const index of ["free", "leased"])
      assert.isTrue(earliest.some((step) => step.startsWith("SEARCH") && step.includes(`cauri_deliveries_${index}`)))
    assert.deepStrictEqual(
      [...free, ...leased, ...earliest].filter((step) => /TEMP B-TREE|^SCAN/.test(step)),
      [],
    )
    const abandoned = yield* plan(statements.abandoned.sql, 2)
    assert.match(abandoned[0] ?? "", /cauri_deliveries_leased \(consumer=\? AND wake_at<\?\)/)
  })
})

describe("what SQLite would take for something else (T12)", () => {
  it("text with a NUL in it is kept whole, in fingerprints and in bodies", function* () {
    const { client } = yield* SqliteStore
    const store = yield* PaymentStore
    const { change, tracking } = payoutIn(yield* newGround, "salary", "pending")
    yield* store.insert(change, tracking)
    const { key } = change.payment
    const note = { key, attempt: 1, receivedAt: 1, body: Uint8Array.of(0, 0xff, 0, 0xd8, 0x00) }
    assert.strictEqual(yield* store.noteCallback({ ...note, fingerprint: "a\u0000b" }), "First")
    assert.strictEqual(yield* store.noteCallback({ ...note, fingerprint: "a\u0000c" }), "First")
    assert.strictEqual(yield* store.noteCallback({ ...note, fingerprint: "a\u0000b" }), "Repeat")
    const types = client
      .prepare("SELECT typeof(body) AS body, octet_length(fingerprint) AS bytes FROM cauri_callback_notes LIMIT 1")
      .get()
    assert.deepStrictEqual(types, { body: "blob", bytes: 3 })
  })

  it("numbers that come as text or with a point are stored as whole numbers, and never as anything else", function* () {
    const { client } = yield* SqliteStore
    const store = yield* PaymentStore
    const { change, tracking } = payoutIn(yield* newGround, "salary", "pending")
    yield* store.insert(change, tracking)
    client.prepare("UPDATE cauri_queue SET act_at = ?").run("12")
    client.prepare("UPDATE cauri_queue SET created_at = ?").run(change.payment.createdAt * 1.0)
    assert.throws(() => client.prepare("UPDATE cauri_queue SET act_at = ?").run("soon"), /cannot store TEXT/)
    const found = client.prepare("SELECT typeof(act_at) AS act, typeof(created_at) AS created FROM cauri_queue").get()
    assert.deepStrictEqual(found, { act: "integer", created: "integer" })
    assert.strictEqual((yield* store.takeDue({ now: 12, limit: 1, until: 20 })).taken.length, 1)
  })

  it("what could be SQL is text (C1)", function* () {
    const store = yield* PaymentStore
    const ground = yield* newGround
    const { change, tracking } = payoutIn(ground, "salary", "pending", {
      operator: "'; DROP TABLE cauri_payments; --",
    })
    yield* store.insert(change, tracking)
    const listed = yield* store.list({ operator: "'; DROP TABLE cauri_payments; --", limit: 5 })
    assert.strictEqual(listed.length, 1)
    assert.strictEqual((yield* store.list({ operator: "' OR 1=1 --", limit: 5 })).length, 0)
    assert.strictEqual((yield* store.list({ operator: "%", limit: 5 })).length, 0)
  })
})

describe("a step that the database refuses", () => {
  it("is reported without anything that the row holds, and leaves nothing behind", function* () {
    const { step } = yield* SqliteStore
    const store = yield* PaymentStore
    const { change, tracking } = payoutIn(yield* newGround, "salary", "pending")
    const row = { ...toPaymentWrite(change.payment, tracking), amount: 0 }
    const failure = yield* Effect.flip(step("insert", (_, steps) => steps.insert(row, change.entries.map(toEventRow))))
    const text = `${failure.message} ${String(failure.cause)}`
    assert.include(text, "payout_amount")
    for (const secret of ["token-1", String(row.party), "salary"]) assert.notInclude(text, secret)
    assert.isNull(yield* store.find(change.payment.key))
  })
})
