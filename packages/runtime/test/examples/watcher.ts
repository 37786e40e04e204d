import { Effect, Layer } from "effect"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { layerHeartbeat } from "@cauri/core/adapter"
import {
  exitCodes,
  commonSettings,
  commonVariablesOf,
  layerGauges,
  layerLogs,
  layerOperations,
  layerStore,
  layerTelemetry,
  readersOf,
  teardown,
  runProgram,
  untilStopped,
} from "@cauri/runtime"

/** The stores that this program ships with: here one. */
const stores = [
  { schemes: ["sqlite:"], address: "sqlite:<path of the file>", load: async () => await import("@cauri/store-sqlite") },
] as const

const program = Effect.gen(function* () {
  const settings = yield* commonSettings(readersOf(process.env, commonVariablesOf(stores)), stores, "watcher", 9_470)
  const layers = Layer.mergeAll(
    layerOperations(settings),
    layerHeartbeat(settings.processName, "watcher", Effect.succeed(true)),
    layerGauges,
  ).pipe(Layer.provideMerge(layerStore(settings.store)))
  const run = untilStopped(Effect.never).pipe(Effect.as(exitCodes.fine), Effect.provide(layers))
  return yield* runProgram("watcher", run).pipe(Effect.provide(layerTelemetry(settings, "cauri-watcher", "1.0.0")))
})

const main = runProgram("watcher", program).pipe(Effect.provide(layerLogs({ level: "Info", format: "json" })))
NodeRuntime.runMain(main, { disableErrorReporting: true, teardown })
