/**
 * What the answer of a creation call, in time or late, means for its payment: the guards and events of its rows. An answer is never lost:
 * it is saved on its attempt whatever else has happened to the payment.
 */
import { Struct } from "effect"
import { type Attempt, isUnanswered, tokenOf } from "../model/Attempt.ts"
import { CallFailure } from "../model/CallFailure.ts"
import { payinRailOf, railOf } from "../model/Content.ts"
import { CreationAnswer } from "../model/CreationAnswer.ts"
import { type EventTag, PaymentEvent, type AnsweredStateTag } from "../model/Event.ts"
import { withOutcome } from "../model/common.ts"
import type { StimulusOf } from "../model/stimulus.ts"
import { isFinal, attemptsState } from "../model/Payment.ts"
import type { PaymentRecord } from "../model/PaymentRecord.ts"
import type { PolicyShape } from "../model/Policy.ts"
import { modeTraits } from "../model/ValidationMode.ts"
import { type Facts, flagOnce } from "./table.ts"

type Answered = Facts<StimulusOf<"Answered">>

const events = PaymentEvent.cases

/** The answer as the merchant reads it: a learnt sub-code of a call that brought neither a token nor a callback is final. */
export const asLearnt = (
  stimulus: StimulusOf<"Answered">,
  { notes, payment }: PaymentRecord,
  { merchant }: PolicyShape,
): StimulusOf<"Answered"> => {
  const { answer, attempt } = stimulus
  const made = payment.attempts.find(({ number }) => number === attempt)
  if (
    made === undefined ||
    made.kind === "wallet_otp_request" ||
    answer._tag !== "no_answer" ||
    answer.cause !== "unrecognised_code"
  )
    return stimulus
  const tag = merchant.subCodes[railOf(payment.content)]?.[answer.code]
  if (tag === undefined || answer.token !== null || notes.some((note) => note.attempt === attempt)) return stimulus
  const reason = CallFailure.cases[tag].make(Struct.omit(answer, ["_tag", "cause", "token", "evidence"]))
  return { ...stimulus, answer: CreationAnswer.cases.refused.make({ reason }) }
}

const attemptOf = ({ stimulus, was }: Answered): Attempt | undefined =>
  was.attempts.find(({ number }) => number === stimulus.attempt)

/** Was its call still under way? */
const inTime = (facts: Answered): boolean => attemptOf(facts)?.outcome._tag === "in_flight"

/** Had the attempt been given up? One with a token takes no second answer: no token is given up. */
const isLate = (facts: Answered): boolean => {
  const attempt = attemptOf(facts)
  if (attempt === undefined) return false
  const { stimulus, was } = facts
  // The service tells no two attempts apart for which it gives one token by our id.
  if (stimulus.isFound === true && was.attempts.some((each) => tokenOf(each) === tokenOf({ outcome: stimulus.answer })))
    return false
  return attempt.outcome._tag === "not_executed" || (attempt.outcome._tag === "no_answer" && tokenOf(attempt) === null)
}

/** A late answer that says something new. "No answer", once more, does not. */
const isLateNews = (facts: Answered): boolean => {
  if (!isLate(facts)) return false
  const { answer } = facts.stimulus
  if (answer._tag !== "no_answer" || answer.token !== null) return true
  return answer.cause === "token_missing" && attemptOf(facts)?.outcome._tag === "not_executed"
}

const isExpected = (facts: Answered): boolean => inTime(facts) || isLate(facts)

/** The answer as it is stored. The customer left the page of a late address long ago. */
const kept = (facts: Answered): CreationAnswer => {
  const { answer } = facts.stimulus
  return answer._tag === "accepted" && !inTime(facts)
    ? CreationAnswer.cases.accepted.make({ token: answer.token, url: null })
    : answer
}

const attemptsWith = (facts: Answered) => withOutcome(facts.was.attempts, facts.stimulus.attempt, kept(facts))

const restWith = (facts: Answered) => attemptsState(facts.was, attemptsWith(facts), facts.policy)

/** The state of the attempts with this answer. One that is given up counts as intended first, and a later row gives it up. */
const restTag = (facts: Answered): AnsweredStateTag => {
  const resting = restWith(facts)
  return resting === "given_up" || resting === "submitting" ? "intended" : resting
}

/** The state to which a late answer moves the payment; null: the state stays. */
const lateTo = (facts: Answered): AnsweredStateTag | null => {
  const { was } = facts
  const resting = restWith(facts)
  const isOver = was.state._tag === "expired" || isFinal(was)
  const backToSending = resting === "intended" || resting === "given_up"
  const isStopped = was.state._tag === "cancelled" || was.state._tag === "held"
  // What is known of one call says nothing about those that a restored store has forgotten.
  if (was.restoredAt !== null && (backToSending || resting === "refused")) return null
  return resting === "submitting" || isOver || (isStopped && backToSending) ? null : restTag(facts)
}

