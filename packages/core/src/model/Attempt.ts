/**
 * One creation call is one attempt: a numbered row of its payment. Until a confirm or a person says what became of the money, the attempts
 * together give the payment's state.
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
  in_flight: {},
  /** A person decided that the service did not execute it. */
  not_executed: {},
})

/**
 * The outcome of an attempt: under way, answered, or declared not executed by a person.
 *
 * ```ts
 * Schema.is(AttemptOutcome)({ _tag: "in_flight" }) // => true
 * ```
 */
export const AttemptOutcome = Schema.Union([AttemptMark, CreationAnswer])
export type AttemptOutcome = typeof AttemptOutcome.Type

/**
 * One creation call and what came of it.
 *
 * ```ts
 * const { payment } = yield* payins.create(payin)
 * const [attempt] = payment.attempts.filter(Schema.is(Attempt))
 * const call = [attempt?.number, attempt?.kind, attempt?.outcome._tag] // => [1, "pay", "accepted"]
 * ```
 */
export const Attempt = Schema.Struct({
  number: Schema.Int,
  kind: AttemptKind,
  /** It carries a code that only its caller has in memory, so no other process can send it. */
  carriesOtp: Schema.Boolean,
  startedAt: Schema.Int,
  outcome: AttemptOutcome,
})
export type Attempt = typeof Attempt.Type

/** The token of an attempt, whatever the code beside it. */
export const tokenOf = ({ outcome }: Pick<Attempt, "outcome">): CreationToken | null =>
  "token" in outcome ? outcome.token : null

/** A distinct token of a payment, known by the newest attempt that brought it. */
export interface IssuedToken {
  readonly attempt: number
  readonly token: CreationToken
}

/**
 * All issued tokens, the newest first.
 *
 * ```ts
 * const { payment } = yield* payins.create(payin)
 * issuedTokensOf(payment.attempts) // => [{ attempt: 1, token: "token-order-17-1" }]
 * ```
 */
export const issuedTokensOf = (attempts: ReadonlyArray<Attempt>): ReadonlyArray<IssuedToken> => {
  const tokens: Array<IssuedToken> = []
  for (const attempt of attempts.toReversed()) {
    const token = tokenOf(attempt)
    if (token !== null && tokens.every((issued) => issued.token !== token)) {
      tokens.push({ attempt: attempt.number, token })
    }
  }
  return tokens
}

/** The attempt under way, if any. There is never more than one. */
export const attemptInFlight = (attempts: ReadonlyArray<Attempt>): Attempt | undefined =>
  attempts.find((attempt) => attempt.outcome._tag === "in_flight")

/** Is it unknown whether this attempt moved, or will move, money? Requesting a wallet's code moves none. */
export const isUnanswered = (attempt: Attempt): boolean =>
  attempt.outcome._tag === "no_answer" && attempt.outcome.token === null && attempt.kind !== "wallet_otp_request"

/** The attempts that may have reached the service. Only these count towards call limits. */
export const sentAttempts = (attempts: ReadonlyArray<Attempt>): ReadonlyArray<Attempt> =>
  attempts.filter(({ outcome }) => outcome._tag !== "not_sent" && outcome._tag !== "turned_away")

/** How many attempts count towards giving up an unsent payment: one that was turned away does not, nor one that never began. */
export const countedAttempts = (attempts: ReadonlyArray<Attempt>): number =>
  attempts.filter(
    ({ outcome }) =>
      outcome._tag !== "turned_away" &&
      !(outcome._tag === "not_sent" && ["lease_over", "no_mark"].includes(outcome.cause)),
  ).length

/** What `stateOfAttempts` needs beside the attempts. */
export interface AttemptsContext {
  readonly rail: Rail
  /** Attempts that still count towards the limit: those since the last release of a payout. */
  readonly tries: number
  readonly maxAttempts: number
}

/** The states that attempts can add up to; `given_up` is Cancelled for a payin and Held for a payout. */
export type AttemptsState = "submitting" | "pending" | "awaiting_otp" | "in_doubt" | "refused" | "intended" | "given_up"

/** The state that the attempts add up to: the first matching rule decides. */
export const stateOfAttempts = (attempts: ReadonlyArray<Attempt>, context: AttemptsContext): AttemptsState => {
  const last = attempts.at(-1)
  if (last === undefined) return "intended"
  if (attemptInFlight(attempts) !== undefined) return "submitting"
  // No other code of the customer's mends the reasons that the service states (#142, #226 to #228).
  const refused = last.outcome._tag === "refused"
  const answered = (attempt: Attempt) => tokenOf(attempt) !== null
  if (attempts.some(answered)) {
    // A first SMS OTP request has a token, but nothing can be paid before a code is submitted and not refused (#119).
    const paying = attempts.some((each) => each.kind === "pay" && (answered(each) || isUnanswered(each)))
    if (context.rail !== "sms_otp" || paying) return "pending"
    return refused ? "refused" : "awaiting_otp"
  }
  // No customer saw a lost hosted page, so a later refusal closes the payin.
  if (attempts.some(isUnanswered) && !(refused && context.rail === "hosted")) return "in_doubt"
  if (refused) return "refused"
  const codeMayHaveCome = (attempt: Attempt) =>
    attempt.kind === "wallet_otp_request" &&
    (attempt.outcome._tag === "otp_sent" || attempt.outcome._tag === "no_answer")
  if (attempts.some(codeMayHaveCome)) return "awaiting_otp"
  if (last.outcome._tag === "not_executed") return "intended"
  // The rest was not sent or was turned away: it is safe to send again, if a program still can.
  return context.tries < context.maxAttempts && !last.carriesOtp ? "intended" : "given_up"
}
