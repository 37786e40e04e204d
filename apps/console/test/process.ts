/**
 * The console as a process of its own, as whoever deploys it runs it; a service on a port; and a merchant whose payments it works on.
 */
import { join } from "node:path"
import { Context, Effect, Layer, Redacted, type Scope } from "effect"
import { layerCallbackAddress } from "@cauri/callbacks"
import { layerCauri, Consumers, type PayoutInput, Payouts, Policy } from "@cauri/core"
import { Gateway, noAnswer, type StorePorts, type StoreRefused } from "@cauri/core/adapter"
import * as Https from "@cauri/gateway-http"
import { temporaryFolder, spawnApp } from "@cauri/programs"
import * as Postgres from "@cauri/store-postgres"
import * as Sqlite from "@cauri/store-sqlite"
import { serve } from "@cauri/simulator"
import { startPostgres } from "@cauri/test-postgres"

const callbackKeys = "k1:0123456789abcdefghijklmnopqrstuvwxyz"
/** Nobody listens there: every callback is lost. */
const deafBase = "http://127.0.0.1:9"

const payout = (id: string, phone: string): PayoutInput => ({
  project: "shop",
  id,
  amount: 7_000,
  method: { type: "mobile_money" },
  phone,
  description: `Payout ${id}`,
})

/** Runs the console to its end, with this environment and nothing of ours: what it printed, and its exit code or signal. */
export const startConsole = Effect.fnUntraced(function* (
  environment: Readonly<Record<string, string>>,
  args: ReadonlyArray<string>,
  unread: ReadonlyArray<"stdout"> = [],
) {
  const app = yield* spawnApp({ app: "console", environment, arguments: args, unread })
  const code = yield* app.ended
  return { code, out: yield* app.out, err: yield* app.err }
}, Effect.scoped)

export type StoreKind = "SQLite" | "Postgres"

/** A store, and how the test itself opens it. */
interface Place {
  readonly url: string
  readonly stores: Layer.Layer<StorePorts, StoreRefused>
}

const newPlace = Effect.fnUntraced(function* (
  kind: StoreKind,
  folder: string,
  binaries: string | undefined,
): Effect.fn.Return<Place, never, Scope.Scope> {
  if (kind === "SQLite") {
    const file = join(folder, "payments.db")
    return { url: `sqlite:${file}`, stores: Sqlite.layer({ file }) }
  }
  const { url } = yield* Effect.acquireRelease(
    // With a setting of its own it is a server of its own, and its tables are nobody else's.
    Effect.promise(() => startPostgres({ max_connections: "40" }, { binaries })),
    ({ stop }) => Effect.promise(stop),
  )
  return { url, stores: Postgres.layer({ url }) }
})

/** A shop with a service, a store, and payouts of which some were answered and some were not. */
export const newShop = Effect.fnUntraced(function* (kind: StoreKind, binaries?: string) {
  const folder = yield* temporaryFolder
  const simulator = yield* serve({ operatorDelayMillis: 50 })
  const { apiKey, apiToken } = simulator.credentials[0] ?? { apiKey: "", apiToken: "" }
  const { stores, url } = yield* newPlace(kind, folder, binaries)
  const address = layerCallbackAddress({
    base: deafBase,
    signing: { id: "k1", secret: Redacted.make(callbackKeys.slice(3)) },
  })
  const credentials = Https.layerCredentials({
    shop: { apiKey: Redacted.make(apiKey), apiToken: Redacted.make(apiToken) },
  })
  const around = Layer.mergeAll(
    stores,
    address,
    Layer.succeed(Consumers, []),
    Policy.layer({ limits: { twinWindow: 0 } }),
  )
  const withAnswers = yield* Layer.build(
    layerCauri.pipe(
      Layer.provide(Https.layer({ baseUrl: simulator.url })),
      Layer.provideMerge(around),
      Layer.provide(credentials),
    ),
  )
  const lost = Layer.mock(Gateway)({ create: () => Effect.succeed(noAnswer("timed_out")) })
  const withoutAnswers = yield* Layer.build(
    layerCauri.pipe(Layer.provide(lost), Layer.provideMerge(Layer.fresh(around)), Layer.provide(credentials)),
  )
  const environment: Readonly<Record<string, string>> = { STORE_URL: url, CONSOLE_USER: "A. Colleague" }
  const withService = {
    ...environment,
    SERVICE_URL: simulator.url,
    API_KEY_shop: apiKey,
    API_TOKEN_shop: apiToken,
    CALLBACK_BASE: deafBase,
    CALLBACK_KEYS: callbackKeys,
  }
  return {
    folder,
    environment,
    withService,
    secrets: [apiKey, apiToken, callbackKeys.slice(3)],
    pay: (id: string, phone: string) => Context.get(withAnswers, Payouts).create(payout(id, phone)),
    lose: (id: string, phone: string) => Context.get(withoutAnswers, Payouts).create(payout(id, phone)),
  }
})
