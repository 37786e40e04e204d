/**
 * Flags and arguments that several commands share.
 */
import { Effect, Option, Result } from "effect"
import { Argument, Flag } from "effect/cli"
import type { Tools } from "@cauri/catalogue/tools"
import { find, readWanted } from "../payments/find.ts"
import { type Expected, WrongInput } from "../payments/who.ts"

/** `--json`. */
export const json = Flag.Boolean("json").pipe(Flag.withDefault(false))

/** `--new-mark`. */
export const newMark = Flag.Boolean("new-mark").pipe(Flag.withDefault(false))

/** `--csv`. */
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

/** `--by`. */
export const by = text("by")

/** `--as-of`. */
export const asOf = Flag.Int("as-of")

/** `--amount`. */
export const amount = needed("amount")

/** The arguments that name one payment. */
export const payment = {
  id: Argument.String("id"),
  kind: Flag.Literals("kind", ["payin", "payout"]).pipe(Flag.optional),
  project: text("project"),
}

/** `--reveal` and its reason. */
export const reveal = {
  reveal: Flag.Boolean("reveal").pipe(Flag.withDefault(false)),
  reason: text("reason"),
  by,
}

/** The payment that the arguments mean. */
export const paymentOf = Effect.fnUntraced(function* (input: {
  readonly id: string
  readonly kind: Option.Option<string>
  readonly project: Option.Option<string>
}) {
  const flags = { kind: Option.getOrUndefined(input.kind), project: Option.getOrUndefined(input.project) }
  const wanted = readWanted(input.id, flags)
  if (Result.isFailure(wanted)) return yield* new WrongInput({ name: "<id>", expected: wanted.failure })
  return yield* find(wanted.success)
})

/** The parsed value, or the refusal that names the flag. */
export const readAs = <A>(name: string, read: Result.Result<A, Expected>): Effect.Effect<A, WrongInput> =>
  Result.isSuccess(read) ? Effect.succeed(read.success) : Effect.fail(new WrongInput({ name, expected: read.failure }))
