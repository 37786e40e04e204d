/** The folder of a house: what is kept in it between two runs, and what may be taken away from it. */
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
  /** Where each program listened the last time: links and callbacks that are under way find it there again. */
  ports: Schema.Struct({
    sandbox: Schema.Int,
    receiver: Schema.Int,
    console: Schema.Int,
    shop: Schema.Int,
  }),
})
/** What is kept between two runs, beside the data. */
export type Kept = typeof Kept.Type

const reasons = ["Foreign", "InUse", "Unreadable", "Unusable"] as const

const sentences: Readonly<Record<(typeof reasons)[number], (folder: string) => string>> = {
  Foreign: (folder) =>
    `The folder ${folder} is not one of a house: it holds other things and no house.json. Name one that is empty or not there yet.`,
  InUse: () => "Another start works on this folder; end it first.",
  Unreadable: (folder) =>
    `The folder ${folder} is not one of a house: house.json cannot be read. Start with --fresh or name another folder.`,
  Unusable: (folder) => `The folder ${folder} cannot be used: it cannot be made or written. Name another folder.`,
}

/** The folder cannot be that of a house, or not now. */
export class HouseRefused extends Schema.TaggedError<HouseRefused>()("HouseRefused", {
  folder: Schema.String,
  reason: Schema.Literals(reasons),
}) {
  override get message() {
    return sentences[this.reason](this.folder)
  }
}

/** Says that here is a house, and is therefore the last to go. */
const sign = "house.json"
/** It is written here and renamed, so that it is whole or not there. */
const draft = "house.json.new"
/** Held as long as the house works. It never goes: whoever waits for a file that is gone holds nothing. */
const lock = "house.lock"
const databases = ["payments.db", "sandbox.db", "shop.db"] as const
/** SQLite writes further files beside each. */
const endings = ["", "-wal", "-shm", "-journal"] as const

/** The files of a house's folder. */
export interface HouseFolder {
  /** The store of the receiver and the reconcilers. */
  readonly payments: string
  readonly sandbox: string
  readonly shop: string
  /** What the folder keeps, or what a new one shall keep. */
  readonly kept: Kept
  readonly keep: (kept: Kept) => Effect.Effect<void, HouseRefused>
}

/** Takes away what a house has made, and nothing else: somebody may have put something beside it. */
const clear = (folder: string): void => {
  const data = databases.flatMap((name) => endings.map((ending) => `${name}${ending}`))
  for (const name of [...data, draft, sign]) rmSync(join(folder, name), { force: true })
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
  renameSync(join(folder, draft), join(folder, sign))
}

/** Does with the folder what any system may refuse. */
const using = <A>(folder: string, use: () => A): Effect.Effect<A, HouseRefused> =>
  Effect.try({ try: use, catch: () => new HouseRefused({ folder, reason: "Unusable" }) })

/** What SQLite says of a file that another program holds. */
const busy = 5

/** Takes the lock. The system gives it back when this process ends, however it does. */
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

/** Holds the folder until the scope ends. */
const hold = (folder: string): Effect.Effect<DatabaseSync, HouseRefused, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.try({
      try: () => locked(join(folder, lock)),
      catch: (cause) => new HouseRefused({ folder, reason: isBusy(cause) ? "InUse" : "Unusable" }),
    }),
    (database) => Effect.sync(() => database.close()),
  )

/** Opens the folder for one house at a time, until the scope ends. It is made when it is missing. `fresh` begins anew in it. */
export const openHouseFolder = Effect.fn("openHouseFolder")(function* (
  given: string,
  { fresh, ports }: { readonly fresh: boolean; readonly ports: Partial<Kept["ports"]> },
): Effect.fn.Return<HouseFolder, HouseRefused, Scope.Scope> {
  // Each program runs in a folder of its own, from where a relative path would lead elsewhere.
  const folder = resolve(given)
  const refused = (reason: HouseRefused["reason"]) => new HouseRefused({ folder, reason })
  const present = yield* using(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return readdirSync(folder)
  })
  // A first start may have been killed before it kept anything.
  if (!present.includes(sign) && present.some((name) => name !== lock && name !== draft))
    return yield* refused("Foreign")
  yield* hold(folder)
  const text = yield* using(folder, () => {
    if (fresh) clear(folder)
    const file = join(folder, sign)
    return existsSync(file) ? readFileSync(file, "utf8") : null
  })
  const kept = text === null ? newKept(ports) : yield* Effect.mapError(readKept(text), () => refused("Unreadable"))
  // Before anything is signed with them: without these secrets the data are of little use.
  yield* using(folder, () => keepIn(folder, kept))
  const [payments, sandbox, shop] = [join(folder, "payments.db"), join(folder, "sandbox.db"), join(folder, "shop.db")]
  return { payments, sandbox, shop, kept, keep: (now) => using(folder, () => keepIn(folder, now)) }
})
