/** What all stores have in common: options, refusals, order and token bucket. */
import { Effect } from "effect"
import { maxStoreClockTolerance, type Rate } from "../model/Policy.ts"
import type { StoreIdentity } from "./SharedState.ts"
import type { ListOrder, RowKey } from "./PaymentStoreDriver.ts"
import { type RefusalReason, StoreRefused } from "./StoreRefused.ts"

/** What every way to open a store takes. Every default is safe for money. */
export interface StoreOpenOptions {
  /** Refuse any store but the one with this id, and one below the highest high water that was seen: it has lost history. */
  readonly expected?: { readonly id: string; readonly highWater?: number }
  /**
   * Open a restored store, which is refused otherwise: a copy, a loaded dump, one with less history than was seen. Only for a program that
   * calls `Review.restored` and sends nothing. Default: false.
   */
  readonly restoring?: boolean
  /**
   * Make the store when there is none. In production say "never" and make it once, by hand: with an empty store, such as that of a mistyped
   * name or of a disk that was not mounted, every payment looks new. Default: "if-missing".
   */
  readonly create?: "if-missing" | "never"
  /** Open it although a power cut can lose acknowledged payments. The text says why, and is logged at every start. */
  readonly acceptDataLoss?: string
  /** The most steps that one commit gathers. Default: 256. */
  readonly maxBatch?: number
  /** How many bodies of callbacks are kept for one attempt; more are noted without their body. Default: 20. */
  readonly bodiesPerAttempt?: number
}

/**
 * The defaults of the store terms.
 *
 * ```ts
 * storeDefaults.create // => "if-missing"
 * ```
 */
export const storeDefaults = { create: "if-missing", maxBatch: 256, bodiesPerAttempt: 20 } as const

/**
 * Says at every start of a store which risk was accepted for it.
 *
 * ```ts
 * yield* warnOfRisk("the disk is not flushed") // => undefined
 * ```
 */
export const warnOfRisk = (risk: string) =>
  Effect.logWarning(
    `The payment store runs with a risk that was accepted: ${risk.replace(/\.$/, "")}. Payments may be lost with it: remove its cause, then the option that accepts it.`,
  )

const refuse = (reason: RefusalReason, detail: string): never => {
  throw new StoreRefused({ reason, detail })
}

/**
 * Why a store is not the expected one, or has lost history; null: it is the one.
 *
 * ```ts
 * const refused = refusalOf({ id: "one", highWater: 5 }, { id: "one", highWater: 9 })
 * refused?.detail // => "It holds 5 events, and had 9 before."
 * ```
 */
export const refusalOf = (
  found: StoreIdentity,
  { highWater: least = 0, id }: NonNullable<StoreOpenOptions["expected"]>,
): StoreRefused | null => {
  if (found.id !== id)
    return new StoreRefused({ reason: "foreign", detail: `It is the store ${found.id}, and ${id} was expected.` })
  if (found.highWater >= least) return null
  const detail = `It holds ${found.highWater} events, and had ${least} before.`
  return new StoreRefused({ reason: "restored", detail })
}

/**
 * Throws `StoreRefused` when a store is not the expected one, or has less history and is not `restoring`.
 *
 * ```ts
 * const found = { id: "one", highWater: 5 }
 * requireStore(found, { id: "one", highWater: 9 }, true) // => undefined
 * ```
 */
export const requireStore = (found: StoreIdentity, seen: StoreOpenOptions["expected"], restoring = false): void => {
  const refused = seen === undefined ? null : refusalOf(found, seen)
  if (refused !== null && !(restoring && refused.reason === "restored")) throw refused
}

type Applied = { readonly number: number; readonly name: string }

/**
 * The migrations that a store still needs. Throws `StoreRefused` when other migrations made it.
 *
 * ```ts
 * const all = [{ number: 1, name: "first" }, { number: 2, name: "second" }]
 * pendingMigrations(all.slice(0, 1), all) // => [{ number: 2, name: "second" }]
 * ```
 */
export const pendingMigrations = <M extends Applied>(applied: ReadonlyArray<Applied>, all: ReadonlyArray<M>) => {
  const version = applied.at(-1)?.number ?? 0
  const newest = all.at(-1)?.number ?? 0
  if (version > newest)
    refuse("newer_schema", `Its tables are of version ${version}, and this program knows versions up to ${newest}.`)
  const other = applied.find(({ name, number }, index) => all[index]?.number !== number || all[index].name !== name)
  if (other !== undefined)
    refuse(
      "broken_migration",
      `It was made by the migration ${other.number} (${other.name}), which this program does not know. Use the program that made it, or a new store.`,
    )
  return all.slice(applied.length)
}

/**
 * Throws `StoreRefused` when parts of what the migrations made are missing or changed.
 *
 * ```ts
 * const missing = Effect.try({ try: () => requireParts(["the table events"]), catch: (thrown) => thrown })
 * const refused = yield* Effect.flip(missing)
 * refused instanceof StoreRefused && refused.reason // => "broken_migration"
 * ```
 */
export const requireParts = (wrong: ReadonlyArray<string>): void => {
  if (wrong.length > 0)
    refuse(
      "broken_migration",
      `Of what the migrations made, this is missing, changed or switched off: ${wrong.join(", ")}.`,
    )
}

/**
 * The order of texts, byte for byte.
 *
 * ```ts
 * ["é", "z", "Z"].toSorted(textOrder) // => ["Z", "z", "é"]
 * ```
 */
export const textOrder = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Compares names part by part, so that "shop" comes before "shop-2" as it does in a database. */
export const keyOrder = (one: RowKey, other: RowKey): number =>
  textOrder(one.kind, other.kind) || textOrder(one.project, other.project) || textOrder(one.id, other.id)

type Ordered = RowKey & { readonly createdAt: number }
type Sized = Ordered & { readonly amount: number }

/**
 * The order of lists, and of what is due at the same time: by creation, then by name.
 *
 * ```ts
 * const [one, other] = [yield* payins.prepare(payin), yield* payins.prepare({ ...payin, id: "order-2" })]
 * listOrder(one.row, other.row) // => -1
 * ```
 */
export const listOrder = (one: Ordered, other: Ordered): number =>
  one.createdAt - other.createdAt || keyOrder(one, other)

/** How two payments compare in each order of a list. */
export const listOrders: Readonly<Record<ListOrder, (one: Sized, other: Sized) => number>> = {
  oldest: listOrder,
  newest: (one, other) => listOrder(other, one),
  largest: (one, other) => other.amount - one.amount || listOrder(one, other),
}

/**
 * Takes a token of a rate whose next one is due at `stored`. Returns how long to wait; at 0, also when the token after it is due.
 *
 * ```ts
 * const limit = { perSecond: 2, burst: 1 }
 * takeToken(undefined, limit, 0) // => { wait: 0, nextAt: 500 }
 * takeToken(500, limit, 0) // => { wait: 500, nextAt: 500 }
 * ```
 */
export const takeToken = (stored = -Infinity, { burst, perSecond }: Rate, now: number) => {
  const apart = 1_000 / perSecond
  // A host that lags waits for the others' time. A time beyond `maxStoreClockTolerance` comes from a clock that was set back since.
  const planned = stored > now + apart + maxStoreClockTolerance ? now : stored
  const next = Math.max(planned, now - (burst - 1) * apart)
  return next > now ? { wait: Math.ceil(next - now), nextAt: next } : { wait: 0, nextAt: next + apart }
}
