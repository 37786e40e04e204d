/**
 * All settings, in one place. Every wrong one is reported at once, by the variable's name and what was expected, never by its value.
 * `.env.example` explains every variable; a test compares the two. Only the store is always required: commands that ask the service need
 * the rest.
 */
import { Effect } from "effect"
import { variableTexts } from "@cauri/catalogue/tools"
import {
  callbackSettings,
  callbackVariables,
  commonSettings,
  commonVariablesOf,
  type Environment,
  policyVariables,
  readAll,
  readersOf,
  readPolicy,
  serviceSettings,
  serviceVariables,
  type ShippedStore,
  shapes,
} from "@cauri/runtime"
import { doorSettings, doorVariables } from "../door/doorSettings.ts"

/** Where the settings come from: the environment, and the kinds of store that the program ships with. */
export interface Origins {
  readonly environment: Environment
  readonly stores: ReadonlyArray<ShippedStore>
}

export const variablesOf = (stores: Origins["stores"]) => {
  // The command line has no port of its own.
  const { OPERATIONS_HOST: _host, OPERATIONS_PORT: _port, ...shared } = commonVariablesOf(stores)
  return {
    ...shared,
    ...serviceVariables,
    ...callbackVariables,
    ...policyVariables,
    ...doorVariables,
    ...variableTexts("CONSOLE_USER"),
  } as const
}

/** What the variables say. */
export type Variables = Effect.Success<ReturnType<typeof readVariables>>

/** What the program runs with. */
export type Settings = Effect.Success<ReturnType<typeof readSettings>>

/** Is any variable of this group set? Then all of them must be right. */
const isWanted = (env: Readonly<Record<string, string>>, names: ReadonlyArray<string>): boolean =>
  Object.keys(env).some((name) =>
    names.some((each) => (each.endsWith("<PROJECT>") ? name.startsWith(each.slice(0, -9)) : name === each)),
  )

/** A person reads the logs, so the default is few and pretty lines. */
const defaults = { LOG_LEVEL: "warn", LOG_FORMAT: "pretty" }

/** Reads the variables, but not the files that they name: `doctor` checks those one by one. */
export const readVariables = Effect.fn("Settings.readVariables")(function* ({ environment, stores }: Origins) {
  const variables = variablesOf(stores)
  const { env } = readersOf(environment, variables)
  const readers = readersOf({ ...defaults, ...env }, { ...commonVariablesOf(stores), ...variables })
  const none = Effect.succeed(null)
  const { common, ...own } = yield* readAll({
    common: commonSettings(readers, stores, "console", 9_465),
    service: isWanted(env, Object.keys(serviceVariables)) ? serviceSettings(readers) : none,
    callbacks: isWanted(env, Object.keys(callbackVariables)) ? callbackSettings(readers) : none,
    policyFile: readers.optional("POLICY_FILE", shapes.Text),
    user: readers.optional("CONSOLE_USER", shapes.Text),
    door: doorSettings(readers),
  })
  return { ...common, ...own }
})

/** Reads and checks the whole environment, with the policy that it names. */
export const readSettings = Effect.fn("Settings.read")(function* (origins: Origins) {
  const { optional } = readersOf(origins.environment, variablesOf(origins.stores))
  const { policy, read } = yield* readAll({
    read: readVariables(origins),
    policy: Effect.flatMap(optional("POLICY_FILE", shapes.Text), readPolicy),
  })
  return { ...read, policy }
})
