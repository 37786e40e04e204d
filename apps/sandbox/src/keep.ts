/**
 * Stores the sandbox between runs: one row of one SQLite file, with the state and the control token. It is written shortly after every
 * change and once more at the end, so a stopped sandbox loses nothing, and a killed one at most the last moment. One program at a time has
 * the file locked.
 */
import { closeSync, openSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { Clock, Effect, Schema } from "effect"
import { type Engine, StateJson } from "@cauri/simulator"
import { makeVersion } from "./pages/live.ts"

/** The file cannot be used. */
export class FileRefused extends Schema.TaggedError<FileRefused>()("FileRefused", {
  reason: Schema.Literals(["Unusable", "Busy", "Foreign", "OtherVersion"]),
}) {
  override get message(): string {
    return `The sandbox does not start: the file of SANDBOX_FILE ${reasons[this.reason]}.`
  }
}

const reasons = {
  Unusable: "cannot be opened or written",
  Busy: "is in use by another program",
  Foreign: "is something else; name another one",
  OtherVersion: "was kept by another version; name another one",
} as const

/** What was kept. */
interface Kept {
  readonly controlToken: string
  readonly state: Schema.Json
}

/** A file that is held by this program. */
export interface Keeper {
  readonly kept: Kept | null
  readonly keep: (kept: Kept) => void
}

/** Marks the file as a sandbox's: "Caur" in hexadecimal digits. */
const applicationId = 0x43617572

/** Opens a file, and takes it for as long as the scope is open. */
export const openKeeper = Effect.fn("Keeper.open")(function* (file: string) {
  const database = yield* Effect.acquireRelease(Effect.try({ try: () => opened(file), catch: refusalOf }), (open) =>
    Effect.sync(() => open.close()),
  )
  const { state, controlToken } = yield* Effect.try({
    try: () => database.prepare("SELECT control_token AS controlToken, state FROM sandbox WHERE id = 1").get() ?? {},
    catch: refusalOf,
  })
  const write = database.prepare("INSERT OR REPLACE INTO sandbox (id, control_token, state) VALUES (1, ?, ?)")
  const keeper: Keeper = {
    kept: typeof state === "string" && typeof controlToken === "string" ? yield* readBack(controlToken, state) : null,
    keep: (kept) => void write.run(kept.controlToken, JSON.stringify(kept.state)),
  }
  return keeper
})

const readBack = Effect.fnUntraced(function* (controlToken: string, text: string) {
  const state = yield* Schema.decodeEffect(Schema.fromJsonString(Schema.Json))(text).pipe(
    Effect.tap(Schema.decodeUnknownEffect(StateJson)),
    Effect.mapError(() => new FileRefused({ reason: "OtherVersion" })),
  )
  return { controlToken, state }
})

const opened = (file: string): DatabaseSync => {
  // The file holds credentials, so only its owner may read it.
  closeSync(openSync(file, "a", 0o600))
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec(
      "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = FULL; BEGIN EXCLUSIVE; COMMIT",
    )
    const mark = database.prepare("PRAGMA application_id").get()?.["application_id"]
    const tables = database.prepare("SELECT count(*) AS tables FROM sqlite_schema").get()?.["tables"]
    if (mark !== applicationId && tables !== 0) throw new FileRefused({ reason: "Foreign" })
    database.exec(
      `PRAGMA application_id = ${applicationId};
       CREATE TABLE IF NOT EXISTS sandbox (
         id INTEGER PRIMARY KEY CHECK (id = 1), control_token TEXT NOT NULL, state TEXT NOT NULL
       ) STRICT`,
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

/** How long a change waits at least, and how many times as long as the last writing took: writing never takes most of the time. */
const restMillis = 200
const restFactor = 10

/**
 * Keeps the state from now on until the scope closes, and once more then. A disk that is full may have room again: what could not be
 * written is said once, and tried until it can.
 */
export const keepOn = Effect.fn("Keeper.keepOn")(function* (
  keeper: Keeper,
  engine: Engine["Service"],
  controlToken: string,
  say: (sentence: string) => void,
) {
  const version = makeVersion()
  let written = -1
  let failed = false
  const save = Effect.gen(function* () {
    const seen = version(yield* engine.state, 0, [])
    if (seen === written) return
    const state = yield* engine.save
    yield* Effect.try({ try: () => keeper.keep({ controlToken, state }), catch: refusalOf })
    written = seen
    failed = false
  })
  const saveOrSay = save.pipe(
    Effect.catch(() =>
      Effect.sync(() => {
        if (!failed) say("The state cannot be written into the file of SANDBOX_FILE. It is tried again and again.")
        failed = true
      }),
    ),
  )
  yield* save
  yield* Effect.addFinalizer(() => saveOrSay)
  yield* Effect.forkScoped(
    Effect.gen(function* () {
      let took = 0
      for (;;) {
        yield* Effect.sleep(Math.max(restMillis, took * restFactor))
        const before = yield* Clock.currentTimeMillis
        yield* saveOrSay
        took = (yield* Clock.currentTimeMillis) - before
      }
    }),
  )
})
