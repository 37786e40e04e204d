/** The whole wiring. Copy this app and replace what you need: another store, other credentials, commands of your own. */
import { readFileSync } from "node:fs"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Layer } from "effect"
import { localeLanguage } from "@cauri/catalogue/tools"
import { warnIfStopped, layerLogs, layerTelemetry, stopOnHangUp, teardown, runProgram } from "@cauri/runtime"
import { readSettings } from "./config.ts"
import { run } from "./program.ts"
import { Screen } from "./Screen.ts"
import { layerConsole } from "./wiring.ts"

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))

const given = process.argv.slice(2)
/** Only this command opens a restored store, and unlocks it for the others. */
const restoring = given[0] === "restored"

/** Read only when a command needs it, so that help and `doctor` work under any settings. */
const ground = Layer.unwrap(
  Effect.map(readSettings(process.env), (settings) =>
    Layer.provide(layerConsole(settings, { restoring }), layerTelemetry(settings, "cauri-console", version)),
  ),
)

const commands = run(given, { ground, environment: process.env, version })
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
