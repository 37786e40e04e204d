/**
 * The whole wiring. Copy this app, replace what you fill with your own: an `Consumers` layer, another store, other credentials.
 */
import { readFileSync } from "node:fs"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect, Layer } from "effect"
import { runBatches } from "@cauri/batches"
import { localeLanguage } from "@cauri/catalogue/tools"
import { layerCauri, Policy, Worker } from "@cauri/core"
import * as Gateway from "@cauri/gateway-http"
import {
  exitCodes,
  warnIfStopped,
  layerCallbackAddressOf,
  layerGauges,
  layerLogs,
  layerStoreMark,
  layerOperations,
  layerStore,
  layerTelemetry,
  serviceMisconfigured,
  stopOnHangUp,
  ignoreClosedOutputs,
  teardown,
  runProgram,
  untilStopped,
} from "@cauri/runtime"
import { layerActivity, layerWorkerHeartbeat } from "@cauri/core/adapter"
import { layerArchiving } from "./archiving.ts"
import { helpText, readArguments } from "./arguments.ts"
import { readSettings, type Settings } from "./config.ts"
import { needsPerson, summaryText, workThrough } from "./once.ts"
import { layerConsumers } from "./consumers.ts"
import { progressOn } from "./progress.ts"

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))

/** Everything that both ways to run need. */
const layerReconciler = ({ callbacks, outcomes, policy, service, store }: Settings) => {
  const { credentials, egressProxy, url } = service
  const proxy = egressProxy === null ? {} : { proxy: egressProxy }
  return layerCauri.pipe(
    Layer.provideMerge(layerActivity),
    Layer.provideMerge(layerStoreMark(store.markFile)),
    Layer.provideMerge(layerStore(store)),
    Layer.provide(Gateway.layer({ baseUrl: url, ...proxy })),
    Layer.provide(layerCallbackAddressOf(callbacks)),
    Layer.provide(
      credentials._tag === "File"
        ? Gateway.layerCredentialsFile(credentials)
        : Gateway.layerCredentials(credentials.projects),
    ),
    Layer.provide(layerConsumers(outcomes)),
    Layer.provideMerge(Layer.succeed(Policy, policy)),
  )
}

const forEver = (settings: Settings) =>
  Effect.gen(function* () {
    const { run } = yield* Worker
    yield* Effect.logInfo("The reconciler works.", { version, process: settings.processName })
    return yield* untilStopped(Effect.raceFirst(run, runBatches))
  }).pipe(
    Effect.provide(
      Layer.mergeAll(
        layerWorkerHeartbeat(settings.processName, "reconciler"),
        layerArchiving,
        layerGauges,
        layerOperations(settings),
      ).pipe(Layer.provideMerge(layerReconciler(settings))),
    ),
  )

const once = (settings: Settings, json: boolean) =>
  Effect.gen(function* () {
    const summary = yield* untilStopped(workThrough(progressOn(process.stderr)))
    process.stdout.write(json ? `${JSON.stringify(summary)}\n` : summaryText(summary))
    return needsPerson(summary) ? exitCodes.person : exitCodes.fine
  }).pipe(Effect.provide(layerReconciler(settings)))

const program = Effect.gen(function* () {
  const asked = yield* Effect.fromResult(readArguments(process.argv.slice(2)))
  if (asked.has("help") || asked.has("version")) {
    process.stdout.write(asked.has("help") ? helpText(localeLanguage(process.env)) : `${version}\n`)
    return exitCodes.fine
  }
  const settings = yield* readSettings(process.env)
  const run = Effect.gen(function* () {
    if (!asked.has("once")) return yield* forEver(settings)
    return yield* warnIfStopped("reconciler", once(settings, asked.has("json")))
  }).pipe(Effect.catchTag("GatewayMisconfigured", serviceMisconfigured))
  return yield* runProgram("reconciler", run).pipe(
    Effect.provide(layerTelemetry(settings, "cauri-reconciler", version)),
  )
})

ignoreClosedOutputs(process.stdout, process.stderr)
stopOnHangUp(process)
const plainLogs = layerLogs({ level: "Info", format: "json" })
NodeRuntime.runMain(runProgram("reconciler", program).pipe(Effect.provide(plainLogs)), {
  disableErrorReporting: true,
  teardown,
})
