/**
 * The console as a process of its own, as whoever deploys it runs it; a service on a port; and a merchant whose payments it works on.
 */
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Context, Effect, Layer, Redacted } from "effect"
import { layerCallbackAddress } from "@cauri/callbacks"
import { defaultPolicy, Gateway, layerCauri, noAnswer, Outcomes, Payouts, Policy } from "@cauri/core"
import * as Https from "@cauri/gateway-http"
import { layerStore, type StoreSettings } from "@cauri/runtime"
import { serve } from "@cauri/simulator"
import { startPostgres } from "@cauri/test-postgres"
import { payout } from "./world.ts"

/** Where the app is. */
const home = new URL("..", import.meta.url).pathname
const callbackKeys = "k1:0123456789abcdefghijklmnopqrstuvwxyz"
/** Nobody listens there: every callback is lost. */
const deafBase = "http://127.0.0.1:9"

/** What a process printed, and how it ended. */
export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs the console with this environment and nothing of ours. */
export const startConsole = (
  environment: Readonly<Record<string, string>>,
  args: ReadonlyArray<string>,
  readers: "attentive" | "gone" = "attentive",
) =>
  Effect.callback<Ended>((resume) => {
    let [out, err] = ["", ""]
    const child = spawn(process.execPath, ["src/main.ts", ...args], {
      cwd: home,
      // Dozens of processes start here, and each would strip the same types again.
      env: { PATH: process.env["PATH"] ?? "", NODE_COMPILE_CACHE: `${home}node_modules/.cache/node`, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    })
    child.stdout.setEncoding("utf8").on("data", (chunk) => (out += String(chunk)))
    child.stderr.setEncoding("utf8").on("data", (chunk) => (err += String(chunk)))
    if (readers === "gone") child.stdout.destroy()
    child.once("close", (code) => resume(Effect.succeed({ code, out, err })))
    return Effect.sync(() => void child.kill("SIGKILL"))
  })

/** A folder that goes with the scope. */
export const newFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "cauri-console-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
)

/** Which store a shop has. */
export type StoreKind = "SQLite" | "Postgres"

const newPlace = Effect.fnUntraced(function* (kind: StoreKind, folder: string) {
  if (kind === "SQLite") {
    const file = join(folder, "payments.db")
    const place: StoreSettings["place"] = { _tag: "Sqlite", file }
    return { url: `sqlite:${file}`, place }
  }
  const { url } = yield* Effect.acquireRelease(
    // With a setting of its own it is a server of its own, and its tables are nobody else's.
    Effect.promise(() => startPostgres({ max_connections: "40" })),
    ({ stop }) => Effect.promise(stop),
  )
  const place: StoreSettings["place"] = { _tag: "Postgres", url: Redacted.make(url) }
  return { url, place }
})

/** A shop with a service, a store, and payouts of which some were answered and some were not. */
export const newShop = Effect.fnUntraced(function* (kind: StoreKind) {
  const folder = yield* newFolder
  const simulator = yield* serve({ operatorDelayMillis: 50 })
  const { apiKey, apiToken } = simulator.credentials[0] ?? { apiKey: "", apiToken: "" }
  const { place, url } = yield* newPlace(kind, folder)
  const stores = layerStore({ place, create: "if-missing", expected: null, acceptTimeline: null })
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
    Layer.succeed(Outcomes, []),
    Layer.succeed(Policy, { ...defaultPolicy, twinWindow: 0 }),
  )
  const withAnswers = yield* Layer.build(
    layerCauri.pipe(
      Layer.provide(Https.layer({ baseUrl: simulator.url })),
      Layer.provideMerge(around),
      Layer.provide(credentials),
    ),
  )
  const lost = Layer.mock(Gateway)({ createMobileMoneyPayout: () => Effect.succeed(noAnswer("TimedOut")) })
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
    pay: (id: string, beneficiary: string) => Context.get(withAnswers, Payouts).create(payout(id, { beneficiary })),
    lose: (id: string, beneficiary: string) => Context.get(withoutAnswers, Payouts).create(payout(id, { beneficiary })),
  }
})
