/**
 * The step that notes a callback. Strangers can trigger it as often as they like, so it is the cheapest step: a repetition is one look-up
 * in one index; a first note is a look-up, a row, and a number in two rows that are found by their rowids. The queue is written only when
 * the payment was not due already, because its row moves in an index.
 */
import { type CallbackNote, type NoteResult, notesPerPayment } from "@cauri/core/adapter"
import type { Database } from "better-sqlite3"
import { and, eq, sql } from "drizzle-orm"
import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3"
import { reading, writing } from "./prepared.ts"
import { named, queueColumn } from "./rows.ts"
import { given, isOfPayment, isPayment, isQueueRow } from "./statements.ts"
import { attempts, callbackNotes, payments, queue } from "./tables.ts"

/** The place of the attempt, looked up and not joined, as in `rows.ts`. */
const placeOfAttempt = sql<number | null>`(
  SELECT attempt.rowid FROM cauri_attempts AS attempt
  WHERE attempt.id = cauri_payments.id AND attempt.kind = cauri_payments.kind AND attempt.project = cauri_payments.project
    AND attempt.number = ${given("attempt")}
)`

const ofThisAttempt = and(isOfPayment(callbackNotes), eq(callbackNotes.attempt, given("attempt")))

const queries = (db: BetterSQLite3Database) => ({
  same: db
    .select({ number: named(callbackNotes.number, "number") })
    .from(callbackNotes)
    .where(and(ofThisAttempt, eq(callbackNotes.fingerprint, given("fingerprint")))),
  target: db
    .select({
      payment: sql<number>`cauri_payments.rowid`.as("payment"),
      attempt: placeOfAttempt.as("attempt"),
      newestNote: named(payments.newestNote, "newestNote"),
      actAt: queueColumn(queue.actAt, "actAt"),
    })
    .from(payments)
    .where(isPayment),
  /** The newest note of an attempt, which is none until one came. */
  newestOfAttempt: db
    .select({ number: named(attempts.newestNote, "number") })
    .from(attempts)
    .where(sql`rowid = ${given("place")}`),
  bodies: db
    .select({ count: sql<number>`count(*)`.as("count") })
    .from(callbackNotes)
    .where(and(ofThisAttempt, sql`${callbackNotes.body} IS NOT NULL`)),
  add: db.insert(callbackNotes).values({
    id: given("id"),
    kind: given("kind"),
    project: given("project"),
    number: given("number"),
    attempt: given("attempt"),
    fingerprint: given("fingerprint"),
    receivedAt: given("receivedAt"),
    body: given("body"),
  }),
  ofAttempt: db
    .update(attempts)
    .set({ newestNote: sql`${given("number")}` })
    .where(sql`rowid = ${given("place")}`),
  ofPayment: db
    .update(payments)
    .set({ newestNote: sql`${given("number")}` })
    .where(sql`rowid = ${given("place")}`),
  makeDue: db
    .update(queue)
    .set({ actAt: sql`${given("actAt")}` })
    .where(isQueueRow),
})

const prepare = (client: Database) => {
  const { same, target, newestOfAttempt, bodies, add, ofAttempt, ofPayment, makeDue } = queries(drizzle(client))
  return {
    same: reading(client, same),
    target: reading(client, target),
    newestOfAttempt: reading(client, newestOfAttempt),
    bodies: reading(client, bodies),
    add: writing(client, add),
    ofAttempt: writing(client, ofAttempt),
    ofPayment: writing(client, ofPayment),
    makeDue: writing(client, makeDue),
  }
}

/** Numbers a callback, keeps it if there is room, and makes its payment due at `receivedAt`. Needs a transaction that has the lock. */
export const makeNote = (client: Database, bodiesPerAttempt: number) => {
  const statements = prepare(client)
  return ({ attempt, body, fingerprint, key: { id, kind, project }, receivedAt }: CallbackNote): NoteResult => {
    const name = { id, kind, project, attempt, fingerprint }
    // A note belongs to an attempt, and that to a payment: where there is a note, both exist.
    if (statements.same.get(name) !== undefined) return "Repeat"
    const found = statements.target.get(name)
    if (found === undefined || found.attempt === null) return "Unknown"
    const { attempt: place, newestNote } = found
    const isKept = newestNote < notesPerPayment || statements.newestOfAttempt.get({ place })?.number === null
    const number = newestNote + 1
    // There are at most as many bodies as notes, so they need no counting while notes are few.
    const isFull = () => newestNote >= bodiesPerAttempt && (statements.bodies.get(name)?.count ?? 0) >= bodiesPerAttempt
    if (isKept) statements.add({ ...name, number, receivedAt, body: body === null || isFull() ? null : asBuffer(body) })
    statements.ofAttempt({ number, place })
    statements.ofPayment({ number, place: found.payment })
    if (found.actAt === null || found.actAt > receivedAt) statements.makeDue({ ...name, actAt: receivedAt })
    return isKept ? "First" : "TooMany"
  }
}

/** The same bytes, as better-sqlite3 wants them. */
const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
