/**
 * Stores the sandbox between runs in one SQLite file: every payment, phone and project is a row. Each change writes the rows that differ, in
 * one transaction, before any answer that rests on it leaves, so a killed sandbox forgets nothing. One program at a time has the file locked.
 */
import { closeSync, openSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { Effect, HashMap, Schema } from "effect"
import type { Language } from "@cauri/catalogue"
import { tools } from "@cauri/catalogue/tools"
import { emptyState, type State, StateJson } from "@cauri/simulator"

export class FileRefused extends Schema.TaggedError<FileRefused>()("FileRefused", {
  reason: Schema.Literals(["Unusable", "Busy", "Foreign", "OtherVersion"]),
}) {
  messageIn(language: Language): string {
    const { endings, sandboxEndings } = tools[language]
    return endings.does_not_start("sandbox", sandboxEndings[sentences[this.reason]])
  }

  override get message(): string {
    return this.messageIn("en")
  }
}

const sentences = {
  Unusable: "file_unusable",
  Busy: "file_busy",
  Foreign: "file_foreign",
  OtherVersion: "file_other_version",
} as const

interface Kept {
  readonly controlToken: string
  readonly state: Schema.Json
}

/** A file that is held by this program. */
export interface Keeper {
  readonly kept: Kept | null
  /** Writes what differs from the last state that was written. It throws when the file takes nothing. */
  readonly keep: (state: State) => void
  readonly keepToken: (controlToken: string) => void
}

/** Marks the file as a sandbox's: "Caur" in hexadecimal digits. */
const applicationId = 0x43617572

const tablesVersion = 2

/** Opens a file, and takes it for as long as the scope is open. */
export const openKeeper = Effect.fn("Keeper.open")(function* (file: string) {
  const database = yield* Effect.acquireRelease(Effect.try({ try: () => opened(file), catch: refusalOf }), (open) =>
    Effect.sync(() => open.close()),
  )
  const put = database.prepare("INSERT OR REPLACE INTO part (path, key, value) VALUES (?, ?, ?)")
  const remove = database.prepare("DELETE FROM part WHERE path = ? AND key = ?")
  const written = new Map<string, Written>()
  const keeper: Keeper = {
    kept: yield* readBack(database),
    keepToken: (controlToken) => void put.run(tokenPath, "", JSON.stringify(controlToken)),
    keep: (state) => {
      const parts = statePartsOf(state).filter(({ path, whole }) => written.get(path)?.whole !== whole)
      if (!isWorthWriting(parts, written)) return
      database.exec("BEGIN IMMEDIATE")
      try {
        // What an earlier run wrote is written once more, as one whole.
        if (written.size === 0) database.prepare("DELETE FROM part WHERE path <> ?").run(tokenPath)
        for (const { path, rows } of parts) {
          const before = written.get(path)?.rows
          for (const [key, value] of rows) if (before?.get(key) !== value) put.run(path, key, JSON.stringify(value))
          for (const key of before?.keys() ?? []) if (!rows.has(key)) remove.run(path, key)
        }
        database.exec("COMMIT")
      } catch (error) {
        if (database.isTransaction) database.exec("ROLLBACK")
        throw error
      }
      for (const part of parts) written.set(part.path, part)
    },
  }
  return keeper
})

/** Where the control token stands, beside the parts of the state. */
const tokenPath = "control token"

/** The rows of a part, by their keys, and the value that they were made from: an unchanged one is the same object. */
interface Written {
  readonly whole: unknown
  readonly rows: ReadonlyMap<string, unknown>
}

interface Part extends Written {
  readonly path: string
}

/** Simulated time goes on with every look: it is written beside other changes, or after a minute. */
const timeWorthWriting = 60_000

const isWorthWriting = (parts: ReadonlyArray<Part>, written: ReadonlyMap<string, Written>): boolean => {
  const [first, second] = parts
  if (first === undefined) return false
  return (
    second !== undefined ||
    first.path !== "now" ||
    Number(first.whole) - Number(written.get("now")?.whole ?? 0) > timeWorthWriting
  )
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !HashMap.isHashMap(value)

/** Whether a value holds tables, as the ledger does. */
const holdsTables = (value: unknown): value is Fields => isFields(value) && Object.values(value).some(HashMap.isHashMap)

/** The parts of a state: its tables row by row, its lists item by item, everything else whole. */
const statePartsOf = (state: Fields, prefix = ""): ReadonlyArray<Part> =>
  Object.entries(state).flatMap(([name, whole]): ReadonlyArray<Part> => {
    const path = `${prefix}${name}`
    if (holdsTables(whole)) return statePartsOf(whole, `${path}.`)
    return [{ path, whole, rows: rowsOf(whole) }]
  })

/** The order of a list, whose items are numbered by identity: a longer list writes its new items only. */
const orderKey = "order"
const numbers = new WeakMap<object, string>()
let lastNumber = 0

const numberOf = (item: object): string => {
  const known = numbers.get(item) ?? String(++lastNumber)
  numbers.set(item, known)
  return known
}

const rowsOf = (whole: unknown): ReadonlyMap<string, unknown> => {
  if (HashMap.isHashMap(whole)) {
    return new Map([...whole].map(([key, value]) => [JSON.stringify(key), value]))
  }
  if (!Array.isArray(whole)) return new Map([["", whole]])
  const items = whole.map((item: object) => [numberOf(item), item] as const)
  return new Map<string, unknown>([...items, [orderKey, items.map(([number]) => number)]])
}

const readBack = Effect.fnUntraced(function* (database: DatabaseSync) {
  const read = Effect.try({
    try: () => {
      const parts = new Map<string, Map<string, Schema.Json>>()
      for (const { key, path, value } of database.prepare("SELECT path, key, value FROM part").all()) {
        const rows = parts.get(String(path)) ?? new Map<string, Schema.Json>()
        parts.set(String(path), rows.set(String(key), JSON.parse(String(value))))
      }
      return parts
    },
    catch: refusalOf,
  })
  const parts = yield* read
  const controlToken = parts.get(tokenPath)?.get("")
  if (typeof controlToken !== "string" || parts.size === 1) return null
  const state = assembled(parts, { ...emptyState }, "")
  yield* Schema.decodeUnknownEffect(StateJson)(state).pipe(
    Effect.mapError(() => new FileRefused({ reason: "OtherVersion" })),
  )
  return { controlToken, state }
})

/** The state as `StateJson` spells it. The empty state says which part is a table, a list or whole. */
const assembled = (
  parts: ReadonlyMap<string, ReadonlyMap<string, Schema.Json>>,
  form: Fields,
  prefix: string,
): Schema.Json =>
  Object.fromEntries(
    Object.entries(form).map(([name, empty]) => {
      const path = `${prefix}${name}`
      const rows = parts.get(path)
      if (holdsTables(empty)) return [name, assembled(parts, empty, `${path}.`)]
      if (HashMap.isHashMap(empty)) {
        return [name, [...(rows ?? [])].map(([key, value]): Schema.Json => [JSON.parse(key), value])]
      }
      if (!Array.isArray(empty)) return [name, rows?.get("") ?? null]
      const order = rows?.get(orderKey)
      return [name, Array.isArray(order) ? order.map((number) => rows?.get(String(number)) ?? null) : null]
    }),
  )

const opened = (file: string): DatabaseSync => {
  // The file holds credentials, so only its owner may read it.
  closeSync(openSync(file, "a", 0o600))
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec(
      "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; BEGIN EXCLUSIVE; COMMIT",
    )
    const mark = database.prepare("PRAGMA application_id").get()?.["application_id"]
    const tables = database.prepare("SELECT count(*) AS tables FROM sqlite_schema").get()?.["tables"]
    if (mark !== applicationId && tables !== 0) throw new FileRefused({ reason: "Foreign" })
    const version = database.prepare("PRAGMA user_version").get()?.["user_version"]
    if (tables !== 0 && version !== tablesVersion) throw new FileRefused({ reason: "OtherVersion" })
    database.exec(
      `PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${tablesVersion};
       CREATE TABLE IF NOT EXISTS part (
         path TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (path, key)
       ) STRICT, WITHOUT ROWID`,
    )
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** SQLite's own numbers: the file is locked by another process; the file is no database. */
const busy = 5
const notADatabase = 26

const refusalOf = (error: unknown): FileRefused => {
  if (error instanceof FileRefused) return error
  const code = error instanceof Error && "errcode" in error ? error.errcode : undefined
  return new FileRefused({ reason: code === busy ? "Busy" : code === notADatabase ? "Foreign" : "Unusable" })
}

/** How often what could not be written is tried, where nothing changes meanwhile. */
const retryMillis = 1_000

/**
 * Keeps every state that it is given, until the scope closes. A disk that is full may have room again: what could not be written is said
 * once, and tried with every change and every second until it can.
 */
export const keepOn = Effect.fn("Keeper.keepOn")(function* (
  keeper: Keeper,
  controlToken: string,
  say: (sentence: string) => void,
  language: Language,
) {
  yield* Effect.try({ try: () => keeper.keepToken(controlToken), catch: refusalOf })
  let failed = false
  let newest: State | undefined
  const keep = (state: State): void => {
    newest = state
    try {
      keeper.keep(state)
      failed = false
    } catch {
      if (!failed) say(tools[language].sandboxEndings.not_kept)
      failed = true
    }
  }
  yield* Effect.forkScoped(
    Effect.forever(
      Effect.andThen(
        Effect.sleep(retryMillis),
        Effect.sync(() => {
          if (failed && newest !== undefined) keep(newest)
        }),
      ),
    ),
  )
  return keep
})
