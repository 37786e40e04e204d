/**
 * The tables and what they refuse by themselves, whoever writes: every rule of core that the database repeats is broken here by raw SQL.
 */
import { payoutIn, newGround, payinIn } from "@cauri/conformance"
import { PaymentStore } from "@cauri/core"
import { assert, describe, it, layer } from "@effect/vitest"
import { getTableColumns, getTableName } from "drizzle-orm"
import { Effect } from "effect"
import { SqliteStore } from "../src/index.ts"
import * as tables from "../src/tables.ts"
import { newStore } from "./support.ts"

layer(newStore())("the tables", (it) => {
  it.effect("are the ones that queries are written for, column by column", () =>
    Effect.gen(function* () {
      const { client } = yield* SqliteStore
      const names = client
        .prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        .all()
        .map(({ name }) => name)
      assert.deepStrictEqual(
        names,
        Object.values(tables)
          .map((table) => getTableName(table))
          .toSorted(),
      )
      for (const table of Object.values(tables)) {
        const found = client
          .prepare<[string], { name: string; notnull: number; pk: number }>("SELECT * FROM pragma_table_xinfo(?)")
          .all(getTableName(table))
        const expected = Object.values(getTableColumns(table))
        assert.deepStrictEqual(
          found.map(({ name }) => name),
          expected.map(({ name }) => name),
        )
        for (const [index, { name, notNull, primary }] of expected.entries()) {
          assert.strictEqual(found[index]?.notnull === 1, notNull || primary, `${getTableName(table)}.${name}`)
        }
      }
    }),
  )

  it.effect("are all strict, and each begins with cauri_", () =>
    Effect.gen(function* () {
      const { client } = yield* SqliteStore
      const loose = client.prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict = 0").all()
      assert.deepStrictEqual(loose, [{ name: "sqlite_schema" }])
      const others = client.prepare("SELECT name FROM sqlite_master WHERE name NOT LIKE '%cauri@_%' ESCAPE '@'").all()
      assert.deepStrictEqual(others, [])
    }),
  )
})

/** A payout that was claimed and answered, a payin beside it, a note, a hold, a beat and a turn. */
const filled = Effect.gen(function* () {
  const store = yield* PaymentStore
  const ground = yield* newGround
  const payout = payoutIn(ground, "salary", "pending")
  const payin = payinIn(ground, "order", "intended")
  for (const { change, tracking } of [payout, payin, payoutIn(ground, "flying", "submitting")]) {
    yield* store.insert(change, tracking)
  }
  yield* store.subscribe({ consumer: "ledger", from: 0, limit: 10 })
  const held = payoutIn(ground, "held", "held")
  yield* store.insert(held.change, held.tracking)
  yield* store.noteCallback({
    key: payout.change.payment.key,
    attempt: 1,
    fingerprint: "print",
    receivedAt: 5,
    body: Uint8Array.of(1),
  })
  return yield* SqliteStore
})

/** The rows of two documents, of which the second replaces the first. */
const kept = `
  INSERT INTO cauri_documents VALUES ('statement', 1, 'print', 1, '{}', NULL, 'shop', 0, 9, NULL, 2, x'00');
  INSERT INTO cauri_documents VALUES ('statement', 2, 'print', 1, '{}', NULL, 'shop', 0, 9, 1, NULL, x'00')`

const payment =
  "INSERT INTO cauri_payments (id, kind, project, state, seq, rail, amount, created_at, closed_at, open_flags, body, version, newest_note)"
/** A payment called "a" of these first columns. */
const row = (columns: string) => `${payment} VALUES ('a', ${columns}, 0, '', 1, 0)`
const attempt = "INSERT INTO cauri_attempts (id, kind, project, number, attempt_kind, outcome, token, started_at)"
/** The key of the payment of this id, as the beginning of a row of another table. */
const keyOf = (id: string) => `SELECT id, kind, project, %s FROM cauri_payments WHERE id = '${id}'`
const like = (id: string, rest: string) => keyOf(id).replace("%s", rest)

const archived = "INSERT INTO cauri_archive SELECT id, kind, project, x'00' FROM cauri_payments"

