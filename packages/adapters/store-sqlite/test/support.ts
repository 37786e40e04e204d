/**
 * Folders and stores for tests, and a look into a store's tables past its port.
 */
import { type Landed, type LandedNote, SideDoor, unreadableBody } from "@cauri/conformance"
import type { PaymentKey } from "@cauri/core"
import type { AttemptRow, EventRow } from "@cauri/core/adapter"
import Database from "better-sqlite3"
import { Effect, Layer, Logger, Option, type Scope } from "effect"
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { layer, SqliteStore, type StoreOptions } from "../src/index.ts"
import { createFile, freeBytes, isInMemory } from "../src/place.ts"

/**
 * Where folders are made: in memory, where a machine has enough of it, because a thousand stores wait for a thousand disks otherwise. That
 * commits are synchronised at all is no matter of the disk: SQLite is asked (T1).
 */
const memory = "/dev/shm"
const base = existsSync(memory) && freeBytes(join(memory, "any")) > 512 * 1_024 * 1_024 ? memory : tmpdir()

/** A folder of its own, which goes with the scope. */
export const newFolder: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(join(base, "cauri-sqlite-"))
    chmodSync(folder, 0o700)
    return folder
  }),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
)

/** The path of a file that is not there yet. */
export const newFile: Effect.Effect<string, never, Scope.Scope> = Effect.map(newFolder, (folder) =>
  join(folder, "payments.db"),
)

/** No log: accepted risks are logged at every start. */
export const silence = Logger.layer([])

/** Small enough to be made often. */
const small = { reserve: 65_536 }

/** A store in a new file; every build is another one. */
export const newStore = (options: Partial<StoreOptions> = {}) =>
  Layer.unwrap(Effect.map(newFile, (file) => layer({ file, ...small, ...options })))

/** A plain connection of somebody else, which goes with the scope. */
export const openRaw = (
  file: string,
  options: Database.Options = {},
): Effect.Effect<Database.Database, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      if (!isInMemory(file)) createFile(file)
      return new Database(file, options)
    }),
    (client) => Effect.sync(() => client.close()),
  )

type RawRow = Landed["row"]

const columns = `kind, project, id, state, seq, rail, amount, operator, party, order_ref AS orderRef, refund_of AS refundOf,
  cauri_payments.created_at AS createdAt, closed_at AS closedAt, amount_paid AS amountPaid, service_operator AS serviceOperator, act_at AS actAt, open_flags AS openFlags, body, version,
  lease_number AS leaseNumber, lease_until AS leaseUntil, newest_note AS newestNote`

/** What lies in the tables for one payment, by SQL of the tests' own. */
export const landedIn = (client: Database.Database, { id, kind, project }: PaymentKey): Option.Option<Landed> => {
  const all = <A>(sql: string) => client.prepare<unknown[], A>(sql).all(id, kind, project)
  const its = "WHERE id = ? AND kind = ? AND project = ?"
  return Option.map(
    Option.fromUndefinedOr(
      all<RawRow>(`SELECT ${columns} FROM cauri_payments JOIN cauri_queue USING (id, kind, project) ${its}`)[0],
    ),
    (row): Landed => ({
      row,
      attempts: all<AttemptRow>(
        `SELECT number, attempt_kind AS kind, outcome, token, started_at AS startedAt FROM cauri_attempts ${its}`,
      ),
      events: all<EventRow>(`SELECT seq, at, tag, delivered_as AS deliveredAs, body FROM cauri_events ${its}`),
      notes: all<LandedNote>(
        `SELECT number, attempt, fingerprint, received_at AS receivedAt, body FROM cauri_callback_notes ${its} ORDER BY number`,
      ).map((note) => ({ ...note, body: note.body === null ? null : new Uint8Array(note.body) })),
    }),
  )
}

/** Opens the side door of a store by raw SQL on a connection of its own. */
export const sideDoor = Layer.effect(
  SideDoor,
  Effect.gen(function* () {
    const { client } = yield* SqliteStore
    const raw = yield* openRaw(client.name, { readonly: true })
    const writer = yield* openRaw(client.name)
    const spoiling = writer.prepare<[string, string, string, string]>(
      "UPDATE cauri_payments SET body = ?, version = version + 1 WHERE id = ? AND kind = ? AND project = ?",
    )
    return SideDoor.of({
      read: (key) => Effect.sync(() => landedIn(raw, key)),
      spoil: ({ id, kind, project }) => Effect.sync(() => void spoiling.run(unreadableBody, id, kind, project)),
    })
  }),
)
