/**
 * What one confirm round proves about its payment: the guards and events of its rows. One round asks about every token, the newest first.
 *
 * Spec: status records (#79 to #110), states (#112 to #122), Events rule 4 (#205 to #207).
 */
import { issuedTokensOf, isUnanswered, tokenOf } from "../model/Attempt.ts"
import { counterparty, railOf } from "../model/Content.ts"
import { openFlags, PaymentEvent } from "../model/Event.ts"
import { storableText } from "../model/Identifiers.ts"
import type { TokenReply, Observation } from "../model/Observation.ts"
import type { Payin } from "../model/Payin.ts"
import { closedAt, deadlineOf, lastStartedAt, type Payment, scheduleOf } from "../model/Payment.ts"
import {
  type TokenMemory,
  isTokenLost,
  calledBackWithoutToken,
  tokenMemoryOf,
  type PaymentRecord,
} from "../model/PaymentRecord.ts"
import type { Payout } from "../model/Payout.ts"
import { feesOn, later, millis, type PolicyShape } from "../model/Policy.ts"
import type { StimulusOf } from "../model/stimulus.ts"
import { type Facts, flagOnce } from "./table.ts"

export const observed = (replies: ReadonlyArray<TokenReply>): ReadonlyArray<Observation> =>
  replies.flatMap((reply) => (reply._tag === "Observed" ? [reply.observation] : []))

/** The records that say that money moved. */
const completions = (replies: ReadonlyArray<TokenReply>): ReadonlyArray<Observation> =>
  observed(replies).filter(({ record }) => record.status === "completed")

/**
 * Does a payin's `external_id` name this payin? The service joins several values in it (#90), so it must only contain our id. What becomes
 * of a hosted payin's own `external_id` is unknown, so that one counts as well (#43).
 */
const externalIdIsOurs = ({ content }: Payin, { record }: Observation): boolean => {
  const own = content.method.type === "hosted" ? content.method.externalId : undefined
  return [content.id, own].some((id) => id !== undefined && record.externalId.includes(id))
}

/**
 * Is a record about this payment? A payout's names its token, a payin's may name our id (#82, #104). Without our reference it is another's
 * where another number has paid.
 */
const referenceIsOurs = (payment: Payment, observation: Observation): boolean => {
  const { record } = observation
  if (payment._tag === "Payout") return record.tokenIsOurs
  if (record.transactionId !== null) return record.transactionId === payment.content.id
  return externalIdIsOurs(payment, observation) || !anotherPaid(payment, observation)
}

/** Did another number pay than that of a direct payin? Not known where the record has none, or hides a part of it. */
const anotherPaid = ({ content }: Payin, { record: { payer } }: Observation): boolean => {
  const digits = payer?.replaceAll(/[ +]/g, "") ?? ""
  const customer = content.method.type === "direct" ? counterparty(content) : null
  return customer !== null && /^[0-9]{8,}$/.test(digits) && digits.slice(-8) !== customer.slice(-8)
}

/** Is the amount the expected one, or above it by no more than the fees that the customer pays? */
const amountFits = (payin: Payin, { record }: Observation, policy: PolicyShape): boolean => {
  const expected = payin.content.amount
  const most = expected + feesOn(policy, payin.content.project, railOf(payin.content), expected)
  return record.amount !== null && record.amount >= expected && record.amount <= most
}

/** Do two tokens stand for one transaction of the service? */
const sameCollection = (one: TokenMemory, other: TokenMemory): boolean =>
  (one.operatorReference !== "" && one.operatorReference === other.operatorReference) ||
  (one.requestId !== "" && one.requestId === other.requestId)

/** The transactions of this payment that a round found completed, each once however many tokens it has. */
export const collections = ({ payment, tracking }: PaymentRecord, replies: ReadonlyArray<TokenReply>) =>
  completions(replies)
    .filter((each) => referenceIsOurs(payment, each))
    .map(({ attempt }) => tokenMemoryOf(tracking, attempt))
    .filter((one, index, all) => !all.slice(0, index).some((other) => sameCollection(one, other)))

export const sameToken = (payment: Payment, one: number, other: number): boolean => {
  const tokens = payment.attempts.flatMap((each) =>
    each.number === one || each.number === other ? [tokenOf(each)] : [],
  )
  return one === other || (tokens.length === 2 && tokens[0] === tokens[1])
}