const eventOf = (facts: Answered): PaymentEvent => {
  const { answer, attempt } = facts.stimulus
  const to = restTag(facts)
  switch (answer._tag) {
    case "accepted":
      return attemptOf(facts)?.kind === "pay"
        ? events.accepted.make({ attempt, token: answer.token, url: answer.url, to })
        : events.otp_requested.make({ attempt, token: answer.token, to })
    case "otp_sent":
      return events.otp_requested.make({ attempt, token: null, to })
    case "refused":
      return events.attempt_refused.make({ attempt, reason: answer.reason, to })
    case "turned_away":
    case "not_sent":
      return events.attempt_not_sent.make({ attempt, answer, to })
    case "no_answer": {
      const { _tag, ...details } = answer
      return events.attempt_unanswered.make({ ...details, attempt, to })
    }
  }
}

type EventOf<Tag extends EventTag> = Extract<PaymentEvent, { readonly _tag: Tag }>

const isTagged =
  <Tag extends EventTag>(tag: Tag) =>
  (event: PaymentEvent): event is EventOf<Tag> =>
    event._tag === tag

/** The end of an attempt whose answer came in time, where it is this event. */
export const answeredInTime =
  <Tag extends EventTag>(tag: Tag) =>
  (facts: Answered): ReadonlyArray<EventOf<Tag>> =>
    (inTime(facts) ? [eventOf(facts)] : []).filter(isTagged(tag))

const late = (facts: Answered, to: AnsweredStateTag | null) =>
  events.answered_late.make({ attempt: facts.stimulus.attempt, answer: kept(facts), to })

export const lateAnswerMovingState = (facts: Answered) => {
  const to = isLateNews(facts) ? lateTo(facts) : null
  return to === null ? [] : late(facts, to)
}

export const lateAnswerKeepingState = (facts: Answered) =>
  isLateNews(facts) && lateTo(facts) === null ? late(facts, null) : []

/** Did this answer lead to the payment's current state? */
export const ledToCurrentState = ({ is, was }: Facts): boolean => is.state._tag !== was.state._tag

/** Does the answer newly leave a payin in doubt? A refused retry of one in doubt is no news. */
export const isNewlyInDoubt = (facts: Answered): boolean =>
  ledToCurrentState(facts) &&
  (facts.stimulus.answer._tag === "no_answer" || !inTime(facts) || !facts.was.attempts.some(isUnanswered))

/** The refusal that the attempts add up to; a late answer may end in the refusal of another attempt. */
export const refusal = ({ is }: Answered) => {
  const refusals = is.attempts.flatMap(({ outcome }) =>
    outcome._tag === "refused" ? [{ reason: outcome.reason }] : [],
  )
  return events.refused.make({ ...refusals.at(-1) })
}

/** Are all tries used up, or did only the caller have the customer's code? */
export const isGivenUp = ({ is, policy, was }: Answered): boolean =>
  is.seq > was.seq && attemptsState(is, is.attempts, policy) === "given_up"

/** Did the service take it without an address, where the customer needs one? */
export const lacksPaymentUrl = (facts: Answered): boolean => {
  const { is, stimulus } = facts
  if (is._tag !== "Payin" || !inTime(facts)) return false
  const { answer } = stimulus
  return modeTraits[payinRailOf(is.content)].opensUrl && answer._tag === "accepted" && answer.url === null
}

/** Did a person decide without this answer, about its attempt or about the whole payment? */
export const cameAfterDecision = (facts: Answered): boolean =>
  isLateNews(facts) &&
  (attemptOf(facts)?.outcome._tag === "not_executed" || (facts.was.decidedAt !== null && isFinal(facts.was)))

/** The service took it and gave no token. */
export const acceptedWithoutToken = (facts: Answered): boolean => {
  const { answer } = facts.stimulus
  return isExpected(facts) && answer._tag === "no_answer" && answer.cause === "token_missing"
}

/** Is the outcome of an attempt unknown that may have moved money? */
export const isOutcomeUnknown = (facts: Answered): boolean => {
  const { answer } = facts.stimulus
  const maySpend = attemptOf(facts)?.kind !== "wallet_otp_request"
  return isExpected(facts) && answer._tag === "no_answer" && answer.token === null && maySpend
}

/** Does it say what became of an attempt that is flagged as unanswered? */
export const answersFlaggedAttempt = (facts: Answered): boolean => {
  const { attempt, answer } = facts.stimulus
  const isFlagged = facts.was.flags.some(
    ({ closed, kind, subject }) => kind === "unanswered" && subject === String(attempt) && closed === null,
  )
  return isFlagged && isLateNews(facts) && (answer._tag !== "no_answer" || answer.token !== null)
}

export const flagAttempt = (kind: Parameters<typeof flagOnce>[1]) => (facts: Answered) =>
  flagOnce(facts.is, kind, String(facts.stimulus.attempt))
