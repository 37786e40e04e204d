/**
 * Old payments: the bodies of their events and callbacks lie together in one compressed row, which takes a fraction of the room. The
 * rows of events and callbacks stay, with an empty body, for all that counts them or goes by their numbers.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib"
import type { Archivable, ArchivableQuery, Erased, EventRow, HistoryQuery, KeptNote, RowKey } from "@cauri/core/adapter"
import type { Database } from "better-sqlite3"
import { inserting, reading, writing } from "./prepared.ts"
import { placeOf } from "./rows.ts"
import { isBehind, ofPayment } from "./statements.ts"

/** By the numbers of the events and of the callbacks, whose bytes are characters here. */
interface Bodies {
  readonly events: Readonly<Record<number, string>>
  readonly notes: Readonly<Record<number, string>>
}

const none: Bodies = { events: {}, notes: {} }

/** What most bodies repeat. An archive is read with what it was written with, so this never changes. */
const dictionary = Buffer.from(
  String.raw`{"notes":{"1":"{\"response_code\":\"00\",\"token\":\"\",\"response_text\":\"\",\"description\":\"\",\"status\":\"completed\",\"operator_id\":\"\",\"operator_name\":\"\",\"customer\":\"226\",\"montant\":1000,\"amount\":1000,\"date\":\"2026-01-01 00:00:00+00\",\"external_id\":\"\",\"oreference\":\"\",\"request_id\":\"\",\"wiki\":\"https://\",\"custom_data\":[{\"keyof_customdata\":\"transaction_id\",\"valueof_customdata\":\"\",\"datecreation_customdata\":\"2026-01-01 00:00:00.000000\"}]}"}}\"because\":\"\"\"reason\":\"\",\"kind\":\"payout\",\"method\":{\"type\":\"mobile_money\"},\"phone\":\"226\",\"operator\":null,\"refundOf\":null,{"events":{"1":"{\"seq\":1,\"at\":17,\"event\":{\"_tag\":\"intended\",\"content\":{\"kind\":\"payin\",\"project\":\"default\",\"id\":\"\",\"amount\":1000,\"method\":{\"type\":\"direct\",\"mode\":\"ussd_push\",\"phone\":\"226\"},\"description\":\"\",\"items\":[],\"shop\":{\"name\":\"\",\"siteUrl\":\"https://\"},\"customer\":{},\"customData\":{},\"orderRef\":null}}}","2":"{\"seq\":2,\"at\":17,\"event\":{\"_tag\":\"attempt_started\",\"attempt\":1,\"kind\":\"pay\",\"carriesOtp\":false}}","3":"{\"seq\":3,\"at\":17,\"event\":{\"_tag\":\"accepted\",\"attempt\":1,\"token\":\"\",\"url\":null,\"to\":\"pending\"}}","4":"{\"seq\":4,\"at\":17,\"event\":{\"_tag\":\"completed\",\"observation\":{\"attempt\":1,\"startedAt\":17,\"record\":{\"status\":\"completed\",\"unknownStatus\":null,\"montant\":1000,\"amount\":1000,\"tokenIsOurs\":true,\"transactionId\":\"\",\"externalId\":\"\",\"operatorId\":\"\",\"operatorName\":\"\",\"payer\":\"226\",\"oreference\":\"\",\"requestId\":\"\",\"date\":\"2026-01-01 00:00:00+00\"}},\"late\":false}}"}`,
)

const pack = (rows: ReadonlyArray<EventRow>, notes: ReadonlyArray<KeptNote>): Buffer => {
  const bodies: Bodies = {
    events: Object.fromEntries(rows.map(({ body, seq }) => [seq, body])),
    notes: Object.fromEntries(
      notes.flatMap(({ body, number }) => (body === null ? [] : [[number, Buffer.from(body).toString("latin1")]])),
    ),
  }
  return deflateRawSync(JSON.stringify(bodies), { dictionary, level: 9 })
}

/** Closed, and neither a step nor a delivery of it waits. */
const isAtRest = `closed_at IS NOT NULL AND ${placeOf("act_at")} IS NULL
  AND NOT EXISTS (SELECT 1 FROM cauri_deliveries AS delivery
    WHERE delivery.id = cauri_payments.id AND delivery.kind = cauri_payments.kind AND delivery.project = cauri_payments.project
      AND delivery.due_at IS NOT NULL)`
const isArchived = `EXISTS (SELECT 1 FROM cauri_archive AS old
  WHERE old.id = cauri_payments.id AND old.kind = cauri_payments.kind AND old.project = cauri_payments.project)`

