/**
 * Everything that can be configured, in one place. All that is wrong is told at once, by the name of each variable and by what was
 * expected of it, never by its value. `.env.example` explains every variable; a test compares the two. Only the store is needed always: what asks the
 * service needs the rest.
 */
import { Effect, Schema } from "effect"
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
  shapes,
} from "@cauri/runtime"
import { stores } from "./stores.ts"

// The command line has no port of its own.
const { OPERATIONS_HOST: _host, OPERATIONS_PORT: _port, ...shared } = commonVariablesOf(stores)

/** The variables, with what each must be. */
export const variables = {
  ...shared,
  ...serviceVariables,
  ...callbackVariables,
  ...policyVariables,
  CONSOLE_USER: "the name of the person who decides",
  CONSOLE_TOKEN: "24 to 256 letters, digits, hyphens and underscores that nobody guesses",
} as const

/** What the variables say. */
export type Variables = Effect.Success<ReturnType<typeof readVariables>>

/** What the program runs with. */
export type Settings = Effect.Success<ReturnType<typeof readSettings>>

/** Is anything of this group set? Then all of it has to be right. */
const isWanted = (env: Readonly<Record<string, string>>, names: ReadonlyArray<string>): boolean =>
  Object.keys(env).some((name) =>
    names.some((each) => (each.endsWith("<PROJECT>") ? name.startsWith(each.slice(0, -9)) : name === each)),
  )

/** A person reads the logs, so they are pretty and few unless the environment says otherwise. */
const defaults = { LOG_LEVEL: "warn", LOG_FORMAT: "pretty" }

/** Too long to be guessed, and fit to stand in an address. */
const Token = Schema.RedactedFromValue(Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{24,256}$/)))

/** Reads the variables, and not the files that they name: `doctor` looks at those one by one. */
export const readVariables = Effect.fn("Settings.readVariables")(function* (environment: Environment) {
  const { env } = readersOf(environment, variables)
  const readers = readersOf({ ...defaults, ...env }, { ...commonVariablesOf(stores), ...variables })
  const none = Effect.succeed(null)
  const { common, ...own } = yield* readAll({
    common: commonSettings(readers, stores, "console", 9_465),
    service: isWanted(env, Object.keys(serviceVariables)) ? serviceSettings(readers) : none,
    callbacks: isWanted(env, Object.keys(callbackVariables)) ? callbackSettings(readers) : none,
    policyFile: readers.optional("POLICY_FILE", shapes.Text),
    user: readers.optional("CONSOLE_USER", shapes.Text),
    token: readers.optional("CONSOLE_TOKEN", Token),
  })
  return { ...common, ...own }
})

/** Reads and checks the whole environment, with the policy that it names. */
export const readSettings = Effect.fn("Settings.read")(function* (environment: Environment) {
  const { optional } = readersOf(environment, variables)
  const { policy, read } = yield* readAll({
    read: readVariables(environment),
    policy: Effect.flatMap(optional("POLICY_FILE", shapes.Text), readPolicy),
  })
  return { ...read, policy }
})
