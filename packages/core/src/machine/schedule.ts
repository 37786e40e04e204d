/**
 * When a worker must act on the payment next: the schedule of a payment in each of its states.
 */
import { issuedTokensOf, isUnanswered, sentAttempts } from "../model/Attempt.ts"
import { payinRailOf, railOf } from "../model/Content.ts"
import { keyText } from "../model/Identifiers.ts"
import { hasOpenFlag } from "../model/Event.ts"
import type { Payin } from "../model/Payin.ts"
import {
  closedAt,
  deadlineOf,
  intentLimitOf,
  isFinal,
  lastSentAt,
  lastStartedAt,
  type Payment,
  scheduleOf,
  stateTraits,
} from "../model/Payment.ts"
import { backoff, confirmDelay, jittered, later, millis, type PolicyShape, type RailSchedule } from "../model/Policy.ts"
import { type AttemptKind, modeTraits } from "../model/ValidationMode.ts"
import { type Tracking } from "../model/PaymentRecord.ts"

/** The moments after closing at which a payment is confirmed again. */
const followUpsOf = (payment: Payment, policy: PolicyShape): RailSchedule["followUps"] =>
  isFinal(payment) ? policy.confirms.followUps : scheduleOf(payment, policy).followUps

const nextConfirm = (payment: Payment, tracking: Tracking, now: number, policy: PolicyShape): number => {
  const schedule = scheduleOf(payment, policy)
  const age = now - lastStartedAt(payment)
  const planned = confirmDelay(schedule, tracking.confirms, age)
  const wait =
    tracking.failures === 0 ? planned : Math.max(planned, backoff(policy.confirms.backoff, tracking.failures - 1))
  const spread = jittered(policy, `${keyText(payment.key)}#${tracking.confirms}+${tracking.failures}`, wait)
  return now + Math.max(spread, millis(policy.confirms.spacing))
}

const openWithTokens = (payment: Payment, tracking: Tracking, now: number, policy: PolicyShape): number | null => {
  const next = nextConfirm(payment, tracking, now, policy)
  const spaced = (time: number) => Math.max(time, later(now, policy.confirms.spacing))
  if (payment._tag === "Payin") {
    const deadline = deadlineOf(payment, policy)
    return deadline !== null && now < deadline ? Math.min(next, spaced(deadline)) : next
  }
  const levels = scheduleOf(payment, policy).overdueAfter.map((level) => later(lastStartedAt(payment), level))
  // A person handles a payout of which the service knows no token any more, or never did: after a while only a note makes it due.
  const isUnknown = hasOpenFlag(payment.flags, "token_lost") || issuedTokensOf(payment.attempts).length === 0
  if (isUnknown && now >= later(lastStartedAt(payment), policy.limits.lostToken)) return null
  const agreement = tracking.agreedAt === null ? [] : [later(tracking.agreedAt, policy.limits.payoutFailureAgreement)]
  return Math.min(next, ...[...agreement, ...levels.filter((level) => level > now)].map(spaced))
}

/**
 * Did a creation get lost whose page no customer saw? Not once a callback has shown that the service knows an attempt without a token, nor
 * in a restored store, which may have forgotten a call that was answered.
 */
export const isLostPage = (payin: Payin): boolean => payin.state._tag === "in_doubt" && losesPages(payin)

/** Did no customer see the page of a creation that got lost, whatever came of the next one? */
const losesPages = (payin: Payin): boolean => railOf(payin.content) === "hosted" && mayRepeat(payin)

const mayRepeat = ({ flags, restoredAt }: Payin): boolean =>
  restoredAt === null && flags.every(({ kind }) => kind !== "callback_without_token")

/**
 * The call that a program may repeat after one without an answer, and from when: a wallet's code after a cool-down, a hosted page that the
 * customer never saw at once. Null: none.
 */
export const callAgain = (
  payment: Payin,
  policy: PolicyShape,
): { readonly kind: AttemptKind; readonly from: number } | null => {
  if (!mayRepeat(payment)) return null
  const sent = sentAttempts(payment.attempts)
  const last = sent.at(-1)
  const requests = sent.filter((attempt) => attempt.kind === "wallet_otp_request").length
  if (
    last?.kind === "wallet_otp_request" &&
    last.outcome._tag === "no_answer" &&
    requests < policy.limits.maxOtpRequests
  ) {
    return { kind: "wallet_otp_request", from: later(last.startedAt, policy.limits.otpRequestCoolDown) }
  }
  return isLostPage(payment) && sent.length <= policy.limits.maxHostedRetries
    ? { kind: "pay", from: lastSentAt(payment) }
    : null
}

/**
 * The attempts of which a service that can be asked by our id may know a token. Not those of a lost page, which no customer saw, nor of a
 * restored payout: what is known of one call says nothing about those that the store has forgotten.
 */
