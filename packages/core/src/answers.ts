/**
 * How the answer of a creation call enters its payment, in time or late. An answer is never lost: it is saved on its attempt
 * whatever else has happened to the payment meanwhile.
 */
import { type Attempt, tokenOf } from "./Attempt.ts"
import { CreationAnswer } from "./CreationAnswer.ts"
import type { PaymentEvent, RestTag } from "./Event.ts"
import { PaymentEvent as Events } from "./Event.ts"
import type { FlagKind } from "./Flag.ts"
import { evolveAttempts } from "./Life.ts"
import { isFinal, type Payment, restOf } from "./Payment.ts"
import type { PolicyShape } from "./PolicyShape.ts"
import { modeTraits } from "./ValidationMode.ts"
import { needsCallersOtp } from "./Watch.ts"

/** Raises a flag, unless this kind and subject was raised before. */
export const flagged = (payment: Payment, kind: FlagKind, subject: string): ReadonlyArray<PaymentEvent> =>
  payment.flags.some((flag) => flag.kind === kind && flag.subject === subject)
    ? []
    : [Events.cases.Flagged.make({ kind, subject })]

const needsUrl = (payment: Payment): boolean => {
  const { kind, method } = payment.content
  return kind === "payin" && modeTraits[method._tag === "Direct" ? method.mode : method._tag].opensUrl
}

/** The flags that an answer raises by itself. */
const flagsOfAnswer = (
  payment: Payment,
  attempt: Attempt,
  answer: CreationAnswer,
  noted: boolean,
): ReadonlyArray<PaymentEvent> => {
  const subject = String(attempt.number)
  const token = answer._tag === "Accepted" || answer._tag === "NoAnswer" ? answer.token : null
  const unanswered = answer._tag === "NoAnswer" && token === null && attempt.kind !== "WalletOtpRequest"
  return [
    ...(answer._tag === "NoAnswer" && answer.cause === "TokenMissing"
      ? flagged(payment, "AcceptedWithoutToken", subject)
      : []),
    ...(unanswered && payment._tag === "Payin" ? flagged(payment, "Unanswered", subject) : []),
    ...(noted && token === null ? flagged(payment, "CallbackWithoutToken", subject) : []),
  ]
}

/** Where a payment goes that nobody will send again by himself. */
const givenUp = (payment: Payment): PaymentEvent =>
  payment._tag === "Payin"
    ? Events.cases.Cancelled.make({ because: needsCallersOtp(payment) ? "CodeUnsent" : "Attempts", by: null })
    : Events.cases.Held.make({ because: "Attempts" })

const answerEvent = (attempt: Attempt, answer: CreationAnswer, to: RestTag): PaymentEvent => {
  const number = attempt.number
  switch (answer._tag) {
    case "Accepted":
      return attempt.kind === "Pay"
        ? Events.cases.Accepted.make({ attempt: number, token: answer.token, url: answer.url, to })
        : Events.cases.OtpRequested.make({ attempt: number, token: answer.token, to })
    case "OtpSent":
      return Events.cases.OtpRequested.make({ attempt: number, token: null, to })
    case "Refused":
      return Events.cases.AttemptRefused.make({ attempt: number, reason: answer.reason, to })
    case "TurnedAway":
    case "NotSent":
      return Events.cases.AttemptNotSent.make({ attempt: number, answer, to })
    case "NoAnswer": {
      const { _tag, ...told } = answer
      return Events.cases.AttemptUnanswered.make({ ...told, attempt: number, to })
    }
  }
}

/** The refusal in which the attempts rest: with a late answer it is another one's than the answer's own. */
const refusedBy = (attempts: ReadonlyArray<Attempt>): PaymentEvent => {
  const refusals = attempts.flatMap(({ outcome }) => (outcome._tag === "Refused" ? [{ reason: outcome.reason }] : []))
  return Events.cases.Refused.make({ ...refusals.at(-1) })
}

const attemptsAfter = (payment: Payment, attempt: Attempt, answer: CreationAnswer) =>
  evolveAttempts(payment.attempts, Events.cases.AnsweredLate.make({ attempt: attempt.number, answer, to: null }), 0)

