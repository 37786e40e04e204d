/**
 * The running apps around one merchant: the sandbox as the service, the receiver, the reconciler, one SQLite file. The merchant is this
 * process, over core and the gateway as any program of a merchant's: it creates payins itself and leaves payouts to the reconciler.
 */
import { Context, Effect, Layer, Redacted, Ref, Schedule } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { layerCauri, Policy } from "@cauri/core"
import * as Gateway from "@cauri/gateway-http"
import { type Sandbox, spawnReceiver, spawnReconciler, spawnSandbox } from "@cauri/programs"
import { layerCallbackAddressOf, readPolicy } from "@cauri/runtime"
import { layer as layerStore } from "@cauri/store-sqlite"
import { ControlApi, ControlToken, controlTokenHeader, type ScenarioRun } from "@cauri/simulator"
import { merchantIn, pairOf } from "./scenarioMerchant.ts"
import { policyAt } from "./scenarioPolicy.ts"

const secret = "0123456789abcdefghijklmnopqrstuvwxyz"
const callbackKeys = `k1:${secret}`

const newFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "cauri-scenarios-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
)

/** The control API of a sandbox. */
export const controlOf = ({ controlToken, url }: Sandbox) =>
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
  const file = join(folder, "payments.db")
  const policyFile = join(folder, "policy.json")
  const credentialsFile = join(folder, "credentials.json")
  writeFileSync(policyFile, JSON.stringify(policyAt(factor)))
  const stores = yield* Layer.build(layerStore({ file }))
  const [sandbox, receiver] = yield* Effect.all(
    [
      spawnSandbox({ environment: { SANDBOX_SEED: "7", SANDBOX_TIME_FACTOR: String(factor) } }),
      spawnReceiver({ file, callbackKeys }),
    ],
    { concurrency: 2 },
  )
  const base = receiver.url
  writeCredentials(credentialsFile, sandbox)
  yield* spawnReconciler({ file, callbackKeys, callbackBase: base }, sandbox, {
    environment: {
      // New keys come while it runs: by a file, and so not by these.
      API_KEY_shop: "",
      API_TOKEN_shop: "",
      CREDENTIALS_FILE: credentialsFile,
      POLICY_FILE: policyFile,
    },
  })
  const merchant = yield* Layer.build(
    layerCauri.pipe(
      Layer.provideMerge(Layer.succeedContext(stores)),
      Layer.provide(Gateway.layer({ baseUrl: sandbox.url })),
      Layer.provideMerge(Gateway.layerCredentials({ shop: pairOf(sandbox.apiKey, sandbox.apiToken) })),
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
      const fresh = pairOf(project.apiKey, project.apiToken)
      writeCredentials(credentialsFile, project)
      yield* keeper.replace({ shop: fresh })
    }).pipe(Effect.orDie),
    payoutsLater: true,
  })
  return { acts, control: control.control, factor, merchant, runs: Ref.get(runs) }
})

/** The running apps around one merchant. */
export type AppsWorld = Effect.Success<ReturnType<typeof startWorld>>
