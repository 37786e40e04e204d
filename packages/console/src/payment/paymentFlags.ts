/** The arguments that name one payment, and those that show its masked data. */
import { Effect, Option, Result } from "effect"
import { Argument, Flag } from "effect/cli"
import type { PaymentKey } from "@cauri/core"
import { recordReveal } from "../deeds/recordDeed.ts"
import { OwnPlace, whoDecides } from "../deeds/who.ts"
import { by, text } from "../terminal/flags.ts"
import { WrongInput } from "../words/WrongInput.ts"
import { find, readWanted } from "./find.ts"

export const payment = {
  id: Argument.String("id"),
  kind: Flag.Literals("kind", ["payin", "payout"]).pipe(Flag.optional),
  project: text("project"),
}

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

/** Records a reveal if one is asked for; returns null otherwise. */
export const revealOf = Effect.fnUntraced(function* (
  key: PaymentKey,
  given: { readonly reveal: boolean; readonly by: Option.Option<string>; readonly reason: Option.Option<string> },
) {
  if (!given.reveal) return null
  const reason = Option.getOrElse(given.reason, () => "")
  const by = yield* whoDecides({ by: given.by, reason })
  return yield* recordReveal(key, { by, from: yield* OwnPlace, reason })
})
