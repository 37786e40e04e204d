/** The command line as a program: what it was asked, on this process's outputs, over the store that its environment names. */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Layer } from "effect"
import { localeLanguage } from "@cauri/catalogue/tools"
import {
  warnIfStopped,
  layerLogs,
  layerTelemetry,
  type ShippedStore,
  stopOnHangUp,
  teardown,
  runProgram,
} from "@cauri/runtime"
import { readSettings } from "./settings/config.ts"
import { run } from "./program/program.ts"
import { Screen } from "./terminal/Screen.ts"
import { layerConsole } from "./settings/wiring.ts"

/** Runs the command line of this process to its end. `stores`: the kinds of store that the program ships with. */
export const runConsole = (options: {
  readonly stores: ReadonlyArray<ShippedStore>
  readonly version: string
}): void => {
  const { stores, version } = options
  const origins = { environment: process.env, stores }
  const given = process.argv.slice(2)
  /** Only this command opens a restored store, and unlocks it for the others. */
  const restoring = given[0] === "restored"
  const newMark = given[0] === "migrate" && given.includes("--new-mark")

  /** Read only when a command needs it, so that help and `doctor` work under any settings. */
  const ground = Layer.unwrap(
    Effect.map(readSettings(origins), (settings) =>
      Layer.provide(layerConsole(settings, { newMark, restoring }), layerTelemetry(settings, "cauri-console", version)),
    ),
  )

  const commands = run(given, { ground, origins, version })
  // `serve` runs until it is stopped. Every other command ends by itself and finishes its work.
  const program = runProgram("console", given[0] === "serve" ? commands : warnIfStopped("console", commands))

  const layerProcess = Layer.mergeAll(
    NodeServices.layer,
    NodeHttpClient.layerUndici,
    layerLogs({ level: "Warn", format: "pretty" }),
    Screen.layer({
      stdout: process.stdout,
      stderr: process.stderr,
      noColour: (process.env["NO_COLOR"] ?? "") !== "",
      language: localeLanguage(process.env),
    }),
  )
  stopOnHangUp(process)
  NodeRuntime.runMain(Effect.provide(program, layerProcess), { disableErrorReporting: true, teardown })
}
