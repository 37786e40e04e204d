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
import { Effect, Struct } from "effect"
import type { Gate } from "./batch.ts"
import type { Connection } from "./connection.ts"
import { reading } from "./prepared.ts"

const columns = `kind, number, digest, at, head, about, project, "from", before, replaces, replaced_by AS "replacedBy"`

const conditions = {
  about: "about = :about",
  below: "number < :below",
  project: "project = :project",
  touching: `"from" < :before AND before > :from`,
}

/** Every request to an API asks for a document, so each combination of conditions is prepared once. */
const listingOn = (client: Database) => {
  const prepared = new Map<string, ReturnType<typeof reading<KeptDocument>>>()
  return ({ touching, ...query }: DocumentsQuery): ReadonlyArray<KeptDocument> => {
    const asked: Partial<DocumentsQuery> = { ...query, ...(touching && { touching }) }
    const where = ["kind = :kind"]
    for (const name of Struct.keys(conditions)) if (asked[name] !== undefined) where.push(conditions[name])
    const text = `SELECT ${columns} FROM cauri_documents WHERE ${where.join(" AND ")} ORDER BY number DESC LIMIT :limit`
    const statement = prepared.get(text) ?? reading<KeptDocument>(client, text)
    prepared.set(text, statement)
    return statement.all({ ...query, ...touching })
  }
}

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

type Found = KeptDocument & { readonly body: Buffer | null }

export const makeDocuments = ({ client }: Connection, gate: Gate): Documents["Service"] => {
  const keep = keepOn(client)
  const list = listingOn(client)
  const one = reading<Found>(
    client,
    `SELECT ${columns}, body FROM cauri_documents WHERE kind = :kind AND number = :number`,
  )
  const gap = client.prepare<{ readonly before: number }>(openGap)
  return Documents.of({
    keep: (document) =>
      Effect.suspend(() => {
        const kept = given(document)
        return gate.write("keep", () => keep(kept))
      }),
    list: (query) => gate.read("list", () => list(query)),
    find: (key) =>
      gate.read("find", () => {
        const found = one.get(key)
        return found === undefined ? null : { ...found, body: found.body === null ? null : new Uint8Array(found.body) }
      }),
    openGap: (before) => gate.write("openGap", () => void gap.run({ before })),
  })
}
