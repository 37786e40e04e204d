/**
 * The whole wiring. Copy this app, replace what you fill with your own: an `Outcomes` layer, another store, other credentials.
 */
import { readFileSync } from "node:fs"
import { NodeRuntime } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import { layerCallbackAddress } from "@cauri/callbacks"
import { layerCauri, Policy, Reconciliation } from "@cauri/core"
import * as Gateway from "@cauri/gateway-http"
import { layerActivity } from "./activity.ts"
import { type Asked, helpText, readArguments } from "./arguments.ts"
import { readSettings, type Settings } from "./config.ts"
import { codes, teardown, told } from "./exits.ts"
import { needsPerson, summaryText, workThrough } from "./once.ts"
import { layerOperations } from "./operations.ts"
import { layerOutcomes } from "./outcomes.ts"
import { readPolicy } from "./policy.ts"
import { progressOn } from "./progress.ts"
import { layerStore, layerWaking } from "./store.ts"
import { layerLogs, layerTelemetry } from "./telemetry.ts"
import { layerVitals } from "./vitals.ts"
import { untilStopped } from "./work.ts"

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))

/** Everything that both ways to run need. */
const layerReconciler = (settings: Settings) => {
  const { callbacks, credentials, outcomes, policyFile, service, store } = settings
  const proxy = service.egressProxy === null ? {} : { payoutProxy: service.egressProxy }
  return layerCauri.pipe(
    Layer.provideMerge(layerActivity),
    Layer.provideMerge(layerStore(store)),
    Layer.provide(Gateway.layer({ baseUrl: service.url, ...proxy })),
    Layer.provide(layerCallbackAddress(callbacks)),
    Layer.provide(
      credentials._tag === "File"
        ? Gateway.layerCredentialsFile(credentials)
        : Gateway.layerCredentials(credentials.projects),
    ),
    Layer.provide(layerOutcomes(outcomes, process.stdout)),
    Layer.provideMerge(Layer.effect(Policy, readPolicy(policyFile))),
  )
}

/** Sweeps for ever. */
const forEver = (settings: Settings) =>
  Effect.gen(function* () {
    const { run } = yield* Reconciliation
    yield* Effect.logInfo("The reconciler works.", { version, process: settings.processName })
    return yield* untilStopped(run)
  }).pipe(
    Effect.provide(
      Layer.mergeAll(layerWaking, layerVitals(settings.processName), layerOperations(settings)).pipe(
        Layer.provideMerge(layerReconciler(settings)),
      ),
    ),
  )

/** Works through what is due. */
const once = (settings: Settings, { json }: Asked) =>
  Effect.gen(function* () {
    const summary = yield* untilStopped(workThrough(progressOn(process.stderr)))
    // Standard output belongs to the announcements where they are written there.
    const out = settings.outcomes._tag === "Ndjson" ? process.stderr : process.stdout
    out.write(json ? `${JSON.stringify(summary)}\n` : summaryText(summary))
    return needsPerson(summary) ? codes.person : codes.fine
  }).pipe(Effect.provide(layerReconciler(settings)))

const program = Effect.gen(function* () {
  const asked = yield* Effect.fromResult(readArguments(process.argv.slice(2)))
  if (asked.help || asked.version) {
    process.stdout.write(asked.help ? helpText : `${version}\n`)
    return codes.fine
  }
  const settings = yield* readSettings(process.env)
  const run = asked.once ? once(settings, asked) : forEver(settings)
  return yield* told(run).pipe(Effect.provide(layerTelemetry(settings, version)))
})

const plainLogs = layerLogs({ level: "Info", format: "json" })
NodeRuntime.runMain(told(program).pipe(Effect.provide(plainLogs)), { disableErrorReporting: true, teardown })
