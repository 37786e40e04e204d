/** `Documents`: what people keep beside payments. */
import {
  type DocumentAnswer,
  Documents,
  type DocumentsQuery,
  forgottenAtMost,
  type KeptDocument,
  type NewDocument,
} from "@cauri/core/adapter"
import type { Database } from "better-sqlite3"
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3"
import { and, desc, eq, getTableColumns, gt, lt } from "drizzle-orm"
import { Effect } from "effect"
import type { Gate } from "./batch.ts"
import type { Connection } from "./connection.ts"
import { documents } from "./tables.ts"

const { body: _, ...columns } = getTableColumns(documents)

const conditionOf = ({ about, below, kind, project, touching }: DocumentsQuery) =>
  and(
    eq(documents.kind, kind),
    below === undefined ? undefined : lt(documents.number, below),
    about === undefined ? undefined : eq(documents.about, about),
    project === undefined ? undefined : eq(documents.project, project),
    touching === undefined ? undefined : and(lt(documents.from, touching.before), gt(documents.before, touching.from)),
  )

const listOn = (db: BetterSQLite3Database, query: DocumentsQuery): ReadonlyArray<KeptDocument> =>
  db.select(columns).from(documents).where(conditionOf(query)).orderBy(desc(documents.number)).limit(query.limit).all()

/**
 * One `gap` for each project with payouts or batches and one for every other project, numbered after those that are there. What is there
 * already is not kept again.
 */
const openGap = `
  INSERT INTO cauri_documents (kind, number, digest, at, head, project, "from", before)
  SELECT 'gap', (SELECT ifnull(max(number), 0) FROM cauri_documents WHERE kind = 'gap') + row_number() OVER (ORDER BY project),
    digest, :before, '{}', project, newest, :before
  FROM (
    SELECT project, newest, ifnull(project || ' ', '') || newest || ' ' || CAST(:before AS INTEGER) AS digest
    FROM (
      SELECT project FROM cauri_payments WHERE kind = 'payout'
      UNION SELECT project FROM cauri_documents WHERE kind = 'batch'
      UNION SELECT NULL
    ), (
      SELECT coalesce(
        (SELECT max(at) FROM cauri_events), (SELECT max(at) FROM cauri_documents WHERE kind = 'batch'), CAST(:before AS INTEGER) - ${forgottenAtMost}
      ) AS newest
    )
  )
  WHERE digest NOT IN (SELECT digest FROM cauri_documents WHERE kind = 'gap')`

/** Must be called inside a transaction that began by taking the lock. */
const keepOn = (client: Database) => {
  type Given = Omit<KeptDocument, "number" | "replacedBy"> & { readonly body: Uint8Array | null }
  const there = client.prepare<Given, { readonly number: number }>(
    "SELECT number FROM cauri_documents WHERE kind = :kind AND digest = :digest AND replaced_by IS NULL AND number IS NOT :replaces",
  )
  const next = client.prepare<Given, { readonly number: number }>(
    "SELECT ifnull(max(number), 0) + 1 AS number FROM cauri_documents WHERE kind = :kind",
  )
  const replace = client.prepare<Given & { readonly number: number }>(
    "UPDATE cauri_documents SET replaced_by = :number WHERE kind = :kind AND number = :replaces AND replaced_by IS NULL",
  )
  const insert = client.prepare<Given & { readonly number: number }>(`
    INSERT INTO cauri_documents (kind, number, digest, at, head, about, project, "from", before, replaces, body)
    VALUES (:kind, :number, :digest, :at, :head, :about, :project, :from, :before, :replaces, :body)`)
  return (document: Given): DocumentAnswer => {
    const found = there.get(document)
    if (found !== undefined) return { _tag: "AlreadyThere", number: found.number }
    const number = next.get(document)?.number ?? 1
    if (document.replaces !== null && replace.run({ ...document, number }).changes === 0)
      throw new Error("There is no such document to replace.")
    insert.run({ ...document, number })
    return { _tag: "Kept", number }
  }
}

/** The commit may be a moment away, and the bytes belong to the caller. */
const given = (document: NewDocument) => {
  const { about = null, before = null, body, from = null, project = null, replaces = null } = document
  return { ...document, about, before, from, project, replaces, body: body === undefined ? null : Buffer.from(body) }
}

export const makeDocuments = ({ client, db }: Connection, gate: Gate): Documents["Service"] => {
  const keep = keepOn(client)
  const gap = client.prepare<{ readonly before: number }>(openGap)
  return Documents.of({
    keep: (document) =>
      Effect.suspend(() => {
        const kept = given(document)
        return gate.write("keep", () => keep(kept))
      }),
    list: (query) => gate.read("list", () => listOn(db, query)),
    find: ({ kind, number }) =>
      gate.read("find", () => {
        const found = db
          .select()
          .from(documents)
          .where(and(eq(documents.kind, kind), eq(documents.number, number)))
          .get()
        return found === undefined ? null : { ...found, body: found.body === null ? null : new Uint8Array(found.body) }
      }),
    openGap: (before) => gate.write("openGap", () => void gap.run({ before })),
  })
}
