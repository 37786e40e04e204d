/**
 * Everything that can be configured, in one place. What is wrong is told by the name of the variable and by what was expected of it,
 * never by its value. `.env.example` explains every variable; a test compares the two.
 */
import { Effect } from "effect"
import {
  callbackSettings,
  callbackVariables,
  commonSettings,
  commonVariables,
  type Environment,
  readersOf,
  shapes,
} from "@cauri/runtime"

/** The variables, with what each must be. No credential of the service is among them. */
export const variables = {
  HOST: "an address of this machine",
  PORT: "a port from 1 to 65535, or 0 for any that is free",
  ...commonVariables,
  ...callbackVariables,
} as const

/** What the program runs with. */
export type Settings = Effect.Success<ReturnType<typeof readSettings>>

/** Reads and checks the whole environment. */
export const readSettings = Effect.fn("Settings.read")(function* (environment: Environment) {
  const readers = readersOf(environment, variables)
  return {
    ...(yield* commonSettings(readers, "receiver", 9_465)),
    listen: {
      host: (yield* readers.optional("HOST", shapes.Text)) ?? "127.0.0.1",
      port: (yield* readers.optional("PORT", shapes.Port)) ?? 8_080,
    },
    callbacks: yield* callbackSettings(readers),
  }
})