const inTime = (
  payment: Payment,
  attempt: Attempt,
  answer: CreationAnswer,
  noted: boolean,
  policy: PolicyShape,
): ReadonlyArray<PaymentEvent> => {
  const attempts = attemptsAfter(payment, attempt, answer)
  const resting = restOf(payment, attempts, policy)
  const to = resting === "GivenUp" || resting === "Submitting" ? "Intended" : resting
  // A payin that a refused retry leaves in doubt was said to be so before; a payout is never tried again while it is in doubt.
  const news = answer._tag === "NoAnswer" || payment._tag === "Payout"
  const noUrl = answer._tag === "Accepted" && answer.url === null && needsUrl(payment)
  return [
    answerEvent(attempt, answer, to),
    ...(to === "Refused" ? [refusedBy(attempts)] : []),
    ...(to === "InDoubt" && news ? [Events.cases.InDoubt.make({})] : []),
    ...(resting === "GivenUp" ? [givenUp(payment)] : []),
    ...(noUrl ? flagged(payment, "NoPaymentUrl", String(attempt.number)) : []),
    ...flagsOfAnswer(payment, attempt, answer, noted),
  ]
}

const late = (
  payment: Payment,
  attempt: Attempt,
  answer: CreationAnswer,
  noted: boolean,
  policy: PolicyShape,
): ReadonlyArray<PaymentEvent> => {
  const news =
    answer._tag !== "NoAnswer" ||
    answer.token !== null ||
    (answer.cause === "TokenMissing" && attempt.outcome._tag === "NotExecuted")
  if (!news) return flagsOfAnswer(payment, attempt, answer, false)
  // The customer has long left the page that this address belongs to.
  const kept =
    answer._tag === "Accepted" ? CreationAnswer.cases.Accepted.make({ token: answer.token, url: null }) : answer
  const attempts = attemptsAfter(payment, attempt, kept)
  const resting = restOf(payment, attempts, policy)
  const state = payment.state._tag
  const backToSending = resting === "Intended" || resting === "GivenUp"
  const stands =
    resting === "Submitting" ||
    state === "Expired" ||
    state === "Completed" ||
    state === "NotCompleted" ||
    ((state === "Cancelled" || state === "Held") && backToSending)
  const to = stands ? null : backToSending ? "Intended" : resting
  // A person ruled while this answer was missing: on the attempt itself, or on the whole payment.
  const decided = attempt.outcome._tag === "NotExecuted" || (payment.decidedAt !== null && isFinal(payment))
  const closes = payment.flags.some(
    (flag) => flag.kind === "Unanswered" && flag.subject === String(attempt.number) && flag.closed === null,
  )
  return [
    Events.cases.AnsweredLate.make({ attempt: attempt.number, answer: kept, to }),
    ...(to === "Refused" && state !== "Refused" ? [refusedBy(attempts)] : []),
    ...(to === "InDoubt" && state !== "InDoubt" ? [Events.cases.InDoubt.make({})] : []),
    ...(to !== null && resting === "GivenUp" ? [givenUp(payment)] : []),
    ...(decided ? flagged(payment, "LateAnswer", String(attempt.number)) : []),
    ...(closes && (answer._tag !== "NoAnswer" || answer.token !== null)
      ? [
          Events.cases.FlagClosed.make({
            kind: "Unanswered",
            subject: String(attempt.number),
            by: "cauri",
            reason: "The service's answer arrived.",
          }),
        ]
      : []),
    ...flagsOfAnswer(payment, attempt, kept, noted),
  ]
}

/**
 * The events by which an answer enters its payment (rows P4 to P8 and P18, O4 to O8). `noted`: a callback came for this attempt.
 * An attempt that is answered already takes no second answer, and neither does one that has a token: no token is given up.
 */
export const answerEvents = (
  payment: Payment,
  number: number,
  answer: CreationAnswer,
  noted: boolean,
  policy: PolicyShape,
): ReadonlyArray<PaymentEvent> => {
  const attempt = payment.attempts.find((each) => each.number === number)
  if (attempt === undefined) return []
  if (attempt.outcome._tag === "InFlight") return inTime(payment, attempt, answer, noted, policy)
  const missing = attempt.outcome._tag === "NoAnswer" && tokenOf(attempt) === null
  return missing || attempt.outcome._tag === "NotExecuted" ? late(payment, attempt, answer, noted, policy) : []
}
