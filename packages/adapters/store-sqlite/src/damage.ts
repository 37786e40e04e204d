/**
 * Looks for damage. A small file is read whole when it is opened. Of a large one every table and every index is read beside the work,
 * some pages at a time: no read transaction lasts, so the log can be moved, and no commit waits for long. What SQLite cannot read then
 * stops the store, as it does when a payment is read.
 */
import type { StoreError } from "@cauri/core"
import { StoreRefused } from "@cauri/core/adapter"
import type Database from "better-sqlite3"
import { Clock, Effect } from "effect"
import { isDeepStrictEqual } from "node:util"
import type { Gate } from "./batch.ts"
import { type Connection, pragma } from "./connection.ts"
import type { CommonOptions } from "./StoreOptions.ts"
import { toMillis } from "./waiting.ts"

/** Up to this many bytes a file is compared with all its indexes when it is opened. */
const smallFile = 16 * 1_024 * 1_024

const isLarge = (client: Database.Database): boolean =>
  Number(pragma(client, "page_count")) * Number(pragma(client, "page_size")) > smallFile

/** Reads the whole file, unless it is read beside the work, and refuses a damaged one. Throws `StoreRefused`. */
export const checkForDamage = (client: Database.Database, how: CommonOptions["check"]): void => {
  if (how === "none" || (how === undefined && isLarge(client))) return
  const check = how === "quick" ? "quick_check" : "integrity_check"
  if (pragma(client, `${check}(1)`) !== "ok") {
    throw new StoreRefused({ reason: "corrupt", detail: `PRAGMA ${check} finds damage in the file.` })
  }
}

/** A place in a table or an index. */
type Place = ReadonlyArray<unknown>

/** A table or an index. */
interface Tree {
  /** A place before its first row. */
  readonly start: Place
  /** Reads some rows behind a place and returns where it stopped; its first value is null, or it is undefined, at the end. */
  readonly sql: string
}

const perSlice = { rows: 100, entries: 1_000 } as const

const placeOf = (type: string) => (type === "TEXT" ? "" : Number.MIN_SAFE_INTEGER)

const treesOf = (client: Database.Database): ReadonlyArray<Tree> => {
  const tables = client.prepare<[], string>(
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND NOT wr AND name GLOB 'cauri_*'",
  )
  const columns = client.prepare<[string], string>("SELECT name FROM pragma_table_info(?)")
  const indexes = client.prepare<[], { readonly name: string; readonly table: string; readonly sql: string | null }>(
    // A host may add indexes of its own, of any form.
    `SELECT name, tbl_name AS "table", sql FROM sqlite_master
    WHERE type = 'index' AND tbl_name GLOB 'cauri_*' AND (sql IS NULL OR name GLOB 'cauri_*')`,
  )
  const keys = client.prepare<[string, string], { readonly name: string; readonly type: string }>(
    "SELECT part.name, type FROM pragma_index_info(?) AS part JOIN pragma_table_xinfo(?) AS whole USING (cid) ORDER BY seqno",
  )
  return [
    // Every column is compared, so that what lies on pages of its own is read, too.
    ...tables
      .pluck()
      .all()
      .map((table) => ({
        start: [placeOf("INTEGER")],
        sql: `SELECT max(place), ${columns
          .pluck()
          .all(table)
          .map((name) => `max("${name}" = '')`)
          .join(", ")}
        FROM (SELECT rowid AS place, * FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${perSlice.rows})`,
      })),
    ...indexes.all().map(({ name, table, sql }) => {
      const parts = keys.all(name, table)
      const key = [...parts.map((part) => `"${part.name}"`), "rowid"].join(", ")
      return {
        start: [...parts.map(({ type }) => placeOf(type)), placeOf("INTEGER")],
        sql: `SELECT ${key} FROM ${table} INDEXED BY ${name}
          WHERE (${key}) > (${["?", ...parts.map(() => "?")].join(", ")}) AND (${sql?.split("WHERE")[1] ?? "true"})
          ORDER BY ${key} LIMIT 1 OFFSET ${perSlice.entries - 1}`,
      }
    }),
  ]
}

/** How long reading may block the program, and how long it then leaves the program alone, in milliseconds. */
const turn = { reads: 5, rests: 45 } as const

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** SQLite looks for a place by the order of the rows, and does not ask whether those that it passes are in order. */
const outOfOrder = () => Object.assign(new Error("Rows are out of order."), { code: "SQLITE_CORRUPT" })

/** Reads the next slices of a tree, and returns where it stopped; null at its end. */
const readOn = (client: Database.Database, { sql }: Tree, from: Place, now: () => number): Place | null => {
  const slice = client.prepare<Array<unknown>, Place>(sql).raw()
  const begun = now()
  let place = from
  do {
    const row = slice.get(...place)
    if (row === undefined || row[0] === null) return null
    const [before, behind] = [place, row.slice(0, from.length)]
    if (behind.length === 1 ? Number(behind[0]) <= Number(before[0]) : isDeepStrictEqual(behind, before))
      throw outOfOrder()
    place = behind
  } while (now() - begun < turn.reads)
  return place
}

/**
 * Reads the whole of a large store beside the work, for ever: once a day for all programs on it together, and after an unclean end. A
 * program that ends within a minute reads nothing; a file that grows is looked at once an hour.
 */
export const lookForDamage = ({ client, unclean }: Connection, gate: Gate): Effect.Effect<never> =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const monotonic = () => toMillis(clock.monotonicTimeNanosUnsafe())
    const next = client.prepare<[], number>("SELECT check_at FROM cauri_store").pluck()
    const set = client.prepare("UPDATE cauri_store SET check_at = ?")
    const doing = "looking for damage"
    /** When to look; a time further away than a day comes from a clock that was wrong. */
    const wait = (now: number) => {
      const left = (next.get() ?? 0) - now
      return left > day ? 0 : Math.max(left, 0)
    }
    /** Another program waits for an hour for this one to end. */
    const begin = (now: number) => wait(now) === 0 && set.run(now + hour).changes > 0
    const once: Effect.Effect<void, StoreError> = Effect.gen(function* () {
      yield* Effect.sleep(yield* gate.read(doing, () => wait(clock.currentTimeMillisUnsafe())))
      if (!(yield* gate.write(doing, () => begin(clock.currentTimeMillisUnsafe())))) return
      for (const tree of yield* gate.read(doing, () => treesOf(client))) {
        let place: Place | null = tree.start
        while (place !== null) {
          const from: Place = place
          place = yield* gate.read(doing, () => readOn(client, tree, from, monotonic))
          yield* Effect.sleep(turn.rests)
        }
      }
      yield* gate.write(doing, () => void set.run(clock.currentTimeMillisUnsafe() + day))
    })
    const look = Effect.ignore(once, { log: "Warn", message: "The store could not be read whole; it is tried again." })
    if (unclean === true) yield* Effect.ignore(gate.write(doing, () => void set.run(0)))
    yield* Effect.sleep(minute)
    while (!isLarge(client)) yield* Effect.sleep(hour)
    return yield* Effect.forever(Effect.andThen(look, Effect.sleep(minute)))
  })
