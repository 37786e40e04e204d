/** The rows that people look at, as both stores are asked for them and give them. */
import type { Deed, KeptNote } from "./StoreEvidence.ts"

/** The callbacks of a payment. */
export const notesSql = (notes: string, [id, kind, project]: readonly [string, string, string]): string => `
  select number, attempt, fingerprint, received_at, body from ${notes}
  where id = ${id} and kind = ${kind} and project = ${project} order by number`

/** The newest deeds. */
export const deedsSql = (deeds: string, limit: string): string =>
  `select at, body from ${deeds} order by number desc limit ${limit}`

/** A deed as a store gives it. */
export const deedOf = (row: unknown): Deed => {
  const fields = new Map<string, unknown>(Object.entries(Object(row)))
  return { at: Number(fields.get("at")), body: String(fields.get("body")) }
}

/** A callback as a store gives it. Postgres gives its long numbers as texts. */
export const noteOf = (row: unknown): KeptNote => {
  const fields = new Map<string, unknown>(Object.entries(Object(row)))
  const body = fields.get("body")
  return {
    number: Number(fields.get("number")),
    attempt: Number(fields.get("attempt")),
    fingerprint: String(fields.get("fingerprint")),
    receivedAt: Number(fields.get("received_at")),
    body: body instanceof Uint8Array ? new Uint8Array(body) : null,
  }
}
