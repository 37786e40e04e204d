/**
 * Flags and arguments that several commands share.
 */
import { Effect, Option, Result } from "effect"
import { Argument, Flag } from "effect/cli"
import { find, readWanted } from "../find.ts"
import { WrongInput } from "../who.ts"

/** `--json`. */
export const json = Flag.Boolean("json").pipe(Flag.withDefault(false))

/** `--csv`. */
export const csv = Flag.Boolean("csv").pipe(
  
  Flag.withDefault(false),
)

/** Refuses `--json` together with `--csv`: only one can be printed, and the choice would be a guess. */
export const oneForm = (given: { readonly json: boolean; readonly csv: boolean }): Effect.Effect<void, WrongInput> =>
  given.json && given.csv
    ? Effect.fail(
        new WrongInput({
          name: "--json and --csv",
          expected: "asked for one at a time: leave --csv away for JSON, --json for CSV",
        }),
      )
    : Effect.void

/** A text that may be left out. */
export const text = (name: string, description: string, metavar = "text") =>
  Flag.String(name).pipe(Flag.optional)

/** A text that has to be there. */
export const needed = (name: string, description: string, metavar = "text") =>
  Flag.String(name)

/** `--by`. */
export const by = text("by", "Who does it; CONSOLE_USER otherwise", "name")

/** `--as-of`. */
export const asOf = Flag.Int("as-of")

/** `--amount`. */
export const amount = needed("amount", "The amount in XOF, typed again", "amount")

/** The arguments that name one payment. */
export const payment = {
  id: Argument.String("id"),
  kind: Flag.Literals("kind", ["payin", "payout"]).pipe(
    
    Flag.optional,
  ),
  project: text("project", "Which project, where several have this id", "project"),
}

/** `--reveal` and its reason. */
export const reveal = {
  reveal: Flag.Boolean("reveal").pipe(
    
    Flag.withDefault(false),
  ),
  reason: text("reason", "Why they have to be seen (with --reveal)"),
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
  if (Result.isFailure(wanted)) return yield* new WrongInput({ name: "The payment", expected: wanted.failure })
  return yield* find(wanted.success)
})

/** The parsed value, or the refusal that names the flag. */
export const readAs = <A>(name: string, read: Result.Result<A, string>): Effect.Effect<A, WrongInput> =>
  Result.isSuccess(read) ? Effect.succeed(read.success) : Effect.fail(new WrongInput({ name, expected: read.failure }))
