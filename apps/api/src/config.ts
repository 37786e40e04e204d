/**
 * All settings, in one place. Every wrong one is reported at once, by the variable's name and what was expected, never by its value.
 * `.env.example` explains every variable; a test compares the two.
 */
import { Effect, Schema } from "effect"
import { variableTexts } from "@cauri/catalogue/tools"
import {
  callbackSettings,
  callbackVariables,
  commonSettings,
  commonVariablesOf,
  type Environment,
  policyVariables,
  rangesIn,
  readAll,
  readersOf,
  readPolicy,
  serviceSettings,
  serviceVariables,
  shapes,
  storeSettings,
  storeVariablesOf,
} from "@cauri/runtime"
import { stores } from "./stores.ts"

/** The variables, with what each must be. */
export const variables = {
  ...variableTexts("HOST", "PORT", "API_COUNTRY", "API_PROXIES"),
  ...commonVariablesOf(stores),
  ...serviceVariables,
  ...callbackVariables,
  ...policyVariables,
} as const

export type Settings = Effect.Success<ReturnType<typeof readSettings>>

const Country = Schema.String.check(Schema.isPattern(/^[A-Z]{2}$/))

/** What the program that answers runs with. */
export const readSettings = Effect.fn("Settings.read")(function* (environment: Environment) {
  const readers = readersOf(environment, variables)
  const { common, host, policyFile, port, proxies, ...own } = yield* readAll({
    common: commonSettings(readers, stores, "api", 9_466),
    host: readers.optional("HOST", shapes.Text),
    port: readers.optional("PORT", shapes.Port),
    country: readers.optional("API_COUNTRY", Country),
    proxies: readers.optional("API_PROXIES", shapes.Ranges),
    service: serviceSettings(readers),
    callbacks: callbackSettings(readers),
    policyFile: Effect.flatMap(readers.optional("POLICY_FILE", shapes.Text), readPolicy),
  })
  const listen = { host: host ?? "127.0.0.1", port: port ?? 8_090 }
  return { ...common, ...own, listen, policy: policyFile, proxies: rangesIn(proxies) }
})

/** The store alone: the commands of the keys need neither credentials nor callbacks. */
export const readStore = (environment: Environment) =>
  storeSettings(readersOf(environment, storeVariablesOf(stores)), stores)