/** Statements that break a rule, under the words with which the database refuses them. */
const violations: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "kind IN": {
    "a payment of another kind": row("'gift', 'p', 'intended', 1, 'r', 9, 1, NULL"),
  },
  "length(id)": {
    "an id that no creation may carry": `${payment} VALUES ('a b', 'payin', 'p', 'intended', 1, 'r', 9, 1, NULL, 0, '', 1, 0)`,
  },
  "length(project)": {
    "a project that no key may name": row("'payin', 'é', 'intended', 1, 'r', 9, 1, NULL"),
  },
  payin_amount: {
    "a payin of 8 francs (#243)": row("'payin', 'p', 'intended', 1, 'r', 8, 1, NULL"),
    "a payin of 2,000,001 francs (#244)": row("'payin', 'p', 'intended', 1, 'r', 2000001, 1, NULL"),
  },
  payout_amount: {
    "a payout of nothing (#250)": row("'payout', 'p', 'intended', 1, 'r', 0, 1, NULL"),
  },
  "cannot store REAL value in INTEGER": {
    "an amount with half a franc (#10)": row("'payout', 'p', 'intended', 1, 'r', 1.5, 1, NULL"),
  },
  "no such state of this kind": {
    "an unknown state": row("'payout', 'p', 'Paid', 1, 'r', 9, 1, NULL"),
    "a payout that awaits a code": row("'payout', 'p', 'awaiting_otp', 1, 'r', 9, 1, NULL"),
    "a payout that expires": row("'payout', 'p', 'expired', 1, 'r', 9, 1, 1"),
    "a payin on hold": row("'payin', 'p', 'held', 1, 'r', 9, 1, NULL"),
    "a completed payment that was never closed": row("'payout', 'p', 'completed', 1, 'r', 9, 1, NULL"),
    "an open payment that was closed": row("'payout', 'p', 'pending', 1, 'r', 9, 1, 1"),
  },
  "UNIQUE constraint failed": {
    "a second payment of the same name": `${payment} ${like("salary", "'intended', 1, 'r', 9, 1, NULL, 0, '', 1, 0")}`,
    "two calls of a payin under way": `${attempt} ${like("order", "1, 'pay', 'in_flight', NULL, 1")}; ${attempt} ${like("order", "2, 'pay', 'in_flight', NULL, 1")}`,
  },
  "no events of this payment": {
    "a state without the events that lead there":
      "UPDATE cauri_payments SET state = 'completed', closed_at = 1, version = 2 WHERE id = 'salary'",
    "a state that the newest event does not lead to":
      "INSERT INTO cauri_events SELECT id, kind, project, 4, 1, 'flagged', 1, '' FROM cauri_payments WHERE id = 'salary'; UPDATE cauri_payments SET state = 'completed', closed_at = 1, version = 2, seq = 4 WHERE id = 'salary'",
    "an event that the machine does not know in that state":
      "INSERT INTO cauri_events SELECT id, kind, project, 4, 1, 'attempt_started', 0, '' FROM cauri_payments WHERE id = 'salary'; UPDATE cauri_payments SET state = 'submitting', version = 2, seq = 4 WHERE id = 'salary'",
    "a history with a gap":
      "INSERT INTO cauri_events SELECT id, kind, project, 5, 1, 'flagged', 1, '' FROM cauri_payments WHERE id = 'salary'; UPDATE cauri_payments SET version = 2, seq = 5 WHERE id = 'salary'",
  },
  "counted one by one": {
    "a version that is left out": "UPDATE cauri_payments SET version = 3 WHERE id = 'salary'",
    "a version that goes back": "UPDATE cauri_payments SET version = 0 WHERE id = 'salary'",
    "a body that changes under its version": "UPDATE cauri_payments SET body = '{}' WHERE id = 'salary'",
    "a lease number that goes back": "UPDATE cauri_queue SET lease_number = lease_number - 1 WHERE id = 'salary'",
    "a note number that is left out": "UPDATE cauri_payments SET newest_note = newest_note + 2 WHERE id = 'salary'",
    "a lease of a delivery that is left out": "UPDATE cauri_deliveries SET lease_number = lease_number + 2",
  },
  "each for its own payment": {
    "a place in the queue that becomes another payment's": "UPDATE cauri_queue SET id = 'wage' WHERE id = 'order'",
  },
  "kept for ever": {
    "a place in the queue that is deleted": "DELETE FROM cauri_queue WHERE id = 'order'",
    "a payment that is deleted": "DELETE FROM cauri_payments WHERE id = 'order'",
    "an attempt that is deleted": "DELETE FROM cauri_attempts WHERE id = 'salary'",
    "an archive that is deleted": `${archived}; DELETE FROM cauri_archive`,
    "a callback that is deleted": "DELETE FROM cauri_callback_notes",
    "a payment that is replaced": `REPLACE ${payment.slice("INSERT ".length)} ${like("order", "'cancelled', 1, 'r', 9, 1, 1, 0, '', 1, 0")}`,
    "a place in the queue that is replaced":
      "REPLACE INTO cauri_queue SELECT id, kind, project, created_at, NULL, 0, 0 FROM cauri_queue WHERE id = 'order'",
    "an attempt that is replaced": `REPLACE ${attempt.slice("INSERT ".length)} ${like("salary", "1, 'pay', 'refused', NULL, 1")}`,
    "a callback that is replaced":
      "REPLACE INTO cauri_callback_notes SELECT id, kind, project, number, attempt, fingerprint, 6, NULL FROM cauri_callback_notes",
    "a document that counts twice": `${kept}; INSERT INTO cauri_documents (kind, number, digest, at, head) VALUES ('statement', 3, 'print', 1, '{}')`,
    "a document that is replaced twice": `${kept}; INSERT INTO cauri_documents (kind, number, digest, at, head, replaces) VALUES ('statement', 3, 'b', 1, '{}', 1)`,
    "a document that is changed by UPDATE cauri_documents SET at = 2": `${kept}; UPDATE cauri_documents SET at = 2`,
    "a document that is changed by UPDATE cauri_documents SET replaced_by = NULL WHERE number = 1": `${kept}; UPDATE cauri_documents SET replaced_by = NULL WHERE number = 1`,
    "a document that is changed by UPDATE cauri_documents SET replaced_by = 3 WHERE number = 1": `${kept}; UPDATE cauri_documents SET replaced_by = 3 WHERE number = 1`,
    "a document that is changed by UPDATE cauri_documents SET replaced_by = 3, head = '{\"a\":1}' WHERE number = 2": `${kept}; UPDATE cauri_documents SET replaced_by = 3, head = '{"a":1}' WHERE number = 2`,
    "a document that is changed by DELETE FROM cauri_documents": `${kept}; DELETE FROM cauri_documents`,
    "a document that is changed by REPLACE INTO cauri_documents SELECT * FROM cauri_documents": `${kept}; REPLACE INTO cauri_documents SELECT * FROM cauri_documents`,
  },
  "FOREIGN KEY": {
    "a place in the queue of no payment": "INSERT INTO cauri_queue VALUES ('nobody', 'payin', 'p', 1, 1, 0, 0)",
    "an attempt of no payment": `${attempt} VALUES ('nobody', 'payin', 'p', 1, 'pay', 'not_sent', NULL, 1)`,
    "an event of no payment": "INSERT INTO cauri_events VALUES ('nobody', 'payin', 'p', 1, 1, 'intended', 0, '')",
    "a delivery to a consumer that does not follow":
      "INSERT INTO cauri_deliveries SELECT id, kind, project, 'mail', 1, 1, 0, NULL, '{}', 1, 0, 0, 0 FROM cauri_payments WHERE id = 'held'",
    "a follower that is taken away without its deliveries": "DELETE FROM cauri_subscribers",
  },
  "the content of a payment never changes": {
    "another amount of a stored payment": "UPDATE cauri_payments SET amount = 501 WHERE id = 'salary'",
    "another number of a stored payment": "UPDATE cauri_payments SET party = '22670000009' WHERE id = 'salary'",
    "another name of a stored payment": "UPDATE cauri_payments SET id = 'wage' WHERE id = 'order'",
    "a payment that loses its number before it is archived":
      "UPDATE cauri_payments SET party = NULL WHERE party IS NOT NULL",
  },
  "another attempt of this payout is open": {
    "a second attempt of a payout beside an accepted one": `${attempt} ${like("salary", "2, 'pay', 'in_flight', NULL, 1")}`,
    "a second attempt under way": `${attempt} ${like("flying", "2, 'pay', 'in_flight', NULL, 1")}`,
  },
  "never sent twice": {
    "an attempt that is sent twice":
      "UPDATE cauri_attempts SET outcome = 'in_flight', token = NULL WHERE id = 'salary'",
  },
  "its token is never given up": {
    "a token that vanishes": "UPDATE cauri_attempts SET outcome = 'no_answer', token = NULL WHERE id = 'salary'",
    "a token that is exchanged": "UPDATE cauri_attempts SET token = 'other' WHERE id = 'salary'",
  },
  token_where_there_is_one: {
    "an accepted attempt without its token": `${attempt} ${like("order", "1, 'pay', 'accepted', NULL, 1")}`,
    "a token where none can be": `${attempt} ${like("order", "1, 'pay', 'refused', 'token', 1")}`,
  },
  "no such kind or outcome": {
    "an unknown outcome": `${attempt} ${like("order", "1, 'pay', 'Lost', NULL, 1")}`,
  },
  "only ever added to": {
    "an event that is edited": "UPDATE cauri_events SET at = 2 WHERE id = 'salary'",
    "an event that loses its body before it is archived": "UPDATE cauri_events SET body = ''",
    "an event that is archived and edited": `${archived}; UPDATE cauri_events SET at = 2, body = ''`,
    "an event that is deleted": "DELETE FROM cauri_events WHERE id = 'salary'",
    "an event that takes another one's number":
      "INSERT INTO cauri_events SELECT id, kind, project, 1, 1, 'flagged', 1, '' FROM cauri_payments WHERE id = 'salary'",
    "an event that is replaced":
      "REPLACE INTO cauri_events SELECT id, kind, project, seq, at, 'flagged', 1, body FROM cauri_events WHERE id = 'salary'",
  },
  "only the body is ever taken away": {
    "a callback that loses its body before it is archived": "UPDATE cauri_callback_notes SET body = NULL",
    "a callback body that is exchanged": "UPDATE cauri_callback_notes SET body = x'00'",
    "a callback that comes under another time": "UPDATE cauri_callback_notes SET received_at = 6, body = NULL",
  },
  "CHECK constraint failed": {
    "a document that is no JSON":
      "INSERT INTO cauri_documents (kind, number, digest, at, head) VALUES ('deed', 1, 'a', 1, 'saw it')",
    "a second store": "INSERT INTO cauri_store SELECT 2, id, 0, 0, NULL, 0 FROM cauri_store",
  },
  "keeps its name": {
    "a store that is replaced":
      "REPLACE INTO cauri_store SELECT only_one, '00000000-0000-0000-0000-000000000000', 0, 0, NULL, 0 FROM cauri_store",
    "a store that changes its name": "UPDATE cauri_store SET id = '00000000-0000-0000-0000-000000000000'",
    "a store that is deleted": "DELETE FROM cauri_store",
  },
  "stays heard": {
    "an event that was heard and is to be heard again":
      "UPDATE cauri_deliveries set delivered = newest; UPDATE cauri_deliveries set delivered = 0",
    "an event that is not to be heard any more": "UPDATE cauri_deliveries SET newest = newest - 1",
    "a delivery that becomes another consumer's": "UPDATE cauri_deliveries SET consumer = 'mail'",
  },
  reached_as_a_whole: {
    "a follower that has reached half a payment": "UPDATE cauri_subscribers SET reached_at = NULL",
  },
  "only rises": {
    "a high water that falls": "UPDATE cauri_store SET high_water = high_water - 1",
  },
  "by a newer program only": {
    "a step that is added to the machine":
      "INSERT INTO cauri_moves VALUES ('payout', 'completed', 'flagged', 'intended')",
    "a step of the machine that is changed": "UPDATE cauri_moves SET to_state = 'completed'",
    "a step of the machine that is taken away": "DELETE FROM cauri_moves",
  },
}

