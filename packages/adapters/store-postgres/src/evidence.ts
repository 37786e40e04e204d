/**
 * `Evidence`: callbacks as they came, and what people did.
 */
import { bodiesPerCommit, Evidence, type KeptNote, pruneInCommits } from "@cauri/core/adapter"
import { sql } from "drizzle-orm"
import type { Connection } from "./connection.ts"
import { attempt } from "./faults.ts"
import { bytesOrNull, integer, type RawRow, text } from "./rows.ts"
import type { Tables } from "./tables.ts"

const toNote = (row: RawRow): KeptNote => ({
  number: integer(row, "number"),
  attempt: integer(row, "attempt"),
  fingerprint: text(row, "fingerprint"),
  receivedAt: integer(row, "received_at"),
  body: bytesOrNull(row, "body"),
})

export const makeEvidence = (connection: Connection, t: Tables): Evidence["Service"] => {
  const pruneSome = (before: number) =>
    attempt("pruneBodies", async () => {
      const rows = await connection.query(sql`
        update ${t.callbackNotes} set body = null where ctid = any (array(
          select ctid from ${t.callbackNotes} where body is not null and received_at >= 0 and received_at < ${before}
          order by received_at limit ${bodiesPerCommit} for update skip locked
        )) returning 1`)
      return rows.length
    })
  return Evidence.of({
    notes: ({ id, kind, project }) =>
      attempt("notes", async () => {
        const rows = await connection.query(sql`
          select number, attempt, fingerprint, received_at, body from ${t.callbackNotes}
          where id = ${id} and kind = ${kind} and project = ${project} order by number`)
        return rows.map(toNote)
      }),
    pruneBodies: (before) => pruneInCommits(pruneSome(before)),
    record: ({ at, body, payment = null }) =>
      attempt("record", async () => {
        await connection.query(sql`insert into ${t.deeds} (at, body, payment) values (${at}, ${body}, ${payment})`)
      }),
    deeds: (limit, payment) =>
      attempt("deeds", async () => {
        const rows = await connection.query(sql`
          select at, body from ${t.deeds} where ${payment === undefined ? sql`true` : sql`payment = ${payment}`}
          order by number desc limit ${limit}`)
        return rows.map((row) => ({ at: integer(row, "at"), body: text(row, "body") }))
      }),
  })
}
