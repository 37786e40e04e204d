/**
 * A world for the app: the service on a port, a store, the merchant who writes payments into it, the host's endpoint, and the
 * environment that ties them together.
 */
import { join } from "node:path"
import { Context, Effect, Layer, Redacted, type Scope } from "effect"
import { layerCallbackAddress } from "@cauri/callbacks"
import { layerCauri, PaymentId, PaymentStore, Policy, ProjectId } from "@cauri/core"
import type { StorePorts, StoreRefused } from "@cauri/core/adapter"
import type { PaymentKind } from "@cauri/core/model"
import * as Gateway from "@cauri/gateway-http"
import { temporaryFolder, spawnApp } from "@cauri/programs"
import { layerStoreMark, readPolicy } from "@cauri/runtime"
import * as Postgres from "@cauri/store-postgres"
import * as Sqlite from "@cauri/store-sqlite"
import { type OptionsInput, RequestLog, serve } from "@cauri/simulator"
import { startPostgres } from "@cauri/test-postgres"
import { callbackKeys, hastyPolicy, startHost, webhookSecret, writeJson } from "./surroundings.ts"

/** Nobody listens there: every callback is lost. */
const deafBase = "http://127.0.0.1:9"

/** The merchant's own line to the service, for the codes that its customers enter. What it creates "later", only the app sends. */
const merchantsPorts = (serviceUrl: string, credentials: Gateway.ProjectCredentials) =>
  Gateway.layer({ baseUrl: serviceUrl }).pipe(
    Layer.provideMerge(Gateway.layerCredentials({ shop: credentials })),
    Layer.merge(
      layerCallbackAddress({
        base: deafBase,
        signing: { id: "k1", secret: Redacted.make(callbackKeys.slice("k1:".length)) },
      }),
    ),
  )

export type StoreKind = "SQLite" | "Postgres"

/** A store, and how the test itself opens it. */
interface Place {
  readonly url: string
  readonly stores: Layer.Layer<StorePorts, StoreRefused>
}

const newStore = Effect.fnUntraced(function* (
  kind: StoreKind,
  folder: string,
  environment: Readonly<Record<string, string>>,
): Effect.fn.Return<Place, never, Scope.Scope> {
  if (kind === "SQLite") {
    const file = join(folder, "payments.db")
    // The merchant's program keeps the mark, as every program that sends does.
    const mark = layerStoreMark(join(folder, "mark"), { mayBegin: true })
    return { url: `sqlite:${file}`, stores: Layer.provideMerge(Layer.orDie(mark), Sqlite.layer({ file })) }
  }
  const { url } = yield* Effect.acquireRelease(
    // With a setting of its own it is a server of its own, and its tables are nobody else's.
    Effect.promise(() => startPostgres({ max_connections: "100" }, { environment })),
    ({ stop }) => Effect.promise(stop),
  )
  return { url, stores: Postgres.layer({ url }) }
})

/** Builds a world. `serverSees` is what a server of the store sees of the environment. */
export const newWorld = Effect.fnUntraced(function* (
  kind: StoreKind,
  service: OptionsInput = {},
  changes: Readonly<Record<string, unknown>> = {},
  serverSees: Readonly<Record<string, string>> = {},
) {
  const folder = yield* temporaryFolder
  const policyFile = writeJson(folder, "policy.json", { ...hastyPolicy, ...changes })
  // An app that refuses its policy would be waited for in vain.
  yield* Effect.orDie(readPolicy(policyFile))
  const simulator = yield* serve({ operatorDelayMillis: 50, ...service })
  const store = yield* newStore(kind, folder, serverSees)
  const { apiKey, apiToken } = simulator.credentials[0] ?? { apiKey: "", apiToken: "" }
  const ports = merchantsPorts(simulator.url, { apiKey: Redacted.make(apiKey), apiToken: Redacted.make(apiToken) })
  // What is sent later, the app sends: at once, and not after the time that it leaves to the caller.
  const policy = Policy.layer({ worker: { patience: 0 } })
  const merchant = yield* Layer.build(
    layerCauri.pipe(Layer.provideMerge(Layer.merge(store.stores, ports)), Layer.provide(policy)),
  )
  const host = yield* startHost(webhookSecret)
  const environment: Readonly<Record<string, string>> = {
    STORE_URL: store.url,
    STORE_MARK_FILE: kind === "SQLite" ? join(folder, "mark") : "none",
    SERVICE_URL: simulator.url,
    API_KEY_shop: apiKey,
    API_TOKEN_shop: apiToken,
    CALLBACK_BASE: deafBase,
    CALLBACK_KEYS: callbackKeys,
    OUTCOMES: "webhook",
    WEBHOOK_URL: host.url,
    WEBHOOK_SECRET: webhookSecret,
    POLICY_FILE: policyFile,
  }
  return { folder, simulator, merchant, host, environment, store: Context.get(merchant, PaymentStore) }
})

export type World = Effect.Success<ReturnType<typeof newWorld>>

export const found = ({ store }: World, kind: PaymentKind, id: string) =>
  store.find({ kind, project: ProjectId.make("shop"), id: PaymentId.make(id) }).pipe(
    Effect.flatMap(Effect.fromNullishOr),
    Effect.orDie,
    Effect.map(({ payment }) => payment),
  )

export const stateOf = (world: World, kind: PaymentKind, id: string) =>
  Effect.map(found(world, kind, id), ({ state }) => state._tag)

/** How many creations of this reference reached the service, answered or not: the wire's own count. */
export const creationsOf = (world: World, id: string): Effect.Effect<number> =>
  Effect.map(
    Context.get(world.simulator.services, RequestLog).countsOf(id),
    (counts) =>
      counts.createHostedInvoice +
      counts.createDirectInvoice +
      counts.submitWalletInvoice +
      counts.createWalletPayout +
      counts.createDirectPayout,
  )

/** Starts the app in this world, with operations on a port that it chooses itself. */
export const startIn = Effect.fnUntraced(function* (world: World, extra: Readonly<Record<string, string>> = {}) {
  const app = yield* spawnApp({
    app: "reconciler",
    environment: { ...world.environment, OPERATIONS_PORT: "0", ...extra },
  })
  const operations = Effect.gen(function* () {
    const sentence = "Health and metrics are served."
    yield* app.says(sentence)
    const line = (yield* app.lines).find((each) => each.includes(sentence)) ?? ""
    const { message }: { readonly message: readonly [string, { readonly port: number }] } = JSON.parse(line)
    return message[1].port
  })
  return { ...app, operations }
})
