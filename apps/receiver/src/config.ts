/**
 * All settings, in one place. Every wrong one is reported at once, by the variable's name and what was expected, never by its value.
 * `.env.example` explains every variable; a test compares the two.
 */
import { Effect } from "effect"
import { variableTexts } from "@cauri/catalogue/tools"
import {
  callbackSettings,
  callbackVariables,
  commonSettings,
  commonVariablesOf,
  type Environment,
  readAll,
  readersOf,
  shapes,
} from "@cauri/runtime"
import { stores } from "./stores.ts"

/** The variables, with what each must be. No credential of the service is among them. */
export const variables = {
  ...variableTexts("HOST", "PORT"),
  ...commonVariablesOf(stores),
  ...callbackVariables,
} as const

export type Settings = Effect.Success<ReturnType<typeof readSettings>>

export const readSettings = Effect.fn("Settings.read")(function* (environment: Environment) {
  const readers = readersOf(environment, variables)
  const { callbacks, common, host, port } = yield* readAll({
    common: commonSettings(readers, stores, "receiver", 9_465),
    host: readers.optional("HOST", shapes.Text),
    port: readers.optional("PORT", shapes.Port),
    callbacks: callbackSettings(readers),
  })
  return { ...common, listen: { host: host ?? "127.0.0.1", port: port ?? 8_080 }, callbacks }
})
