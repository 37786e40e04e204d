/**
 * The stores that are compared, each with a view of its tables past the port. The tables of both databases have the same column names, so
 * one query works on both.
 */
import { PaymentStore } from "@cauri/core"
import { SharedState, memoryDriver, memoryPorts, type MemoryCell, emptyMemory, Reports } from "@cauri/core/adapter"
import { layer as postgres, PostgresStore } from "@cauri/store-postgres"
import { layer as sqlite, SqliteStore } from "@cauri/store-sqlite"
import { Context, Effect, Layer } from "effect"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { ids } from "./sequences.ts"

type Row = Readonly<Record<string, unknown>>

/** A store that takes part in the comparison. */
export interface Subject {
  readonly name: string
  readonly store: PaymentStore["Service"]
  readonly shared: SharedState["Service"]
  readonly reports: Reports["Service"]
  /** What the tables hold for the payments of these projects, each table in any order. */
  readonly landed: (projects: ReadonlyArray<string>) => Effect.Effect<Readonly<Record<string, ReadonlyArray<Row>>>>
}

const key = ["id", "kind", "project"]
const columns = {
  payments: [
    "state",
    "seq",
    "rail",
    "amount",
    "operator",
    "party",
    "orderRef",
    "refundOf",
    "createdAt",
    "closedAt",
    "amountPaid",
    "serviceOperator",
    "openFlags",
    "body",
    "version",
    "newestNote",
  ],
  queue: ["createdAt", "actAt", "leaseNumber", "leaseUntil"],
  attempts: ["number", "attemptKind", "outcome", "token", "startedAt", "newestNote"],
  events: ["seq", "at", "tag", "body"],
  callback_notes: ["number", "attempt", "fingerprint", "receivedAt", "body"],
} as const
type Table = keyof typeof columns
const tables = ["payments", "queue", "attempts", "events", "callback_notes"] as const

/** Whole numbers of 64 bits may come as text. */
const whole = /^(seq|amount|amountPaid|openFlags|version|leaseNumber|leaseUntil|newestNote|number|attempt|at|\w+At)$/

const plainValue = (column: string, value: unknown): unknown => {
  if (value === null || value === undefined) return null
  if (value instanceof Uint8Array) return Buffer.from(value).toString("hex")
  return whole.test(column) ? Number(value) : value
}

const plainRow = (table: Table, row: Row): Row =>
  Object.fromEntries([...key, ...columns[table]].map((column) => [column, plainValue(column, row[column])]))

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const listed = (texts: ReadonlyArray<string>) => texts.map((each) => `'${each}'`).join(", ")

const query = (table: Table, from: string, projects: ReadonlyArray<string>): string => {
  const wanted = [...key, ...columns[table]].map((column) => `${snake(column)} as "${column}"`).join(", ")
  return `select ${wanted} from ${from} where id in (${listed(ids)}) and kind in ('payin', 'payout') and project in (${listed(projects)})`
}

const landedBy = (ask: (table: Table, projects: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Row>>) =>
  Effect.fnUntraced(function* (projects: ReadonlyArray<string>) {
    const found: Record<string, ReadonlyArray<Row>> = {}
    for (const table of tables) {
      const rows = yield* ask(table, projects)
      found[table] = rows.map((row) => plainRow(table, row))
    }
    return found
  })

const inMemory = (cell: MemoryCell, table: Table): ReadonlyArray<Row> =>
  [...cell.current.payments].flatMap(([text, { row }]): ReadonlyArray<Row> => {
    const { id, kind, project, attempts, notes } = row
    const name = { id, kind, project }
    switch (table) {
      case "payments":
      case "queue":
        return [{ ...row }]
      case "attempts":
        return attempts.map(({ kind: attemptKind, ...attempt }) => {
          const newestNote = notes.find((note) => note.attempt === attempt.number)?.newest
          return { ...attempt, ...name, attemptKind, newestNote }
        })
      case "events":
        return (cell.current.payments.get(text)?.events ?? []).map((event) => ({ ...event, ...name }))
      case "callback_notes":
        return (cell.current.payments.get(text)?.notes ?? []).map((note) => ({ ...note, ...name }))
    }
  })

/** Makes a driver over a cell: core's own, or one that is broken on purpose. */
export type MakeDriver = typeof memoryDriver

export const memorySubject = (name = "memory", makeDriver: MakeDriver = memoryDriver): Subject => {
  const cell: MemoryCell = { current: emptyMemory }
  return {
    name,
    ...portsOf(memoryPorts(cell, name)),
    store: PaymentStore.fromDriver(makeDriver(cell)),
    landed: landedBy((table, projects) =>
      Effect.sync(() => inMemory(cell, table).filter((row) => projects.includes(String(row["project"])))),
    ),
  }
}

const portsOf = (context: Context.Context<PaymentStore | SharedState | Reports>) => ({
  store: Context.get(context, PaymentStore),
  shared: Context.get(context, SharedState),
  reports: Context.get(context, Reports),
})

/** A store in this file, open for the length of the scope. */
const sqliteSubject = Effect.fnUntraced(function* (file: string) {
  const context = yield* Layer.build(sqlite({ file, reserve: 65_536 }))
  const { client } = Context.get(context, SqliteStore)
  const subject: Subject = {
    name: "sqlite",
    ...portsOf(context),
    landed: landedBy((table, projects) =>
      Effect.sync(() => client.prepare<[], Row>(query(table, `cauri_${table}`, projects)).all()),
    ),
  }
  return subject
})

/** A store in a schema of its own, which goes with the scope. */
const postgresSubject = Effect.fnUntraced(function* (url: string, schema: string) {
  const context = yield* Layer.build(postgres({ url, schema }))
  const { transact } = Context.get(context, PostgresStore)
  const ask = (text: string) =>
    transact("ask", async (client) => (await client.query<Row>(text)).rows).pipe(Effect.orDie)
  yield* Effect.addFinalizer(() => ask(`drop schema "${schema}" cascade`))
  const subject: Subject = {
    name: "postgres",
    ...portsOf(context),
    landed: landedBy((table, projects) => ask(query(table, `"${schema}".${table}`, projects))),
  }
  return subject
})

const memory = "/dev/shm"

const newFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), "cauri-stores-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
)

/** All three: one database of each kind for the length of the scope, and a new memory store each time. */
export const threeStores = Effect.fnUntraced(function* (postgresUrl: string) {
  const folder = yield* newFolder
  const sqlite = yield* sqliteSubject(join(folder, "payments.db"))
  const postgres = yield* postgresSubject(postgresUrl, basename(folder).toLowerCase().replaceAll("-", "_"))
  return () => [memorySubject(), sqlite, postgres]
})
