/**
 * Everything that can be configured, in one place. All that is wrong is told at once, by the name of each variable and by what was
 * expected of it, never by its value. `.env.example` explains every variable; a test compares the two. Only the store is needed always: what asks the
 * service needs the rest.
 */
import { Effect } from "effect"
import {
  callbackSettings,
  callbackVariables,
  commonSettings,
  commonVariables,
  type Environment,
  policyVariables,
  readAll,
  readersOf,
  serviceSettings,
  serviceVariables,
  shapes,
} from "@cauri/runtime"

// The command line has no port of its own.
const { OPERATIONS_HOST: _host, OPERATIONS_PORT: _port, ...shared } = commonVariables

/** The variables, with what each must be. */
export const variables = {
  ...shared,
  ...serviceVariables,
  ...callbackVariables,
  ...policyVariables,
  CONSOLE_USER: "the name of the person who decides",
  CONSOLE_TOKEN: "24 to 256 letters, digits, hyphens and underscores that nobody guesses",
} as const

/** What the program runs with. */
export type Settings = Effect.Success<ReturnType<typeof readSettings>>

/** Is anything of this group set? Then all of it has to be right. */
const isWanted = (env: Readonly<Record<string, string>>, names: ReadonlyArray<string>): boolean =>
  Object.keys(env).some((name) =>
    names.some((each) => (each.endsWith("<PROJECT>") ? name.startsWith(each.slice(0, -9)) : name === each)),
  )

/** A person reads the logs, so they are pretty and few unless the environment says otherwise. */
const defaults = { LOG_LEVEL: "warn", LOG_FORMAT: "pretty" }

/** Reads and checks the whole environment. */
export const readSettings = Effect.fn("Settings.read")(function* (environment: Environment) {
  const { env } = readersOf(environment, variables)
  const readers = readersOf({ ...defaults, ...env }, { ...commonVariables, ...variables })
  const none = Effect.succeed(null)
  const { common, ...own } = yield* readAll({
    common: commonSettings(readers, "console", 9_465),
    service: isWanted(env, Object.keys(serviceVariables)) ? serviceSettings(readers) : none,
    callbacks: isWanted(env, Object.keys(callbackVariables)) ? callbackSettings(readers) : none,
    policyFile: readers.optional("POLICY_FILE", shapes.Text),
    user: readers.optional("CONSOLE_USER", shapes.Text),
  })
  return { ...common, ...own }
})
