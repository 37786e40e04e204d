/**
 * What the adapters' subpaths give to `createPayments`: opaque values, behind which this package keeps the layers. So no type of Effect
 * shows outside, and only an adapter's own subpath loads it.
 */
import type { DeliveredEvent, PaymentStore, Prepared } from "@cauri/core"
import type {
  Credentials,
  SharedState,
  Gateway,
  Inserted,
  PaymentRow,
  TransactionalConsumer,
} from "@cauri/core/adapter"
import { Context, type Layer } from "effect"
import { invalidInput } from "@cauri/plain"

/** A key that signs callback addresses. */
export interface CallbackKey {
  /** Written into every address, so no secret: 1 to 16 letters, digits, `_` or `-`. */
  readonly id: string
  /** 32 to 512 printable characters drawn at random: `openssl rand -base64 48`. */
  readonly secret: string
}

/** Where the service calls back, and the keys that sign the addresses. */
export interface CallbackOptions {
  /** The public address under which `callbackHandler` is reached, without the `/callbacks/…` that follows it. Payouts need https. */
  readonly base: string
  /** The key that signs new addresses. */
  readonly key: CallbackKey
  /** Keys that only verify: those that signed before. */
  readonly olderKeys?: ReadonlyArray<CallbackKey>
}

/** What a host can do in a transaction of its own database. */
export interface Host {
  /** What the host hands over while its transaction is open. */
  readonly transaction: unknown
  /** What a handler of `onWithin` gets. */
  readonly handed: unknown
  /** What such a handler gives back: nothing, or a promise of nothing where the database can wait for one. */
  readonly handled: undefined | Promise<void>
  /** What `insertWithin` gives back. */
  readonly inserted: "inserted" | "already_there" | Promise<"inserted" | "already_there">
}

declare const host: unique symbol
/** Where payments are kept: `memory()`, `sqlite(…)` or `postgres(…)`. */
export interface Store<H extends Host> {
  /** Only the compiler reads it. */
  readonly [host]?: H
}

declare const service: unique symbol
/** The way to the service: `https(…)` or `simulated()`. */
export interface GatewayChoice {
  /** Only the compiler reads it. */
  readonly [service]?: never
}

/** The store's side of a host's own transactions, and of programs beside this one. */
export class HostSide extends Context.Service<
  HostSide,
  {
    insertWithin(transaction: unknown, prepared: Prepared): Inserted<PaymentRow> | Promise<Inserted<PaymentRow>>
    deliverWithin(
      name: string,
      handler: (handed: unknown, deliveredEvent: DeliveredEvent) => void | Promise<void>,
    ): TransactionalConsumer
    /** May such a handler return a promise? */
    readonly handlersWait: boolean
    /** Are the payments still there when the program starts again? */
    readonly keepsPayments: boolean
  }
>()("cauri/HostSide") {}

export type StoreParts = Layer.Layer<PaymentStore | SharedState | HostSide, unknown>

/** The mark of a store, which notes outside of it how far it came. */
export interface MarkChoice {
  /** Where it lies when the options name no place; null: nowhere. */
  readonly file: string | null
  /** May it be made for a store without payments? */
  readonly mayBegin: boolean
}

/** What is behind a way to the service. */
export interface GatewayParts {
  readonly layer: Layer.Layer<Gateway | Credentials, unknown>
  /** The project of payments that name none; null: each must name its own. */
  readonly project: string | null
  /** Does it refuse a store that a restart empties? */
  readonly needsDurable?: boolean
  /** Where callbacks go when the options do not say. */
  readonly callbacks?: CallbackOptions
  /** Takes the handler to which a service in this process posts its callbacks. */
  readonly deliverTo?: (handler: (request: Request) => Promise<Response>) => void
  /** What everything runs in, such as another clock. */
  readonly surroundings?: Layer.Layer<never>
}

const stores = new WeakMap<object, StoreParts>()
const marks = new WeakMap<object, MarkChoice>()
const gateways = new WeakMap<object, GatewayParts>()

/** Makes a store of its layer. `mark`: left out where none is needed. */
export const makeStore = <H extends Host>(parts: StoreParts, mark?: MarkChoice): Store<H> => {
  const made: Store<H> = Object.freeze({})
  stores.set(made, parts)
  if (mark !== undefined) marks.set(made, mark)
  return made
}

/** Makes an object, with whatever else it can do, a way to the service. */
export const makeGateway = <Made extends GatewayChoice>(made: Made, parts: GatewayParts): Made => {
  gateways.set(made, parts)
  return made
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

export const storeParts = (store: unknown): StoreParts => {
  const parts = isObject(store) ? stores.get(store) : undefined
  if (parts === undefined)
    throw invalidInput("store", 'one of memory(), sqlite("payments.db"), postgres(url) or ownStore(layer)')
  return parts
}

/** What a store says of its mark; undefined: it needs none. */
export const markOf = (store: object): MarkChoice | undefined => marks.get(store)

/** In production only an explicit `create` makes a store: an empty folder may be a disk that is not mounted. */
export const creating = <O extends { readonly create?: "if-missing" | "never" }>(
  options: O,
): O & { create: "if-missing" | "never" } => ({
  ...options,
  create: options.create ?? (process.env["NODE_ENV"] === "production" ? "never" : "if-missing"),
})

/** What is behind this way to the service. */
export const gatewayParts = (gateway: unknown): GatewayParts => {
  const parts = isObject(gateway) ? gateways.get(gateway) : undefined
  if (parts === undefined) throw invalidInput("gateway", "one of https({ … }), simulated() or ownGateway(layer)")
  return parts
}
