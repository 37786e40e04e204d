/**
 * `Evidence`: callbacks as they came, and old payments.
 */
import {
  type Archivable,
  type ArchivableQuery,
  type Erased,
  Evidence,
  type KeptNote,
  type ListCursor,
  type RowKey,
} from "@cauri/core/adapter"
import { sql } from "drizzle-orm"
import type { Connection } from "./connection.ts"
import { attempt } from "./faults.ts"
import { keyOf } from "./queries.ts"
import { bytesOrNull, integer, type RawRow, text, truth } from "./rows.ts"
import type { Tables } from "./tables.ts"

const toNote = (row: RawRow): KeptNote => ({
  number: integer(row, "number"),
  attempt: integer(row, "attempt"),
  fingerprint: text(row, "fingerprint"),
  receivedAt: integer(row, "received_at"),
  body: bytesOrNull(row, "body"),
})

/** Is the payment `p` closed, and does neither a step nor a delivery of it wait? */
const isAtRest = (t: Tables) => sql`p.closed_at is not null
  and not exists (select from ${t.queue} as q where q.id = p.id and q.kind = p.kind and q.project = p.project and q.act_at is not null)
  and not exists (
    select from ${t.deliveries} as d where d.id = p.id and d.kind = p.kind and d.project = p.project and d.due_at is not null
  )`

/** Before all payments. */
const beginning: ListCursor = { createdAt: Number.MIN_SAFE_INTEGER, key: { kind: "payin", project: "", id: "" } }

const archivable = async (
  connection: Connection,
  t: Tables,
  { after, before, limit }: ArchivableQuery,
): Promise<Archivable> => {
  const { createdAt, key } = after ?? beginning
  const page = await connection.query(sql`
    select p.id, p.kind, p.project, p.created_at, p.closed_at < ${before} and ${isAtRest(t)} and not exists (
      select from ${t.archive} as a where a.id = p.id and a.kind = p.kind and a.project = p.project
    ) as is_old
    from ${t.payments} as p
    where p.created_at < ${before} and (p.created_at, p.kind, p.project, p.id) > (${createdAt}, ${key.kind}, ${key.project}, ${key.id})
    order by p.created_at, p.kind, p.project, p.id limit ${limit}`)
  const last = page.length < limit ? undefined : page.at(-1)
  return {
    keys: page.filter((row) => row["is_old"] === true).map(keyOf),
    next: last === undefined ? null : { createdAt: integer(last, "created_at"), key: keyOf(last) },
  }
}

const archive = async (
  connection: Connection,
  schema: string,
  { id, kind, project }: RowKey,
  erased: Erased | undefined,
): Promise<"Saved" | "Stale"> => {
  const given =
    erased === undefined
      ? null
      : JSON.stringify({
          version: erased.version,
          party: erased.row.party,
          body: erased.row.body,
          events: erased.events,
        })
  const [row = {}] = await connection.query(
    sql`select ${sql.identifier(schema)}.archive_payment(${id}, ${kind}, ${project}, ${given}::json) as is_archived`,
  )
  return truth(row, "is_archived") ? "Saved" : "Stale"
}

export const makeEvidence = (connection: Connection, t: Tables, schema: string): Evidence["Service"] =>
  Evidence.of({
    notes: ({ id, kind, project }) =>
      attempt("notes", async () => {
        const rows = await connection.query(sql`
          select n.number, n.attempt, n.fingerprint, n.received_at, coalesce(n.body, decode(a.notes ->> n.number::text, 'base64')) as body
          from ${t.callbackNotes} as n left join ${t.archive} as a on a.id = n.id and a.kind = n.kind and a.project = n.project
          where n.id = ${id} and n.kind = ${kind} and n.project = ${project} order by n.number`)
        return rows.map(toNote)
      }),
    archivable: (query) => attempt("archivable", () => archivable(connection, t, query)),
    archive: (key, erased) => attempt("archive", () => archive(connection, schema, key, erased)),
  })
