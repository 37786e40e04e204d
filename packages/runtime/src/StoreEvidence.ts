/**
 * What a store keeps for people: the bodies of callbacks as they came, its clock, and whether its tables agree with one another. No
 * machine reads any of it, so it is no part of core's ports.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { type PaymentKey, StoreError } from "@cauri/core"
import * as Postgres from "@cauri/store-postgres"
import * as Sqlite from "@cauri/store-sqlite"

/** A callback as it is kept. */
export interface KeptNote {
  readonly number: number
  readonly attempt: number
  readonly fingerprint: string
  readonly receivedAt: number
  /** As it came; null once it was taken away. */
  readonly body: Uint8Array | null
}

/** Something that a person did and no payment tells: who saw what is masked, who lifted a hold. */
export interface Deed {
  readonly at: number
  /** One JSON object. */
  readonly body: string
}

/** What a store keeps for people. */
export class StoreEvidence extends Context.Service<
  StoreEvidence,
  {
    /** The callbacks of a payment, the first one first. */
    notes(key: PaymentKey): Effect.Effect<ReadonlyArray<KeptNote>, StoreError>
    /** Keeps a deed for ever. When this succeeds, it is durable. */
    record(deed: Deed): Effect.Effect<void, StoreError>
    /** The newest deeds, the newest first. */
    deeds(limit: number): Effect.Effect<ReadonlyArray<Deed>, StoreError>
    /** What time it is for the store: the server's time on Postgres, this machine's on SQLite. */
    readonly clock: Effect.Effect<number, StoreError>
    /** What does not agree in the tables, in words. It reads all of them. */
    readonly faults: Effect.Effect<ReadonlyArray<string>, StoreError>
  }
>()("@cauri/runtime/StoreEvidence") {}

const notesSql = (notes: string, [id, kind, project]: readonly [string, string, string]): string => `
  select number, attempt, fingerprint, received_at, body from ${notes}
  where id = ${id} and kind = ${kind} and project = ${project} order by number`

const deedsSql = (deeds: string, limit: string): string =>
  `select at, body from ${deeds} order by number desc limit ${limit}`

const deedOf = (row: unknown): Deed => {
  const fields = new Map<string, unknown>(Object.entries(Object(row)))
  return { at: Number(fields.get("at")), body: String(fields.get("body")) }
}

/** Postgres gives its long numbers as texts. */
const noteOf = (row: unknown): KeptNote => {
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

const attempted = <A>(operation: string, work: () => A) =>
  Effect.try({ try: work, catch: (cause) => new StoreError({ operation, cause }) })

/** The evidence in a file of SQLite. */
export const sqliteEvidence = Layer.effect(
  StoreEvidence,
  Effect.gen(function* () {
    const { client, step } = yield* Sqlite.SqliteStore
    const notes = client.prepare(notesSql("cauri_callback_notes", [":id", ":kind", ":project"]))
    const deeds = client.prepare(deedsSql("cauri_deeds", ":limit"))
    const record = client.prepare("insert into cauri_deeds (at, body) values (:at, :body)")
    return StoreEvidence.of({
      notes: ({ id, kind, project }) => attempted("notes", () => notes.all({ id, kind, project }).map(noteOf)),
      record: ({ at, body }) => step("record", () => void record.run({ at, body })),
      deeds: (limit) => attempted("deeds", () => deeds.all({ limit }).map(deedOf)),
      clock: Clock.currentTimeMillis,
      faults: attempted("faults", () => {
        const broken = client.prepare<[], { readonly integrity_check: string }>("PRAGMA integrity_check").all()
        const orphans = client.prepare("PRAGMA foreign_key_check").all()
        return [
          ...broken.flatMap(({ integrity_check: words }) => (words === "ok" ? [] : [words])),
          ...(orphans.length === 0 ? [] : [`rows that belong to no payment: ${orphans.length}`]),
        ]
      }),
    })
  }),
)

/** The evidence in a Postgres. */
export const postgresEvidence = Layer.effect(
  StoreEvidence,
  Effect.gen(function* () {
    const { checkIntegrity, transact } = yield* Postgres.PostgresStore
    return StoreEvidence.of({
      notes: ({ id, kind, project }) =>
        transact("notes", async (client) => {
          const sql = notesSql('"cauri".callback_notes', ["$1", "$2", "$3"])
          const { rows } = await client.query(sql, [id, kind, project])
          return rows.map(noteOf)
        }),
      record: ({ at, body }) =>
        transact("record", async (client) => {
          await client.query('insert into "cauri".deeds (at, body) values ($1, $2)', [at, body])
        }),
      deeds: (limit) =>
        transact("deeds", async (client) => {
          const { rows } = await client.query(deedsSql('"cauri".deeds', "$1"), [limit])
          return rows.map(deedOf)
        }),
      clock: transact("clock", async (client) => {
        const { rows } = await client.query("select extract(epoch from clock_timestamp()) * 1000 as now", [])
        return Number(new Map<string, unknown>(Object.entries(Object(rows[0]))).get("now"))
      }),
      faults: checkIntegrity,
    })
  }),
)
