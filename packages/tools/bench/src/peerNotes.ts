/**
 * What both hand-written receivers share, as a good engineer would write it: the address is checked in constant time, the body is kept
 * raw with its hash, once, in a table that is as durable as ours.
 */
import Database from "better-sqlite3"
import { createHash, createHmac, timingSafeEqual } from "node:crypto"

export interface PeerPlan {
  readonly file: string
  readonly keyId: string
  readonly secret: string
}

/** A callback to be kept. */
export interface PeerNote {
  readonly target: string
  readonly fingerprint: string
  readonly receivedAt: number
  readonly body: Uint8Array
}

/** What is posted to an address that was signed by our key, or null. */
export const targetOf = (url: string, { keyId, secret }: PeerPlan): string | null => {
  const address = url.slice(url.lastIndexOf("/") + 1)
  const dot = address.lastIndexOf(".")
  const signed = address.slice(0, dot)
  if (!signed.startsWith(`${keyId}.`)) return null
  const expected = createHmac("sha256", secret).update(signed).digest().subarray(0, 16)
  const given = Buffer.from(address.slice(dot + 1), "base64url")
  return given.length === expected.length && timingSafeEqual(given, expected) ? signed.slice(keyId.length + 1) : null
}

export const noteOf = (target: string, body: Uint8Array): PeerNote => ({
  target,
  fingerprint: createHash("sha256").update(body).digest("base64url"),
  receivedAt: Date.now(),
  body,
})

interface PeerStore {
  readonly client: Database.Database
  readonly insert: Database.Statement<PeerNote>
}

/** The table, and how a note is put into it. Every write is durable before it is answered. */
export const openPeer = (file: string): PeerStore => {
  const client = new Database(file)
  for (const setting of [
    "journal_mode = WAL",
    "synchronous = FULL",
    "cache_size = -32768",
    "wal_autocheckpoint = 16384",
  ])
    client.pragma(setting)
  client.exec(`CREATE TABLE IF NOT EXISTS notes (
    number INTEGER PRIMARY KEY, target TEXT NOT NULL, fingerprint TEXT NOT NULL, received_at INTEGER NOT NULL, body BLOB NOT NULL,
    UNIQUE (target, fingerprint)
  ) STRICT`)
  const insert = client.prepare<PeerNote>(
    `INSERT INTO notes (target, fingerprint, received_at, body) VALUES (@target, @fingerprint, @receivedAt, @body)
    ON CONFLICT (target, fingerprint) DO NOTHING`,
  )
  return { client, insert }
}

export const bodyLimit = 131_072
