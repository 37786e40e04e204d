/**
 * The receiver's work by hand: the two POSTs of an event are one note, whichever encoding came first, and the note is put into the
 * store's own tables, with their indexes, constraints and triggers, where it makes its payment due. As a good engineer would write it:
 * Node's parsers, one look-up, and no update that changes nothing.
 */
import Database from "better-sqlite3"
import { createHash } from "node:crypto"

/** A callback to be kept. */
export interface SameNote {
  readonly kind: string
  readonly project: string
  readonly id: string
  readonly attempt: number
  readonly fingerprint: string
  readonly receivedAt: number
  readonly body: Uint8Array
}

/** The fields of a JSON value, under the names that they have in a form. */
const fieldsIn = (value: unknown, name: string): ReadonlyArray<readonly [string, string]> => {
  if (typeof value === "string") return [[name, value]]
  if (typeof value !== "object") return [[name, JSON.stringify(value)]]
  if (value === null) return []
  return Object.entries(value).flatMap(([key, each]) => fieldsIn(each, name === "" ? key : `${name}[${key}]`))
}

/** The fields of a body in either encoding; null for any other. */
const fieldsOf = (text: string, contentType: string) => {
  if (contentType.startsWith("application/x-www-form-urlencoded")) return [...new URLSearchParams(text)]
  if (!contentType.startsWith("application/json")) return null
  try {
    return fieldsIn(JSON.parse(text), "")
  } catch {
    return null
  }
}

/** What a body says, in whichever encoding, without its token; null when it cannot be read. */
const contentOf = (body: Buffer, contentType: string): string | null => {
  const fields = fieldsOf(body.toString("utf8"), contentType)
  if (fields === null) return null
  const said = fields.filter(([name, value]) => value !== "" && name !== "token")
  return JSON.stringify(said.map(([name, value]) => `${name}=${value}`).toSorted())
}

export const sameNoteOf = (target: string, body: Buffer, contentType: string): SameNote | null => {
  const content = contentOf(body, contentType)
  const [kind, project, id, attempt] = target.split(".")
  if (content === null || kind === undefined || project === undefined || id === undefined) return null
  const fingerprint = createHash("sha256").update(content).digest("base64url")
  return { kind, project, id, attempt: Number(attempt), fingerprint, receivedAt: Date.now(), body }
}

const isPayment = "id = @id AND kind = @kind AND project = @project"

interface Found {
  readonly payment: number
  readonly newest: number
  readonly attempt: number | null
  readonly actAt: number | null
  readonly known: number
}

const statementsOf = (client: Database.Database) => ({
  look: client.prepare<SameNote, Found>(`SELECT payment.rowid AS payment, payment.newest_note AS newest,
      (SELECT rowid FROM cauri_attempts WHERE ${isPayment} AND number = @attempt) AS attempt,
      (SELECT act_at FROM cauri_queue WHERE ${isPayment}) AS actAt,
      EXISTS (SELECT 1 FROM cauri_callback_notes WHERE ${isPayment} AND attempt = @attempt AND fingerprint = @fingerprint) AS known
    FROM cauri_payments AS payment WHERE ${isPayment}`),
  add: client.prepare<SameNote & { readonly number: number }>(`INSERT INTO cauri_callback_notes
      (id, kind, project, number, attempt, fingerprint, received_at, body)
    VALUES (@id, @kind, @project, @number, @attempt, @fingerprint, @receivedAt, @body)`),
  ofAttempt: client.prepare<[number, number]>("UPDATE cauri_attempts SET newest_note = ? WHERE rowid = ?"),
  ofPayment: client.prepare<[number, number]>("UPDATE cauri_payments SET newest_note = ? WHERE rowid = ?"),
  makeDue: client.prepare<SameNote>(`UPDATE cauri_queue SET act_at = @receivedAt WHERE ${isPayment}`),
})

/** Keeps notes in a file that the store's package has made, a commit for all of them. */
export const openSameWork = (file: string): ((notes: ReadonlyArray<SameNote>) => void) => {
  const client = new Database(file)
  for (const setting of ["synchronous = FULL", "foreign_keys = ON", "cache_size = -32768", "wal_autocheckpoint = 4000"])
    client.pragma(setting)
  const { add, look, ofAttempt, ofPayment, makeDue } = statementsOf(client)
  const keep = client.transaction((notes: ReadonlyArray<SameNote>) => {
    for (const note of notes) {
      const found = look.get(note)
      if (found === undefined || found.attempt === null) throw new Error("A callback came for an unknown payment.")
      if (found.known === 1) continue
      const number = found.newest + 1
      add.run({ ...note, number })
      ofAttempt.run(number, found.attempt)
      ofPayment.run(number, found.payment)
      if (found.actAt === null || found.actAt > note.receivedAt) makeDue.run(note)
    }
  })
  return (notes) => keep.immediate(notes)
}
