/** The folder of a playground: what it keeps between two runs, and what may be deleted from it. */
import { randomBytes } from "node:crypto"
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { join, resolve } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Effect, Schema, type Scope } from "effect"

/** What is kept between two runs, beside the data. */
const Kept = Schema.Struct({
  controlToken: Schema.String,
  callbackSecret: Schema.String,
  consoleToken: Schema.String,
  adminPassword: Schema.String,
  /** Where each program listened the last time, so that open links and callbacks under way still reach it. */
  ports: Schema.Struct({
    sandbox: Schema.Int,
    receiver: Schema.Int,
    console: Schema.Int,
    shop: Schema.Int,
  }),
})
export type Kept = typeof Kept.Type

const reasons = ["Foreign", "InUse", "Unreadable", "Unusable"] as const

const sentences: Readonly<Record<(typeof reasons)[number], (folder: string) => string>> = {
  Foreign: (folder) =>
    `The folder ${folder} holds other things and no playground.json: no start made it. Name a folder that is empty or does not exist yet.`,
  InUse: (folder) => `The folder ${folder} is in use by another start. End that program, or name another folder.`,
  Unreadable: (folder) =>
    `The file playground.json in ${folder} cannot be read. Start with --fresh, which deletes its data, or name another folder.`,
  Unusable: (folder) => `The folder ${folder} cannot be created or written. Name another folder.`,
}

/** The folder cannot be that of a playground, or not now. */
export class PlaygroundRefused extends Schema.TaggedError<PlaygroundRefused>()("PlaygroundRefused", {
  folder: Schema.String,
  reason: Schema.Literals(reasons),
}) {
  override get message() {
    return sentences[this.reason](this.folder)
  }
}

/** Marks the folder as that of a playground, so it is deleted last. */
const marker = "playground.json"
/** The sign is written here and then renamed, so that it is whole or missing. */
const draft = "playground.json.new"
/** Locked as long as the playground works. The file is never deleted: a lock on a deleted file protects nothing. */
const lock = "playground.lock"
const databases = ["payments.db", "sandbox.db", "shop.db"] as const
/** SQLite writes further files beside each; programs the mark of the payments' store. */
const endings = ["", "-wal", "-shm", "-journal", "-mark"] as const

export interface PlaygroundFolder {
  /** The store of the receiver and the reconcilers. */
  readonly payments: string
  readonly sandbox: string
  readonly shop: string
  /** What the folder keeps, or what a new folder is to keep. */
  readonly kept: Kept
  readonly keep: (kept: Kept) => Effect.Effect<void, PlaygroundRefused>
}

/** Deletes the files that a playground made, and no others: a person may have put something beside them. */
const clear = (folder: string): void => {
  const data = databases.flatMap((name) => endings.map((ending) => `${name}${ending}`))
  for (const name of [...data, draft, marker]) rmSync(join(folder, name), { force: true })
}

const secret = (): string => randomBytes(24).toString("hex")

const newKept = (ports: Partial<Kept["ports"]>): Kept => ({
  controlToken: secret(),
  callbackSecret: secret(),
  consoleToken: secret(),
  adminPassword: secret().slice(0, 20),
  ports: { sandbox: 0, receiver: 0, console: 0, shop: 0, ...ports },
})

const readKept = Schema.decodeEffect(Schema.fromJsonString(Kept))

const keepIn = (folder: string, kept: Kept): void => {
  writeFileSync(join(folder, draft), JSON.stringify(kept), { mode: 0o600 })
  renameSync(join(folder, draft), join(folder, marker))
}

/** Runs `use` on the folder, and fails with `PlaygroundRefused` where the system refuses. */
const using = <A>(folder: string, use: () => A): Effect.Effect<A, PlaygroundRefused> =>
  Effect.try({ try: use, catch: () => new PlaygroundRefused({ folder, reason: "Unusable" }) })

/** SQLite's error code for a file that another program holds. */
const busy = 5

/** Takes the lock. The system frees it when this process ends, however it ends. */
const locked = (file: string): DatabaseSync => {
  closeSync(openSync(file, "a", 0o600))
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec("BEGIN EXCLUSIVE")
    return database
  } catch (cause) {
    database.close()
    throw cause
  }
}

const isBusy = (cause: unknown): boolean => cause instanceof Error && "errcode" in cause && cause.errcode === busy

/** Locks the folder until the scope ends. */
const lockFolder = (folder: string): Effect.Effect<DatabaseSync, PlaygroundRefused, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.try({
      try: () => locked(join(folder, lock)),
      catch: (cause) => new PlaygroundRefused({ folder, reason: isBusy(cause) ? "InUse" : "Unusable" }),
    }),
    (database) => Effect.sync(() => database.close()),
  )

/** Opens the folder for one playground at a time, until the scope ends. Creates a missing folder; `fresh` deletes the playground's old files. */
export const openPlaygroundFolder = Effect.fn("openPlaygroundFolder")(function* (
  given: string,
  { fresh, ports }: { readonly fresh: boolean; readonly ports: Partial<Kept["ports"]> },
): Effect.fn.Return<PlaygroundFolder, PlaygroundRefused, Scope.Scope> {
  // Each program runs in a folder of its own, from where a relative path would lead elsewhere.
  const folder = resolve(given)
  const refused = (reason: PlaygroundRefused["reason"]) => new PlaygroundRefused({ folder, reason })
  const present = yield* using(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return readdirSync(folder)
  })
  // A first start may have been killed before it wrote the sign.
  if (!present.includes(marker) && present.some((name) => name !== lock && name !== draft))
    return yield* refused("Foreign")
  yield* lockFolder(folder)
  const text = yield* using(folder, () => {
    if (fresh) clear(folder)
    const file = join(folder, marker)
    return existsSync(file) ? readFileSync(file, "utf8") : null
  })
  const kept = text === null ? newKept(ports) : yield* Effect.mapError(readKept(text), () => refused("Unreadable"))
  // Written before anything is signed with them: without these secrets the data are of little use.
  yield* using(folder, () => keepIn(folder, kept))
  const [payments, sandbox, shop] = [join(folder, "payments.db"), join(folder, "sandbox.db"), join(folder, "shop.db")]
  return { payments, sandbox, shop, kept, keep: (now) => using(folder, () => keepIn(folder, now)) }
})
