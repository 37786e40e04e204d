/**
 * The running apps around one merchant: the sandbox as the service, the receiver, the reconciler, one SQLite file. The merchant is this
 * process, over core and the gateway as any program of a merchant's: it creates payins itself and leaves payouts to the reconciler.
 */
import { Context, Effect, Layer, Redacted, Ref, Schedule, Schema } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { freePort, startApp } from "@cauri/conformance"
import { layerCauri, Policy, type ProjectCredentials } from "@cauri/core"
import * as Gateway from "@cauri/gateway-http"
import { layerCallbackAddressOf, layerStore, readPolicy } from "@cauri/runtime"
import { ControlApi, ControlToken, controlTokenHeader, type ScenarioRun } from "@cauri/simulator"
import { merchantIn, pairOf } from "./scenarioMerchant.ts"
import { policyAt } from "./scenarioPolicy.ts"

const homeOf = (app: "receiver" | "reconciler" | "sandbox") => new URL(`../../../apps/${app}/`, import.meta.url)

/** Several processes of each app start here, and each would strip the same types again. */
const compileCache = fileURLToPath(new URL("../node_modules/.cache/node/", import.meta.url))

const secret = "0123456789abcdefghijklmnopqrstuvwxyz"

const newFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "cauri-scenarios-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
)

/** What a sandbox prints when it listens. */
const Announced = Schema.fromJsonString(
  Schema.Struct({
    url: Schema.String,
    controlToken: Schema.String,
    projects: Schema.NonEmptyArray(Schema.Struct({ apiKey: Schema.String, apiToken: Schema.String })),
  }),
)

const startSandbox = Effect.fnUntraced(function* (factor: number) {
  const sandbox = yield* startApp(homeOf("sandbox"), {
    environment: {
      NODE_COMPILE_CACHE: compileCache,
      SANDBOX_PORT: "0",
      SANDBOX_SEED: "7",
      SANDBOX_TIME_FACTOR: String(factor),
    },
    given: ["--json"],
  })
  const line = yield* sandbox.says('"controlToken"')
  return yield* Effect.orDie(Schema.decodeEffect(Announced)(line))
})

/** The receiver wants a port that it is told: one that was free a moment ago may be taken by now. */
const startReceiver = (environment: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const port = yield* freePort
    const base = `http://127.0.0.1:${port}`
    const receiver = yield* startApp(homeOf("receiver"), {
      environment: {
        ...environment,
        PORT: String(port),
        OPERATIONS_PORT: String(yield* freePort),
        CALLBACK_BASE: base,
      },
    })
    yield* Effect.catchDefect(receiver.says("The receiver listens."), (defect) => Effect.fail(defect))
    return base
  }).pipe(Effect.retry({ times: 3 }), Effect.orDie)

/** The sandbox's control API. */
const controlOf = ({ controlToken, url }: typeof Announced.Type) =>
  HttpApiClient.make(ControlApi, {
    baseUrl: url,
    transformClient: HttpClient.mapRequest(
      // A call without a body has no type of its own, and the control API wants one of every call that changes something.
      HttpClientRequest.setHeaders({ [controlTokenHeader]: controlToken, "Content-Type": "application/json" }),
    ),
  }).pipe(
    Effect.provide([
      FetchHttpClient.layer,
      HttpApiMiddleware.layerClient(ControlToken, ({ next, request }) => next(request)),
    ]),
  )

/** How often the sandbox is asked how far its scenarios are. */
const lookMillis = 50

/** Writes credentials as whoever rotates a mounted secret does: nobody ever reads half of them. */
const writeCredentials = (
  file: string,
  { apiKey, apiToken }: { readonly apiKey: string; readonly apiToken: string },
) => {
  writeFileSync(`${file}.new`, JSON.stringify({ shop: { apiKey, apiToken } }), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** Starts the apps around a service that lives so many times faster than the clock. */
export const startWorld = Effect.fnUntraced(function* (factor: number) {
  const folder = yield* newFolder
  const place = { _tag: "Sqlite" as const, file: join(folder, "payments.db") }
  const policyFile = join(folder, "policy.json")
  const credentialsFile = join(folder, "credentials.json")
  writeFileSync(policyFile, JSON.stringify(policyAt(factor)))
  const stores = yield* Layer.build(layerStore({ place, create: "if-missing", expected: null, acceptTimeline: null }))
  const common = { NODE_COMPILE_CACHE: compileCache, STORE_URL: `sqlite:${place.file}`, CALLBACK_KEYS: `k1:${secret}` }
  const [sandbox, base] = yield* Effect.all([startSandbox(factor), startReceiver(common)], { concurrency: 2 })
  const [keys] = sandbox.projects
  writeCredentials(credentialsFile, keys)
  const reconciler = yield* startApp(homeOf("reconciler"), {
    environment: {
      ...common,
      CALLBACK_BASE: base,
      CREDENTIALS_FILE: credentialsFile,
      OPERATIONS_PORT: String(yield* freePort),
      OUTCOMES: "ndjson",
      POLICY_FILE: policyFile,
      SERVICE_URL: sandbox.url,
    },
  })
  yield* reconciler.says("The reconciler works.")
  const merchant = yield* Layer.build(
    layerCauri.pipe(
      Layer.provideMerge(Layer.succeedContext(stores)),
      Layer.provide(Gateway.layer({ baseUrl: sandbox.url })),
      Layer.provideMerge(Gateway.layerCredentials({ shop: pairOf(keys.apiKey, keys.apiToken) })),
      Layer.provide(
        layerCallbackAddressOf({ base, signing: { id: "k1", secret: Redacted.make(secret) }, verifying: [] }),
      ),
      Layer.provide(Layer.effect(Policy, readPolicy(policyFile))),
    ),
  )
  const control = yield* controlOf(sandbox)
  const runs = yield* Ref.make<ReadonlyArray<ScenarioRun>>([])
  yield* control.control.scenarioRuns().pipe(
    Effect.flatMap((all) => Ref.set(runs, all)),
    Effect.orDie,
    Effect.repeat(Schedule.spaced(lookMillis)),
    Effect.forkScoped,
  )
  const keeper = Context.get(merchant, Gateway.CredentialsKeeper)
  const acts = merchantIn({
    newestCode: (phone) =>
      control.control.phone({ params: { number: phone } }).pipe(
        Effect.map(({ codes }) => codes[0]?.code ?? null),
        Effect.orDie,
      ),
    takeNewKeys: Effect.gen(function* () {
      const [project] = yield* control.control.projects()
      if (project === undefined) return yield* Effect.die(new Error("The sandbox has no project."))
      const fresh: ProjectCredentials = pairOf(project.apiKey, project.apiToken)
      writeCredentials(credentialsFile, project)
      yield* keeper.replace({ shop: fresh })
    }).pipe(Effect.orDie),
    payoutsLater: true,
  })
  return { acts, control: control.control, factor, merchant, reconciler, runs: Ref.get(runs) }
})

/** The running apps around one merchant. */
export type AppsWorld = Effect.Success<ReturnType<typeof startWorld>>
