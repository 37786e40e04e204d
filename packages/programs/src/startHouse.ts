/**
 * The whole house on the loopback: the sandbox in the service's place, the receiver and reconcilers on a store of theirs, the shop on its
 * own, and the console's page over the shop's payments. What it needs to go on later stays in its folder: data, secrets and ports.
 */
import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Schema, Scope } from "effect"
import {
  type Books,
  startConsole,
  startReceiver,
  startReconciler,
  startSandbox,
  startShop,
  type Sandbox,
  type Wishes,
} from "./apps.ts"
import { newGroup, type ProgramFailed, type Running } from "./startProgram.ts"

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
type Kept = typeof Kept.Type

/** Ports; 0 is any that is free, and one that is in use is moved. */
export type HousePorts = Kept["ports"]

/** How a house is started. */
export interface HouseOptions {
  /** Where its data are and will be; made when it is missing. */
  readonly folder: string
  /** Where the programs listen the first time. By default anywhere. */
  readonly ports?: Partial<HousePorts>
  readonly reconcilers?: number
  /** Further variables of the sandbox. */
  readonly sandbox?: Readonly<Record<string, string>>
  /** Sees every line of every program. */
  readonly onLine?: (program: string, line: string) => void
}

/** A house at work. */
export interface House {
  readonly sandbox: Sandbox & Running<unknown>
  /** The store of the receiver and the reconcilers. */
  readonly books: Books
  readonly receiver: Running<unknown> & { readonly url: string }
  readonly reconcilers: ReadonlyArray<Running<unknown>>
  readonly shop: Running<unknown> & { readonly url: string; readonly file: string; readonly adminPassword: string }
  /** The page over the shop's payments. */
  readonly console: Running<unknown> & { readonly url: string; readonly token: string }
  /** All of them. */
  readonly programs: ReadonlyArray<Running<unknown>>
}

const secret = (): string => randomBytes(24).toString("hex")

/** What the folder keeps, or what a new one shall keep. */
const keptIn = (file: string, ports: Partial<HousePorts>): Effect.Effect<Kept> =>
  existsSync(file)
    ? Effect.orDie(Schema.decodeUnknownEffect(Schema.fromJsonString(Kept))(readFileSync(file, "utf8")))
    : Effect.sync(() => ({
        controlToken: secret(),
        callbackSecret: secret(),
        consoleToken: secret(),
        adminPassword: secret().slice(0, 20),
        ports: { sandbox: 0, receiver: 0, console: 0, shop: 0, ...ports },
      }))

/** Starts everything, and ends it with the scope. */
export const startHouse = Effect.fn("startHouse")(function* ({
  folder,
  onLine,
  ports: wanted = {},
  reconcilers: count = 1,
  sandbox: sandboxEnvironment = {},
}: HouseOptions): Effect.fn.Return<House, ProgramFailed, Scope.Scope> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const keptFile = join(folder, "house.json")
  const { ports, ...secrets } = yield* keptIn(keptFile, wanted)
  const keep = (now: HousePorts) => writeFileSync(keptFile, JSON.stringify({ ...secrets, ports: now }), { mode: 0o600 })
  // Before anything is signed with them: without these secrets the data are of little use.
  keep(ports)
  const wishes = (program: string): Wishes => (onLine === undefined ? {} : { onLine: (line) => onLine(program, line) })

  const group = yield* newGroup
  const file = join(folder, "payments.db")
  const callbackKeys = `house:${secrets.callbackSecret}`
  const [sandbox, receiver] = yield* Effect.all(
    [
      startSandbox({
        ...wishes("sandbox"),
        port: ports.sandbox,
        environment: {
          SANDBOX_FILE: join(folder, "sandbox.db"),
          SANDBOX_CONTROL_TOKEN: secrets.controlToken,
          // Only this face knows the operators with a page of their own, whose ways to pay the shop offers.
          SANDBOX_FACE: "as-observed",
          ...sandboxEnvironment,
        },
      }),
      startReceiver({ file, callbackKeys }, { ...wishes("receiver"), port: ports.receiver }),
    ],
    { concurrency: "unbounded" },
  ).pipe(Scope.provide(group))
  const books: Books = { file, callbackKeys, callbackBase: receiver.url }
  const names = Array.from({ length: count }, (_, index) => (count === 1 ? "reconciler" : `reconciler-${index + 1}`))
  const shopFile = join(folder, "shop.db")
  const [shop, reconcilers] = yield* Effect.all(
    [
      startShop({ ...secrets, file: shopFile }, sandbox, { ...wishes("shop"), port: ports.shop }),
      Effect.forEach(names, (name) => startReconciler(books, sandbox, { ...wishes(name), name }), {
        concurrency: "unbounded",
      }),
    ],
    { concurrency: "unbounded" },
  ).pipe(Scope.provide(group))
  // The shop names its own key so.
  const shopBooks: Books = { file: shopFile, callbackKeys: `shop:${secrets.callbackSecret}`, callbackBase: shop.url }
  const page = yield* startConsole(shopBooks, sandbox, secrets.consoleToken, {
    ...wishes("console"),
    port: ports.console,
    // The library's name for a project of a program that has one only.
    project: "default",
  }).pipe(Scope.provide(group))
  keep({ sandbox: sandbox.port, receiver: receiver.port, console: page.port, shop: shop.port })
  return {
    sandbox,
    books,
    receiver,
    reconcilers,
    shop: { ...shop, file: shopFile, adminPassword: secrets.adminPassword },
    console: { ...page, token: secrets.consoleToken },
    programs: [sandbox, receiver, ...reconcilers, shop, page],
  }
})
