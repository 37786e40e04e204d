/** `Documents`: what people keep beside payments. */
import { Documents, type DocumentsQuery, forgottenAtMost, type KeptDocument } from "@cauri/core/adapter"
import { and, eq, gt, lt, type SQL, sql } from "drizzle-orm"
import type { Connection } from "./connection.ts"
import { attempt } from "./faults.ts"
import { bytesOrNull, integer, integerOrNull, type RawRow, text, textOrNull, truth } from "./rows.ts"
import type { Tables } from "./tables.ts"

const toDocument = (kind: KeptDocument["kind"], row: RawRow): KeptDocument => ({
  kind,
  number: integer(row, "number"),
  digest: text(row, "digest"),
  at: integer(row, "at"),
  head: text(row, "head"),
  about: textOrNull(row, "about"),
  project: textOrNull(row, "project"),
  from: integerOrNull(row, "from"),
  before: integerOrNull(row, "before"),
  replaces: integerOrNull(row, "replaces"),
  replacedBy: integerOrNull(row, "replaced_by"),
})

const conditionOf = (
  { documents: d }: Tables,
  { about, below, kind, project, touching }: DocumentsQuery,
): SQL | undefined =>
  and(
    eq(d.kind, kind),
    below === undefined ? undefined : lt(d.number, below),
    about === undefined ? undefined : eq(d.about, about),
    project === undefined ? undefined : eq(d.project, project),
    touching === undefined ? undefined : and(lt(d.from, touching.before), gt(d.before, touching.from)),
  )

export const makeDocuments = (connection: Connection, t: Tables, schema: string): Documents["Service"] => {
  const { documents } = t
  return Documents.of({
    keep: ({ body, ...document }) =>
      attempt("keep", async () => {
        // Texts go as JSON, whose reader refuses what Postgres cannot store.
        const [row = {}] = await connection.query(sql`
          select kept, is_new from ${sql.identifier(schema)}.keep_document(
            ${JSON.stringify(document)}::json, ${body === undefined ? null : Buffer.from(body)}::bytea)`)
        return { _tag: truth(row, "is_new") ? "Kept" : "AlreadyThere", number: integer(row, "kept") }
      }),
    list: (query) =>
      attempt("list", async () => {
        const rows = await connection.query(sql`
          select number, digest, at, head, about, project, "from", before, replaces, replaced_by from ${documents}
          where ${conditionOf(t, query)} order by number desc limit ${query.limit}`)
        return rows.map((row) => toDocument(query.kind, row))
      }),
    find: ({ kind, number }) =>
      attempt("find", async () => {
        const [row] = await connection.query(
          sql`select * from ${documents} where kind = ${kind} and number = ${number}`,
        )
        return row === undefined ? null : { ...toDocument(kind, row), body: bytesOrNull(row, "body") }
      }),
    openGap: (before) =>
      attempt("openGap", async () => {
        await connection.query(sql`
          select ${sql.identifier(schema)}.keep_document(json_build_object('kind', 'gap', 'digest', concat_ws(' ', p.project, e.newest, ${before}::bigint),
            'at', ${before}::bigint, 'head', '{}', 'project', p.project, 'from', e.newest, 'before', ${before}::bigint), null)
          from (
            select coalesce(
              (select max(at) from ${t.events}), (select max(at) from ${t.documents} where kind = 'batch'), ${before}::bigint - ${forgottenAtMost}::bigint
            ) as newest
          ) as e
          cross join lateral (
            select project from ${t.payments} where kind = 'payout'
            union select project from ${t.documents} where kind = 'batch'
            union select null order by project
          ) as p`)
      }),
  })
}
