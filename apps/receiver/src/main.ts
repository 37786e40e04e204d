/**
 * The whole wiring. Copy this app and change what is yours. It receives callbacks and makes no calls: it has the keys of the addresses and
 * the store, and no credentials of the service.
 */
import { readFileSync } from "node:fs"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect, Layer } from "effect"
import { localeLanguage, tools } from "@cauri/catalogue/tools"
import { CallbackReceiver } from "@cauri/callbacks"
import { CallbackIntake, layerHeartbeat, WakeSignal } from "@cauri/core/adapter"
import {
  exitCodes,
  layerCallbackAddressOf,
  layerLogs,
  layerOperations,
  layerStore,
  layerTelemetry,
  programHelp,
  readFlags,
  stopOnHangUp,
  ignoreClosedOutputs,
  teardown,
  runProgram,
  untilStopped,
} from "@cauri/runtime"
import { readSettings, type Settings, variables } from "./config.ts"
import { serve } from "./server.ts"

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))

const language = localeLanguage(process.env)
const helpText = programHelp(language, { ...tools[language].receiverHelp, usage: "cauri receiver" }, variables)

/** Everything that the server stands on. Reconcilers in other processes see in the store that something was noted. */
const layerReceiver = ({ callbacks, operations, processName, store }: Settings) =>
  Layer.merge(CallbackReceiver.layerUsingDigest(), layerOperations({ operations, processName })).pipe(
    Layer.provide(CallbackIntake.layer),
    Layer.provide([layerCallbackAddressOf(callbacks), WakeSignal.layer, NodeCrypto.layerDigest]),
    Layer.provideMerge(layerStore(store)),
  )

/** Serves until it is stopped; then the server drains, and the store closes after it. */
const receive = (settings: Settings) =>
  Effect.gen(function* () {
    const { listening, port } = yield* serve(settings.listen)
    yield* Layer.build(layerHeartbeat(settings.processName, "receiver", listening))
    yield* Effect.logInfo("The receiver listens.", { version, process: settings.processName, port })
    return yield* untilStopped(Effect.never)
  }).pipe(Effect.scoped, Effect.provide(layerReceiver(settings)))

const program = Effect.gen(function* () {
  const asked = yield* Effect.fromResult(readFlags(process.argv.slice(2), ["help", "version"]))
  if (asked.size > 0) {
    process.stdout.write(asked.has("help") ? helpText : `${version}\n`)
    return exitCodes.fine
  }
  const settings = yield* readSettings(process.env)
  return yield* runProgram("receiver", receive(settings)).pipe(
    Effect.provide(layerTelemetry(settings, "cauri-receiver", version)),
  )
})

ignoreClosedOutputs(process.stdout, process.stderr)
stopOnHangUp(process)
const plainLogs = layerLogs({ level: "Info", format: "json" })
NodeRuntime.runMain(runProgram("receiver", program).pipe(Effect.provide(plainLogs)), {
  disableErrorReporting: true,
  teardown,
})
