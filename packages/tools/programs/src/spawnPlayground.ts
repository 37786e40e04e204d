/**
 * The whole playground on the loopback: the sandbox as the service, the receiver and reconcilers on one store, the shop on another, and the
 * console's page over the shop's payments. The folder keeps what a later start needs: data, secrets and ports.
 */
import { Effect, Scope } from "effect"
import {
  type StoreAccess,
  spawnConsole,
  spawnReceiver,
  spawnReconciler,
  spawnSandbox,
  spawnShop,
  type Sandbox,
  type SpawnOverrides,
} from "./apps.ts"
import { type PlaygroundRefused, type Kept, openPlaygroundFolder } from "./playgroundFolder.ts"
import { parallelScope, type ProgramFailed, type Running } from "./spawnProgram.ts"

/** Ports; 0 is any free port, and a port in use is replaced by another. */
export type PlaygroundPorts = Kept["ports"]

export interface PlaygroundOptions {
  /** Where its data are; created when it is missing. */
  readonly folder: string
  /** Deletes what a playground has made in the folder and begins empty. By default the playground goes on with its data. */
  readonly fresh?: boolean
  /** Where the programs listen the first time. By default anywhere. */
  readonly ports?: Partial<PlaygroundPorts>
  readonly reconcilers?: number
  readonly sandbox?: Readonly<Record<string, string>>
  readonly onLine?: (program: string, line: string) => void
}

export interface Playground {
  readonly sandbox: Sandbox & Running<unknown>
  readonly books: StoreAccess
  readonly receiver: Running<unknown> & { readonly url: string }
  readonly reconcilers: ReadonlyArray<Running<unknown>>
  readonly shop: Running<unknown> & { readonly url: string; readonly file: string; readonly adminPassword: string }
  /** The page over the shop's payments. */
  readonly console: Running<unknown> & { readonly url: string; readonly token: string }
  readonly programs: ReadonlyArray<Running<unknown>>
}

/** Starts everything, and ends it with the scope. */
export const spawnPlayground = Effect.fn("spawnPlayground")(function* ({
  folder,
  fresh = false,
  onLine,
  ports: wanted = {},
  reconcilers: count = 1,
  sandbox: sandboxEnvironment = {},
}: PlaygroundOptions): Effect.fn.Return<Playground, PlaygroundRefused | ProgramFailed, Scope.Scope> {
  const opened = yield* openPlaygroundFolder(folder, { fresh, ports: wanted })
  const { ports, ...secrets } = opened.kept
  const wishes = (program: string): SpawnOverrides =>
    onLine === undefined ? {} : { onLine: (line) => onLine(program, line) }

  const group = yield* parallelScope
  const file = opened.payments
  const callbackKeys = `playground:${secrets.callbackSecret}`
  const [sandbox, receiver] = yield* Effect.all(
    [
      spawnSandbox({
        ...wishes("sandbox"),
        port: ports.sandbox,
        environment: {
          SANDBOX_FILE: opened.sandbox,
          SANDBOX_CONTROL_TOKEN: secrets.controlToken,
          // Only this face knows the operators with a page of their own, and the shop offers those.
          SANDBOX_FACE: "as-observed",
          ...sandboxEnvironment,
        },
      }),
      spawnReceiver({ file, callbackKeys }, { ...wishes("receiver"), port: ports.receiver }),
    ],
    { concurrency: "unbounded" },
  ).pipe(Scope.provide(group))
  const books: StoreAccess = { file, callbackKeys, callbackBase: receiver.url }
  const names = Array.from({ length: count }, (_, index) => (count === 1 ? "reconciler" : `reconciler-${index + 1}`))
  const shopFile = opened.shop
  const [shop, reconcilers] = yield* Effect.all(
    [
      spawnShop({ ...secrets, file: shopFile }, sandbox, { ...wishes("shop"), port: ports.shop }),
      Effect.forEach(names, (name) => spawnReconciler(books, sandbox, { ...wishes(name), name }), {
        concurrency: "unbounded",
      }),
    ],
    { concurrency: "unbounded" },
  ).pipe(Scope.provide(group))
  // The shop names its own key this way.
  const shopBooks: StoreAccess = {
    file: shopFile,
    callbackKeys: `shop:${secrets.callbackSecret}`,
    callbackBase: shop.url,
  }
  const page = yield* spawnConsole(shopBooks, sandbox, secrets.consoleToken, {
    ...wishes("console"),
    port: ports.console,
    // The library's name for the project of a program that has only one.
    project: "default",
  }).pipe(Scope.provide(group))
  const placed: PlaygroundPorts = {
    sandbox: sandbox.port,
    receiver: receiver.port,
    console: page.port,
    shop: shop.port,
  }
  yield* opened.keep({ ...secrets, ports: placed })
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