describe("the database itself refuses", () => {
  const cases = Object.entries(violations).flatMap(([refusal, each]) =>
    Object.entries(each).map(([title, sql]) => [title, sql, refusal] as const),
  )
  for (const [title, sql, refusal] of cases) {
    it.effect(title, () =>
      Effect.gen(function* () {
        const { client } = yield* filled
        const before = client.serialize()
        client.exec("BEGIN IMMEDIATE")
        assert.throws(() => client.exec(sql), refusal)
        if (client.inTransaction) client.exec("ROLLBACK")
        assert.isTrue(before.equals(client.serialize()))
      }).pipe(Effect.provide(newStore({ reserve: 0 }))),
    )
  }
})

describe("the database itself allows", () => {
  const allowed: Readonly<Record<string, string>> = {
    "a late token for an attempt that was ruled not executed, while another one is under way": `
      UPDATE cauri_attempts SET outcome = 'not_executed' WHERE id = 'flying';
      ${attempt} ${like("flying", "2, 'pay', 'in_flight', NULL, 1")};
      UPDATE cauri_attempts SET outcome = 'accepted', token = 'late' WHERE id = 'flying' AND number = 1`,
    "a late answer without a token for such an attempt": `
      UPDATE cauri_attempts SET outcome = 'not_executed' WHERE id = 'flying';
      ${attempt} ${like("flying", "2, 'pay', 'in_flight', NULL, 1")};
      UPDATE cauri_attempts SET outcome = 'no_answer' WHERE id = 'flying' AND number = 1`,
    "what is archived, taken away where it was": `${archived}; UPDATE cauri_callback_notes SET body = NULL;
      UPDATE cauri_events SET body = ''; UPDATE cauri_payments SET party = NULL`,
    "a lease": "UPDATE cauri_queue SET lease_number = lease_number + 1, lease_until = 99 WHERE id = 'salary'",
  }
  for (const [title, sql] of Object.entries(allowed)) {
    it.effect(title, () =>
      Effect.gen(function* () {
        const { client } = yield* filled
        client.exec(sql)
        assert.isAbove(client.prepare<[], { n: number }>("SELECT total_changes() AS n").get()?.n ?? 0, 0)
      }).pipe(Effect.provide(newStore({ reserve: 0 }))),
    )
  }
})
