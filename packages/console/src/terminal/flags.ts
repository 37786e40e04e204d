/**
 * Flags and arguments that several commands share.
 */
import { Effect, Result } from "effect"
import { Flag } from "effect/cli"
import type { Tools } from "@cauri/catalogue/tools"
import { type Expected, WrongInput } from "../words/WrongInput.ts"

export const json = Flag.Boolean("json").pipe(Flag.withDefault(false))

export const newMark = Flag.Boolean("new-mark").pipe(Flag.withDefault(false))

export const csv = Flag.Boolean("csv").pipe(Flag.withDefault(false))

/** Refuses `--json` together with `--csv`: only one can be printed, and the choice would be a guess. */
export const oneForm = (given: { readonly json: boolean; readonly csv: boolean }): Effect.Effect<void, WrongInput> =>
  given.json && given.csv
    ? Effect.fail(new WrongInput({ name: "--json, --csv", expected: ["one_at_a_time"] }))
    : Effect.void

/** The names that the catalogue explains. */
type FlagName = keyof Tools["consoleHelp"]["flags"]

/** A text that may be left out. */
export const text = (name: FlagName) => Flag.String(name).pipe(Flag.optional)

/** A text that has to be there. */
export const needed = (name: FlagName) => Flag.String(name)

export const by = text("by")

export const asOf = Flag.Int("as-of")

export const amount = needed("amount")

/** The parsed value, or the refusal that names the flag. */
export const readAs = <A>(name: string, read: Result.Result<A, Expected>): Effect.Effect<A, WrongInput> =>
  Result.isSuccess(read) ? Effect.succeed(read.success) : Effect.fail(new WrongInput({ name, expected: read.failure }))