const statements = (client: Database) => ({
  bodies: reading<{ readonly bodies: Buffer }>(client, `SELECT bodies FROM cauri_archive WHERE ${ofPayment}`),
  history: reading<EventRow>(
    client,
    `SELECT seq, at, tag, delivered_as AS deliveredAs, body FROM cauri_events WHERE ${ofPayment} AND seq > +:after
      ORDER BY seq LIMIT :limit`,
  ),
  notes: reading<KeptNote>(
    client,
    `SELECT number, attempt, fingerprint, received_at AS receivedAt, body FROM cauri_callback_notes WHERE ${ofPayment}
      ORDER BY number`,
  ),
  page: reading<RowKey & { readonly createdAt: number; readonly isOld: number }>(
    client,
    `SELECT created_at AS createdAt, id, kind, project, closed_at < +:before AND ${isAtRest} AND NOT ${isArchived} AS isOld
      FROM cauri_payments WHERE created_at < +:before AND ${isBehind} ORDER BY created_at, kind, project, id LIMIT :limit`,
  ),
  atRest: reading<{ readonly version: number }>(
    client,
    `SELECT version FROM cauri_payments WHERE ${ofPayment} AND ${isAtRest}`,
  ),
  put: writing(
    client,
    `${inserting("cauri_archive", "id kind project bodies")} ON CONFLICT (id, kind, project) DO UPDATE SET bodies = excluded.bodies`,
  ),
  erase: writing(
    client,
    `UPDATE cauri_payments SET body = :body, party = :party, version = version + 1 WHERE ${ofPayment}`,
  ),
  emptyEvents: writing(client, `UPDATE cauri_events SET body = '' WHERE ${ofPayment} AND body <> ''`),
  emptyNotes: writing(client, `UPDATE cauri_callback_notes SET body = NULL WHERE ${ofPayment} AND body IS NOT NULL`),
})

/** Before all payments. */
const beginning = { createdAt: Number.MIN_SAFE_INTEGER, kind: "", project: "", id: "" }

/** What is read of a payment's history and callbacks, and how both are archived. */
export const makeArchiving = (client: Database) => {
  const run = statements(client)
  const archived = ({ id, kind, project }: RowKey): Bodies => {
    const found = run.bodies.get({ id, kind, project })
    return found === undefined ? none : JSON.parse(inflateRawSync(found.bodies, { dictionary }).toString())
  }
  /** The events of a payment, with the bodies that lie in the archive. */
  const whole = (key: RowKey, rows: ReadonlyArray<EventRow>): ReadonlyArray<EventRow> => {
    if (rows.every(({ body }) => body !== "")) return rows
    const bodies = archived(key).events
    return rows.map((row) => ({ ...row, body: row.body === "" ? (bodies[row.seq] ?? "") : row.body }))
  }
  const history = ({ after, key: { id, kind, project }, limit }: HistoryQuery<RowKey>): ReadonlyArray<EventRow> =>
    whole({ id, kind, project }, run.history.all({ id, kind, project, after, limit }))
  const notes = ({ id, kind, project }: RowKey): ReadonlyArray<KeptNote> => {
    const rows = run.notes.all({ id, kind, project })
    const bodies = rows.some(({ body }) => body === null) ? archived({ id, kind, project }).notes : {}
    return rows.map((note) => {
      const body = note.body ?? (note.number in bodies ? Buffer.from(bodies[note.number] ?? "", "latin1") : null)
      return { ...note, body: body === null ? null : new Uint8Array(body) }
    })
  }
  return {
    history,
    notes,
    whole,
    archivable: ({ after, before, limit }: ArchivableQuery): Archivable => {
      const from = after === null ? beginning : { createdAt: after.createdAt, ...after.key }
      const page = run.page.all({ ...from, before, limit })
      const last = page.length < limit ? undefined : page.at(-1)
      return {
        keys: page.flatMap(({ id, isOld, kind, project }) => (isOld === 1 ? [{ kind, project, id }] : [])),
        next: last === undefined ? null : { createdAt: last.createdAt, key: last },
      }
    },
    /** Must be called inside a transaction that began by taking the lock. */
    archive: ({ id, kind, project }: RowKey, erased: Erased | undefined): "Saved" | "Stale" => {
      const key = { id, kind, project }
      const version = run.atRest.get(key)?.version
      if (version === undefined || (erased?.version ?? version) !== version) return "Stale"
      const rows = erased?.events ?? history({ key, after: 0, limit: Number.MAX_SAFE_INTEGER })
      run.put({ ...key, bodies: pack(rows, erased === undefined ? notes(key) : []) })
      if (erased !== undefined) run.erase({ ...key, body: erased.row.body, party: erased.row.party })
      run.emptyEvents(key)
      run.emptyNotes(key)
      return "Saved"
    },
  }
}