/** Has every token answered `not_completed`, with no failed confirm, and is there no attempt that only the service knows the fate of? */
export const allFailed = (
  { notes, payment }: Pick<PaymentRecord, "notes" | "payment">,
  replies: ReadonlyArray<TokenReply>,
): boolean =>
  replies.length > 0 &&
  observed(replies).length === replies.length &&
  observed(replies).every((each) => each.record.status === "not_completed" && referenceIsOurs(payment, each)) &&
  !payment.attempts.some(isUnanswered) &&
  calledBackWithoutToken({ notes, payment }).length === 0

type Confirmed<P extends Payment = Payment> = Facts<StimulusOf<"Confirmed">, P>

const events = PaymentEvent.cases

const fits = (facts: Confirmed, each: Observation): boolean =>
  referenceIsOurs(facts.was, each) && (facts.was._tag === "Payout" || amountFits(facts.was, each, facts.policy))

/** Is the subject of a flag the key of another payment? Otherwise it is the number of an attempt. */
const namesPayment = (subject: string): boolean => !/^[0-9]+$/.test(subject)

/** Has another payment a token of it, and did no person look yet? What the service says of that token is about one of both. */
export const sharesToken = ({ flags }: Payment): boolean =>
  openFlags(flags).some(({ kind, subject }) => kind === "reference_mismatch" && namesPayment(subject))

/** Completes the payment by the newest record that says so, names it and has the expected amount. */
export const completed = (facts: Confirmed) =>
  completions(facts.stimulus.replies)
    .filter((each) => fits(facts, each) && !sharesToken(facts.is))
    .slice(0, 1)
    .map((observation) => events.completed.make({ observation, late: closedAt(facts.was) !== null }))

/** Records that are no longer pending and belong to another payment. */
export const foreignRecords = ({ is, stimulus }: Confirmed) =>
  observed(stimulus.replies)
    .filter((each) => each.record.status !== "pending" && !referenceIsOurs(is, each))
    .flatMap((each) => flagOnce(is, "reference_mismatch", String(each.attempt)))

/** Records that say completed of a payin, with another amount. */
export const otherAmounts = ({ is, policy, stimulus }: Confirmed<Payin>) =>
  completions(stimulus.replies)
    .filter((each) => referenceIsOurs(is, each) && !amountFits(is, each, policy))
    .flatMap(({ attempt, record: { amount, leastAmount } }) =>
      flagOnce(is, "amount_mismatch", String(attempt), amount ?? leastAmount),
    )

export const hasFailed = ({ is, record, stimulus }: Confirmed): boolean =>
  !sharesToken(is) && allFailed(record, stimulus.replies)

/** The end of a payment that has failed, with the newest words that the service has for it. */
export const notCompleted = ({ stimulus }: Confirmed) => {
  const detail = observed(stimulus.replies).flatMap(({ record }) => record.detail ?? [])[0]
  return events.not_completed.make(detail === undefined ? {} : { detail })
}

/** Does every token say so, and did they first agree on it long enough ago? */
export const hasFailedAgain = (facts: Confirmed<Payout>): boolean => {
  const first = facts.before.agreedAt
  const starts = observed(facts.stimulus.replies).map(({ startedAt }) => startedAt)
  return (
    first !== null &&
    hasFailed(facts) &&
    Math.min(...starts) - first >= millis(facts.policy.limits.payoutFailureAgreement)
  )
}

/** Has the deadline passed, and did every token, and every attempt that was looked up, answer a question that began after it? */
export const isExpired = ({ now, policy, stimulus, was, tracking }: Confirmed<Payin>): boolean => {
  const deadline = deadlineOf(was, policy) ?? Infinity
  const answeredAfter = (reply: TokenReply) =>
    (reply._tag === "Observed" && reply.observation.startedAt >= deadline) ||
    (reply._tag === "LookedUp" && reply.startedAt >= deadline) ||
    // A lost token counts as answered only when the service has just said so, not while confirms fail.
    (reply._tag === "NotFound" && reply.startedAt >= deadline && isTokenLost(tracking, reply.attempt, policy))
  return now >= deadline && stimulus.replies.every(answeredAfter)
}

