/**
 * The step that notes a callback. Strangers can trigger it as often as they like, so it is the cheapest step: a repetition is one look-up
 * in one index; a first note is a look-up, a row, and a number in two rows that are found by their rowids. The queue is written only when
 * the payment was not due already, because its row moves in an index.
 */
import { type CallbackNote, type NoteResult, notesPerPayment, type PaymentRow } from "@cauri/core/adapter"
import type { Database } from "better-sqlite3"
import { inserting, reading, writing } from "./prepared.ts"
import { placeOf } from "./rows.ts"
import { ofPayment } from "./statements.ts"

const ofThisAttempt = `${ofPayment} AND attempt = +:attempt`

/** The payment and the attempt of a note, by their rows in their tables. */
interface Target extends Pick<PaymentRow, "newestNote" | "actAt"> {
  readonly payment: number
  readonly attempt: number | null
}

const prepare = (client: Database) => ({
  same: reading<{ readonly number: number }>(
    client,
    `SELECT number FROM cauri_callback_notes WHERE ${ofThisAttempt} AND fingerprint = +:fingerprint`,
  ),
  // The attempt is looked up and not joined, as in `rows.ts`.
  target: reading<Target>(
    client,
    `SELECT cauri_payments.rowid AS payment, newest_note AS newestNote, ${placeOf("act_at")} AS actAt, (
        SELECT attempt.rowid FROM cauri_attempts AS attempt
        WHERE attempt.id = cauri_payments.id AND attempt.kind = cauri_payments.kind AND attempt.project = cauri_payments.project
          AND attempt.number = +:attempt
      ) AS attempt FROM cauri_payments WHERE ${ofPayment}`,
  ),
  /** The newest note of an attempt, which is none until one came. */
  newestOfAttempt: reading<{ readonly number: number | null }>(
    client,
    "SELECT newest_note AS number FROM cauri_attempts WHERE rowid = +:place",
  ),
  bodies: reading<{ readonly count: number }>(
    client,
    `SELECT count(*) AS count FROM cauri_callback_notes WHERE ${ofThisAttempt} AND body IS NOT NULL`,
  ),
  add: writing(client, inserting("cauri_callback_notes", "id kind project number attempt fingerprint receivedAt body")),
  ofAttempt: writing(client, "UPDATE cauri_attempts SET newest_note = :number WHERE rowid = +:place"),
  ofPayment: writing(client, "UPDATE cauri_payments SET newest_note = :number WHERE rowid = +:place"),
  makeDue: writing(client, `UPDATE cauri_queue SET act_at = :actAt WHERE ${ofPayment}`),
})

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