export const attemptsToLookUp = (payment: Payment): ReadonlyArray<number> => {
  if (isFinal(payment) || payment.state._tag === "submitting") return []
  if (payment._tag === "Payin" ? losesPages(payment) : payment.restoredAt !== null) return []
  return payment.attempts.filter(isUnanswered).map(({ number }) => number)
}

/**
 * The same, as far as this payment's service can be asked by our id: the tracking remembers such an attempt like a token.
 *
 * ```ts
 * const { payment } = yield* payouts.create({ ...payout, phone: "22660000082" }) // its answer is lost
 * const { tracking } = yield* review.recheck(payment.key) // this gateway cannot ask by our id
 * lookedUp(payment, tracking) // => []
 * ```
 */
export const lookedUp = (payment: Payment, { tokens }: Tracking): ReadonlyArray<number> =>
  attemptsToLookUp(payment).filter((number) => tokens.some(({ attempt }) => attempt === number))

/**
 * Is there anything to ask the service about?
 *
 * ```ts
 * const { payment } = yield* payouts.create(payout)
 * isAskable(payment, newTracking(payment, policy)) // => true
 * ```
 */
export const isAskable = (payment: Payment, tracking: Tracking): boolean =>
  issuedTokensOf(payment.attempts).length > 0 || lookedUp(payment, tracking).length > 0

/** How long the next call waits after `unsent` attempts in a row that sent nothing. */
const unsentWait = ({ unsent }: Tracking, policy: PolicyShape): number =>
  unsent === 0 ? 0 : backoff(policy.calls.notSentBackoff, unsent - 1)

/** When a payin waits for something else than a confirm. */
const openWithoutTokens = (payment: Payment, tracking: Tracking, now: number, policy: PolicyShape): number | null => {
  if (payment._tag === "Payout") return null
  const deadline = deadlineOf(payment, policy)
  const again = callAgain(payment, policy)
  if (again === null) return deadline
  return Math.min(Math.max(again.from, now + unsentWait(tracking, policy)), deadline ?? Infinity)
}

const intended = (payment: Payment, tracking: Tracking, now: number, policy: PolicyShape): number => {
  const limit = intentLimitOf(payment, policy)
  // Only the caller that has the code can send such a call; for every other program it only expires.
  if (needsCallersOtp(payment)) return limit
  const again =
    tracking.unsent === 0
      ? Math.max(now, later(payment.createdAt, policy.worker.patience))
      : now + unsentWait(tracking, policy)
  return Math.min(again, Math.max(limit, now))
}

/** Does the next attempt of this intended payment carry a code that only its caller has? */
export const needsCallersOtp = ({ content }: Payment): boolean =>
  content.kind === "payin" && modeTraits[payinRailOf(content)].otpFrom === "dialled_code"

/** When the next follow-up of a closed payment is due; null: none is left. */
const followUpAt = (payment: Payment, tracking: Tracking, policy: PolicyShape): number | null => {
  const since = tracking.followUpFrom ?? closedAt(payment)
  const followUp = followUpsOf(payment, policy)[tracking.followUp]
  return since === null || followUp === undefined ? null : later(since, followUp)
}

/** Does a confirm of a closed payment that began then use up its follow-up? One that only checks a contradiction again does not. */
export const usesFollowUp = (payment: Payment, tracking: Tracking, startedAt: number, policy: PolicyShape): boolean => {
  const followUp = followUpAt(payment, tracking, policy)
  return followUp !== null && startedAt >= followUp
}

const closed = (payment: Payment, tracking: Tracking, policy: PolicyShape): number | null => {
  if (issuedTokensOf(payment.attempts).length === 0) return null
  const asked = tracking.lastConfirmAt ?? -Infinity
  const followUp = followUpAt(payment, tracking, policy)
  // A contradiction counts when the service repeats it, so it is confirmed once more even after the last follow-up.
  const contradictions = tracking.tokens.flatMap(({ contradictedAt }) =>
    contradictedAt === null ? [] : [later(contradictedAt, policy.limits.contradictionAgreement)],
  )
  const open = contradictions.filter((time) => time > asked || tracking.followUpTries > 0)
  const soonest = later(
    asked,
    tracking.followUpTries === 0 ? policy.confirms.spacing : policy.confirms.followUpRetryAfter,
  )
  const next = Math.min(followUp ?? Infinity, ...open)
  return next === Infinity ? null : Math.max(next, soonest)
}

/** When a worker must act on the payment next; null: never. */
export const planActAt = (payment: Payment, tracking: Tracking, now: number, policy: PolicyShape): number | null => {
  const state = payment.state._tag
  if (state === "intended") return intended(payment, tracking, now, policy)
  if (state === "submitting") return later(lastStartedAt(payment), policy.calls.lease)
  const { isClosed, waits } = stateTraits[state]
  if (isClosed) return closed(payment, tracking, policy)
  if (!waits) return null
  return isAskable(payment, tracking)
    ? openWithTokens(payment, tracking, now, policy)
    : openWithoutTokens(payment, tracking, now, policy)
}
