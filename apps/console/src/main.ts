/**
 * The whole wiring. Copy this app, replace what you fill with your own: another store, other credentials, commands of your own.
 */
import { readFileSync } from "node:fs"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Layer } from "effect"
import { finishing, layerLogs, layerTelemetry, stopsWhenHungUp, teardown, told } from "@cauri/runtime"
import { readSettings } from "./config.ts"
import { run } from "./program.ts"
import { Screen } from "./Screen.ts"
import { layerConsole } from "./wiring.ts"

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))

const given = process.argv.slice(2)
/** The one command that opens a store which was restored, and makes it one that the others may open. */
const restoring = given[0] === "restored"

/** Read when a command needs it, so that help and `doctor` work under any settings. */
const ground = Layer.unwrap(
  Effect.map(readSettings(process.env), (settings) =>
    Layer.provide(layerConsole(settings, { restoring }), layerTelemetry(settings, "cauri-console", version)),
  ),
)

const commands = run(given, { ground, environment: process.env, version })
// The page is served until it is told to stop. Every other command has something to finish.
const program = told("console", given[0] === "serve" ? commands : finishing("console", commands))

const layerProcess = Layer.mergeAll(
  NodeServices.layer,
  NodeHttpClient.layerUndici,
  layerLogs({ level: "Warn", format: "pretty" }),
  Screen.layer({
    stdout: process.stdout,
    stderr: process.stderr,
    noColour: (process.env["NO_COLOR"] ?? "") !== "",
  }),
)
stopsWhenHungUp(process)
NodeRuntime.runMain(Effect.provide(program, layerProcess), { disableErrorReporting: true, teardown })