/** The levels of service that an open payout has passed. */
export const overdueFlags = ({ is, now, policy }: Confirmed<Payout>) =>
  scheduleOf(is, policy).overdueAfter.flatMap((level, index) =>
    now >= later(lastStartedAt(is), level) ? flagOnce(is, "overdue", String(index + 1)) : [],
  )

/** The attempt that completed a payment; null: a person's decision did; undefined: it is not completed. */
const completedBy = ({ state }: Payment) => ("attempt" in state ? state.attempt : undefined)

/** The first completion that the service shows of a payment that a person had decided was completed. */
export const completionSeen = ({ is, stimulus }: Confirmed) =>
  completedBy(is) === null
    ? completions(stimulus.replies)
        .slice(0, 1)
        .map(({ attempt }) => events.completion_seen.make({ attempt }))
    : []

/** Tokens other than the completing one that moved money of their own. */
export const secondTransfers = ({ is, stimulus, tracking }: Confirmed) => {
  const first = completedBy(is) ?? null
  if (first === null) return []
  const kind = is._tag === "Payin" ? "double_collection" : "double_payout"
  return completions(stimulus.replies)
    .filter(({ attempt }) => !sameToken(is, first, attempt))
    .filter(({ attempt }) => !sameCollection(tokenMemoryOf(tracking, first), tokenMemoryOf(tracking, attempt)))
    .flatMap(({ attempt }) => flagOnce(is, kind, `attempt ${attempt}`))
}

/** Contradictions of a final state that the service repeats. */
export const contradictions = ({ is, policy, stimulus, tracking }: Confirmed) => {
  const kind = completedBy(is) === undefined ? "completed_after_not_completed" : "terminal_contradiction"
  return observed(stimulus.replies).flatMap(({ attempt, startedAt }) => {
    const since = tokenMemoryOf(tracking, attempt).contradictedAt
    const isRepeated = since !== null && startedAt - since >= millis(policy.limits.contradictionAgreement)
    return isRepeated ? flagOnce(is, kind, String(attempt)) : []
  })
}

/** Statuses that the specification does not have. A service that invents one at every confirm needs a look, and not a flag for each. */
export const unknownStatuses = ({ is, policy, stimulus }: Confirmed) => {
  const unknown = new Set(
    observed(stimulus.replies).flatMap(({ record }) =>
      record.unknownStatus === null ? [] : [storableText(record.unknownStatus, 40)],
    ),
  )
  const raised = is.flags.filter((flag) => flag.kind === "unknown_status").length
  const left = Math.max(0, policy.limits.maxUnknownStatuses - raised)
  return [...unknown].slice(0, left).flatMap((status) => flagOnce(is, "unknown_status", status))
}

/** Records of a payin whose `external_id` does not name it. */
export const foreignIds = ({ is, stimulus }: Confirmed<Payin>) =>
  observed(stimulus.replies)
    .filter((each) => each.record.externalId !== "" && !externalIdIsOurs(is, each))
    .flatMap((each) => flagOnce(is, "external_id_mismatch", String(each.attempt)))

/** Tokens of an open payment that the service does not know any more. */
export const lostTokens = ({ is, policy, was, tracking }: Confirmed) =>
  issuedTokensOf(was.attempts)
    .filter(({ attempt }) => isTokenLost(tracking, attempt, policy) && closedAt(was) === null)
    .flatMap(({ attempt }) => flagOnce(is, "token_lost", String(attempt)))

/** The service refused our credentials for this payment alone. */
export const denial = ({ is, stimulus }: Confirmed) => (stimulus.isDenied ? flagOnce(is, "confirm_denied", "") : [])

export const callbacksWithoutToken = (facts: Facts) =>
  calledBackWithoutToken({ ...facts.record, payment: facts.is }).flatMap((number) =>
    flagOnce(facts.is, "callback_without_token", String(number)),
  )

/** They count as unanswered again, whatever they counted as before: unsent, turned away, or not executed by a person's decision. */
export const reopened = (facts: Facts) => {
  const attempts = calledBackWithoutToken({ ...facts.record, payment: facts.is })
  return attempts.length === 0 ? [] : events.reopened.make({ attempts })
}
