/**
 * A world for the app: the service on a port, a store, the merchant who writes payments into it, the host's endpoint, and the
 * environment that ties them together.
 */
import { join } from "node:path"
import { Context, Effect, Layer, Redacted } from "effect"
import { layerCallbackAddress } from "@cauri/callbacks"
import { Credentials, Gateway, layerCauri, type PayinInput, type PayoutInput, PaymentStore } from "@cauri/core"
import { type OptionsInput, serve } from "@cauri/simulator"
import { startPostgres } from "@cauri/test-postgres"
import { layerStore } from "../src/store.ts"
import { callbackKeys, hastyPolicy, newFolder, startHost, webhookSecret, writeJson } from "./app.ts"

/** Nobody listens there: every callback is lost. */
const deafBase = "http://127.0.0.1:9"

/** The merchant has no credentials and no line to the service: what it creates, only the app can send. */
const merchantsPorts = Layer.mergeAll(
  Layer.mock(Gateway)({}),
  Layer.succeed(Credentials, { of: () => Effect.succeed(null), generation: () => Effect.succeed("none") }),
  layerCallbackAddress({
    base: deafBase,
    signing: { id: "k1", secret: Redacted.make(callbackKeys.slice("k1:".length)) },
  }),
)

/** Which store the world has. */
export type StoreKind = "SQLite" | "Postgres"

const newStore = Effect.fnUntraced(function* (kind: StoreKind, folder: string) {
  if (kind === "SQLite") {
    const file = join(folder, "payments.db")
    return { url: `sqlite:${file}`, place: { _tag: "Sqlite" as const, file } }
  }
  const { url } = yield* Effect.acquireRelease(
    // With a setting of its own it is a server of its own, and its tables are nobody else's.
    Effect.promise(() => startPostgres({ max_connections: "100" })),
    ({ stop }) => Effect.promise(stop),
  )
  return { url, place: { _tag: "Postgres" as const, url: Redacted.make(url) } }
})

/** Builds a world. */
export const newWorld = Effect.fnUntraced(function* (kind: StoreKind, service: OptionsInput = {}) {
  const folder = yield* newFolder
  const simulator = yield* serve({ operatorDelayMillis: 50, ...service })
  const store = yield* newStore(kind, folder)
  const stores = layerStore({ place: store.place, create: "if-missing", expected: null, acceptTimeline: null })
  const merchant = yield* Layer.build(layerCauri.pipe(Layer.provideMerge(Layer.merge(stores, merchantsPorts))))
  const host = yield* startHost(webhookSecret)
  const [credentials] = simulator.credentials
  const environment: Readonly<Record<string, string>> = {
    STORE_URL: store.url,
    SERVICE_URL: simulator.url,
    API_KEY_shop: credentials?.apiKey ?? "",
    API_TOKEN_shop: credentials?.apiToken ?? "",
    CALLBACK_BASE: deafBase,
    CALLBACK_KEYS: callbackKeys,
    OUTCOMES: "webhook",
    WEBHOOK_URL: host.url,
    WEBHOOK_SECRET: webhookSecret,
    POLICY_FILE: writeJson(folder, "policy.json", hastyPolicy),
  }
  return { folder, simulator, merchant, host, environment, store: Context.get(merchant, PaymentStore) }
})

/** A world. */
export type World = Effect.Success<ReturnType<typeof newWorld>>

/** A direct payin by USSD push. */
export const payin = (id: string, customer: string, amount = 5_000): PayinInput => ({
  project: "shop",
  id,
  amount,
  method: { _tag: "Direct", mode: "UssdPush", customer },
  description: `Order ${id}`,
  shop: { name: "Shop", siteUrl: "https://shop.example" },
})

/** A mobile money payout. */
export const payout = (id: string, beneficiary: string, amount = 7_000): PayoutInput => ({
  project: "shop",
  id,
  amount,
  method: { _tag: "MobileMoney" },
  beneficiary,
  description: `Payout ${id}`,
})
