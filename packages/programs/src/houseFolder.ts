/** The folder of a house: what is kept in it between two runs, and what may be taken away from it. */
import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Schema } from "effect"

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

const sentences = {
  Foreign: "is not one of a house: it holds other things and no house.json. Name one that is empty or not there yet.",
} as const

/** The folder cannot be that of a house. */
export class HouseRefused extends Schema.TaggedError<HouseRefused>()("HouseRefused", {
  folder: Schema.String,
  reason: Schema.Literals(["Foreign"]),
}) {
  override get message() {
    return `The folder ${this.folder} ${sentences[this.reason]}`
  }
}

/** Says that here is a house, and is therefore the last to go. */
const sign = "house.json"
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
  readonly keep: (kept: Kept) => void
}

/** Takes away what a house has made, and nothing else: somebody may have put something beside it. */
const clear = (folder: string): void => {
  const data = databases.flatMap((name) => endings.map((ending) => `${name}${ending}`))
  for (const name of [...data, sign]) rmSync(join(folder, name), { force: true })
}

const secret = (): string => randomBytes(24).toString("hex")

/** What the file keeps, or what a new one shall keep. */
const keptIn = (file: string, ports: Partial<Kept["ports"]>): Effect.Effect<Kept> =>
  existsSync(file)
    ? Effect.orDie(Schema.decodeUnknownEffect(Schema.fromJsonString(Kept))(readFileSync(file, "utf8")))
    : Effect.sync(() => ({
        controlToken: secret(),
        callbackSecret: secret(),
        consoleToken: secret(),
        adminPassword: secret().slice(0, 20),
        ports: { sandbox: 0, receiver: 0, console: 0, shop: 0, ...ports },
      }))

/** Opens the folder, which is made when it is missing. `fresh` begins anew in it. */
export const openHouseFolder = Effect.fn("openHouseFolder")(function* (
  folder: string,
  { fresh, ports }: { readonly fresh: boolean; readonly ports: Partial<Kept["ports"]> },
): Effect.fn.Return<HouseFolder, HouseRefused> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, sign)
  if (!existsSync(file) && readdirSync(folder).length > 0) return yield* new HouseRefused({ folder, reason: "Foreign" })
  if (fresh) clear(folder)
  const [payments, sandbox, shop] = [join(folder, "payments.db"), join(folder, "sandbox.db"), join(folder, "shop.db")]
  const kept = yield* keptIn(file, ports)
  const keep = (now: Kept) => writeFileSync(file, JSON.stringify(now), { mode: 0o600 })
  // Before anything is signed with them: without these secrets the data are of little use.
  keep(kept)
  return { payments, sandbox, shop, kept, keep }
})
