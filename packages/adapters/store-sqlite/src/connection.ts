/**
 * The connection to the file, made durable before anything is written through it.
 *
 * SQLite forgets how durable it was: a database in WAL mode that is opened again runs with `synchronous=NORMAL` here, and the last
 * commits before a power cut are lost (T1). So every connection is set, and its settings are read back.
 */
import Database from "better-sqlite3"
import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3"
import { Effect, type Scope } from "effect"
import { StoreRefused } from "@cauri/core/adapter"
import { clientOf, type HostConnection } from "./HostConnection.ts"
import { isInMemory, resolvedFile, prepareFile, uncleanEndOf } from "./place.ts"
import { type CommonOptions, defaults, type StoreOptions } from "./StoreOptions.ts"
import { busyTimeout, whenFree } from "./waiting.ts"

export interface Connection {
  readonly client: Database.Database
  readonly db: BetterSQLite3Database
  /** The file's path; empty for a database in memory. */
  readonly file: string
  /** The host's own: settings that money does not need stay as they are, and the host may have transactions of its own open. */
  readonly borrowed: boolean
  /** Did programs end on it without closing it, or the power fail? Not known of a host's connection. */
  readonly unclean?: boolean
}

/** The path of a connection's file; empty for a database in memory. */
export const fileOf = ({ name }: Database.Database): string => (isInMemory(name) ? "" : name)

/** The value of a setting of a connection. */
export const pragma = (client: Database.Database, name: string): unknown => client.pragma(name, { simple: true })

/** How many pages may gather in the log before SQLite itself, in the middle of a commit, moves them into the file. */
const lastResortCheckpoint = 16_384

const settings = [
  "synchronous = FULL",
  "foreign_keys = ON",
  // A file that another program wrote must not run functions of ours from its schema, nor lie about its cells.
  "trusted_schema = OFF",
  "cell_size_check = ON",
  // The log keeps the size that it has reached: its room is what answers are written to when the disk is full (T20).
  "journal_size_limit = -1",
  // In KiB: what the worker and guards read again and again stays in memory.
  "cache_size = -32768",
  `wal_autocheckpoint = ${lastResortCheckpoint}`,
] as const

const required: Readonly<Record<string, unknown>> = { foreign_keys: 1, trusted_schema: 0, cell_size_check: 1 }

/** `wal` and the modes that keep a rollback journal on the disk survive a power cut when everything is synchronised. */
const durableJournals: ReadonlyArray<unknown> = ["wal", "delete", "truncate", "persist"]

/** Refuses a connection whose settings could lose acknowledged payments. */
const checkDurability = (client: Database.Database, options: CommonOptions): void => {
  if (options.acceptDataLoss !== undefined) return
  if (fileOf(client) === "") throw new StoreRefused({ reason: "durability", detail: "The database has no file." })
  const synchronous = pragma(client, "synchronous")
  if (typeof synchronous !== "number" || synchronous < 2) {
    throw new StoreRefused({ reason: "durability", detail: `synchronous reads back ${String(synchronous)} and not 2.` })
  }
  const journal = pragma(client, "journal_mode")
  if (!durableJournals.includes(journal)) {
    throw new StoreRefused({ reason: "durability", detail: `journal_mode reads back ${String(journal)}.` })
  }
}

/** Refuses a file without a store, and leaves it as it is, unless a store may be created in it. */
const checkPresence = (client: Database.Database, options: CommonOptions): void => {
  if (options.create !== "never" || hasStore(client)) return
  throw new StoreRefused({ reason: "missing", detail: `There is no store in ${client.name}.` })
}

const setUp = (client: Database.Database, options: StoreOptions): void => {
  checkPresence(client, options)
  const memory = isInMemory(options.file)
  if (pragma(client, "journal_mode") !== "wal" && pragma(client, "journal_mode = WAL") !== "wal" && !memory) {
    throw new StoreRefused({ reason: "durability", detail: "The file cannot be switched to a write-ahead log." })
  }
  for (const setting of settings) client.pragma(setting)
  for (const [name, value] of Object.entries(required)) {
    if (pragma(client, name) !== value) {
      throw new StoreRefused({ reason: "durability", detail: `${name} reads back another value than it was given.` })
    }
  }
  checkDurability(client, options)
}

export const hasStore = (client: Database.Database): boolean =>
  client.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'cauri_migrations'").get() !== undefined

/** Opens the file, durable and for us alone, and closes it with the scope. */
export const open = (options: StoreOptions): Effect.Effect<Connection, StoreRefused, Scope.Scope> =>
  Effect.gen(function* () {
    const maxWait = options.maxWait ?? defaults.maxWait
    const memory = isInMemory(options.file)
    const { client, isUnclean } = yield* Effect.acquireRelease(
      whenFree("opening the file", maxWait, () => {
        // To SQLite an empty name means a temporary database that is deleted when it is closed: no payments belong there.
        if (options.file.trim() === "")
          throw new StoreRefused({ reason: "invalid_name", detail: "The file has no name." })
        if (!memory) prepareFile(options)
        const file = memory ? options.file : resolvedFile(options.file)
        return { isUnclean: uncleanEndOf(file), client: new Database(file, { timeout: busyTimeout }) }
      }),
      (opened) => Effect.sync(() => opened.client.close()),
    )
    yield* whenFree("setting up the connection", maxWait, () => setUp(client, options))
    return { client, db: drizzle(client), file: fileOf(client), borrowed: false, unclean: isUnclean() }
  })

/** Takes the host's own connection and makes it durable; it changes nothing else about it. */
export const borrow = (host: HostConnection, options: CommonOptions): Effect.Effect<Connection, StoreRefused> =>
  whenFree("setting up the connection", options.maxWait ?? defaults.maxWait, () => {
    const client = clientOf(host)
    if (client.inTransaction) {
      throw new StoreRefused({
        reason: "busy",
        detail: "A transaction of your own is open on the connection that you handed over.",
      })
    }
    // The console opens the same file by its name.
    if (fileOf(client) !== "") prepareFile({ ...options, create: "never", file: fileOf(client) })
    checkPresence(client, options)
    client.pragma("synchronous = FULL")
    checkDurability(client, options)
    return { client, db: drizzle(client), file: fileOf(client), borrowed: true }
  })
