/**
 * The whole wiring. It sends the creations that it is asked for itself, with the credentials of the service; what follows, such as checks
 * and events to the webhook, is the reconciler's.
 */
import { readFileSync } from "node:fs"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect, Layer } from "effect"
import { localeLanguage } from "@cauri/catalogue/tools"
import { Consumers, layerCauri, Policy } from "@cauri/core"
import { layerActivity, layerHeartbeat } from "@cauri/core/adapter"
import * as Gateway from "@cauri/gateway-http"
import {
  exitCodes,
  ignoreClosedOutputs,
  layerCallbackAddressOf,
  layerLogs,
  layerOperations,
  layerStore,
  layerStoreMark,
  layerTelemetry,
  runProgram,
  serviceMisconfigured,
  stopOnHangUp,
  teardown,
  untilStopped,
} from "@cauri/runtime"
import { helpText, readArguments } from "./arguments.ts"
import { readSettings, readStore, type Settings } from "./config.ts"
import { layerCredentialsOf } from "./credentials.ts"
import { runKeyCommand } from "./keys.ts"
import { serve } from "./server.ts"

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))

/** The way to the service, and back. */
const layerService = ({ callbacks, service: { credentials, egressProxy, url } }: Settings) =>
  Layer.merge(
    Gateway.layer({ baseUrl: url, ...(egressProxy !== null && { proxy: egressProxy }) }),
    layerCallbackAddressOf(callbacks),
  ).pipe(Layer.provideMerge(layerCredentialsOf(credentials)))

/** Everything that the handler stands on. The reconciler names every consumer but those of the keys, and delivers the events. */
const layerApi = (settings: Settings) =>
  Layer.merge(layerCauri, layerOperations(settings)).pipe(
    Layer.provide([layerService(settings), Layer.succeed(Consumers, [])]),
    Layer.provideMerge(Layer.merge(layerActivity, Layer.succeed(Policy, settings.policy))),
    Layer.provideMerge(layerStoreMark(settings.store.markFile)),
    Layer.provideMerge(layerStore(settings.store)),
  )

/** Answers until it is stopped; then the server drains, and the store closes after it. */
const answer = (settings: Settings) =>
  Effect.gen(function* () {
    const { listening, port } = yield* serve(settings)
    yield* Layer.build(layerHeartbeat(settings.processName, "api", listening))
    yield* Effect.logInfo("The API listens.", { version, process: settings.processName, port })
    return yield* untilStopped(Effect.never)
  }).pipe(
    Effect.scoped,
    Effect.provide([layerApi(settings), NodeCrypto.layerDigest]),
    Effect.catchTag("GatewayMisconfigured", serviceMisconfigured),
  )

const program = Effect.gen(function* () {
  const asked = yield* readArguments(process.argv.slice(2))
  if (asked.act === "help" || asked.act === "version") {
    process.stdout.write(asked.act === "help" ? helpText(localeLanguage(process.env)) : `${version}\n`)
    return exitCodes.fine
  }
  if (asked.act !== "serve")
    return yield* Effect.provide(runKeyCommand(asked), layerStore(yield* readStore(process.env)))
  const settings = yield* readSettings(process.env)
  return yield* runProgram("API", answer(settings)).pipe(Effect.provide(layerTelemetry(settings, "cauri-api", version)))
})

ignoreClosedOutputs(process.stdout, process.stderr)
stopOnHangUp(process)
// A person reads what the commands of the keys log.
const plainLogs = layerLogs(
  process.argv[2] === "key" ? { level: "Warn", format: "pretty" } : { level: "Info", format: "json" },
)
NodeRuntime.runMain(runProgram("API", program).pipe(Effect.provide(plainLogs)), {
  disableErrorReporting: true,
  teardown,
})
