/**
 * One creation call is one attempt: a numbered row of its payment. What all attempts of a payment add up to is its state while
 * nobody has said what became of the money.
 *
 * A creation has no idempotency key and its answer cannot be asked for again, so "unanswered" is a durable outcome of its own.
 */
import { Schema } from "effect"
import { CreationAnswer } from "./CreationAnswer.ts"
import type { CreationToken } from "./Identifiers.ts"
import { AttemptKind, type Rail } from "./ValidationMode.ts"

/** What an attempt is while, or instead of, being answered. */
export const AttemptMark = Schema.TaggedUnion({
  /** Its call is under way, or its caller died and the lease is not over yet. */
  InFlight: {},
  /** A person ruled that the service did not execute it. */
  NotExecuted: {},
})

/** Where an attempt stands: under way, answered, or declared not executed by a person. */
export const AttemptOutcome = Schema.Union([AttemptMark, CreationAnswer])
export type AttemptOutcome = typeof AttemptOutcome.Type

/** One creation call and what came of it. */
export const Attempt = Schema.Struct({
  number: Schema.Int,
  kind: AttemptKind,
  /** It carries a code that lives in its caller's memory only, so nobody else can send it. */
  carriesOtp: Schema.Boolean,
  startedAt: Schema.Int,
  outcome: AttemptOutcome,
})
export type Attempt = typeof Attempt.Type

/** The token of an attempt, whatever the code beside it. */
export const tokenOf = ({ outcome }: Pick<Attempt, "outcome">): CreationToken | null =>
  "token" in outcome ? outcome.token : null

/** A distinct token of a payment, known by the newest attempt that brought it. */
export interface Handle {
  readonly attempt: number
  readonly token: CreationToken
}

/** All handles, the newest first. */
export const handlesOf = (attempts: ReadonlyArray<Attempt>): ReadonlyArray<Handle> => {
  const handles: Array<Handle> = []
  for (const attempt of attempts.toReversed()) {
    const token = tokenOf(attempt)
    if (token !== null && handles.every((handle) => handle.token !== token)) {
      handles.push({ attempt: attempt.number, token })
    }
  }
  return handles
}

/** The attempt under way, if any. There is never more than one. */
export const inFlight = (attempts: ReadonlyArray<Attempt>): Attempt | undefined =>
  attempts.find((attempt) => attempt.outcome._tag === "InFlight")

/** Nobody knows whether this attempt moved, or will move, money. The sending of a wallet's code moves none. */
export const isUnanswered = (attempt: Attempt): boolean =>
  attempt.outcome._tag === "NoAnswer" && attempt.outcome.token === null && attempt.kind !== "WalletOtpRequest"

/** The attempts of which something may have reached the service. Only these count where calls are limited. */
export const sentOf = (attempts: ReadonlyArray<Attempt>): ReadonlyArray<Attempt> =>
  attempts.filter(({ outcome }) => outcome._tag !== "NotSent" && outcome._tag !== "TurnedAway")

/** Attempts that used up one of the tries before a payment is given up unsent: being turned away at the door does not. */
export const triesOf = (attempts: ReadonlyArray<Attempt>): number =>
  attempts.filter((attempt) => attempt.outcome._tag !== "TurnedAway").length

/** What `rest` needs to know of the payment beside its attempts. */
export interface RestContext {
  readonly rail: Rail
  /** Attempts that still count towards the limit: those since the last release of a payout. */
  readonly tries: number
  readonly maxAttempts: number
}

/** The states that attempts can add up to; `GivenUp` is Cancelled for a payin and Held for a payout. */
export type Rest = "Submitting" | "Pending" | "AwaitingOtp" | "InDoubt" | "Refused" | "Intended" | "GivenUp"

/** The state that the attempts add up to: the first rule that fits. */
export const rest = (attempts: ReadonlyArray<Attempt>, context: RestContext): Rest => {
  const last = attempts.at(-1)
  if (last === undefined) return "Intended"
  if (inFlight(attempts) !== undefined) return "Submitting"
  // The reasons that the service states are none that another code of the customer's mends (#142, #226 to #228).
  const refused = last.outcome._tag === "Refused"
  const answered = (attempt: Attempt) => tokenOf(attempt) !== null
  if (attempts.some(answered)) {
    // A first SMS OTP request has a handle, but nothing can be paid before a code is submitted and not refused (#119).
    const paying = attempts.some((each) => each.kind === "Pay" && (answered(each) || isUnanswered(each)))
    if (context.rail !== "SmsOtp" || paying) return "Pending"
    return refused ? "Refused" : "AwaitingOtp"
  }
  // Nobody was shown a lost hosted page, so a later refusal closes the payin.
  if (attempts.some(isUnanswered) && !(refused && context.rail === "Hosted")) return "InDoubt"
  if (refused) return "Refused"
  const codeMayHaveCome = (attempt: Attempt) =>
    attempt.kind === "WalletOtpRequest" && (attempt.outcome._tag === "OtpSent" || attempt.outcome._tag === "NoAnswer")
  if (attempts.some(codeMayHaveCome)) return "AwaitingOtp"
  if (last.outcome._tag === "NotExecuted") return "Intended"
  // What is left was not sent or was turned away: it is safe to send again, if anybody still can.
  return context.tries < context.maxAttempts && !last.carriesOtp ? "Intended" : "GivenUp"
}
