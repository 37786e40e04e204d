/**
 * When the payment wants somebody to act next: the schedule of a payment in each of its states.
 */
import { handlesOf, sentOf } from "../model/Attempt.ts"
import { railOf } from "../model/Content.ts"
import { keyText } from "../model/Identifiers.ts"
import { hasOpenFlag } from "../model/Flag.ts"
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
} from "../model/Payment.ts"
import { backoff, confirmDelay, jittered, later, millis, type PolicyShape, type RailSchedule } from "../model/Policy.ts"
import { type AttemptKind, modeTraits } from "../model/ValidationMode.ts"
import { type Watch } from "../model/PaymentRecord.ts"

/** The moments after closing at which a payment is asked about again. */
const slotsOf = (payment: Payment, policy: PolicyShape): RailSchedule["followUps"] =>
  isFinal(payment) ? policy.confirms.followUps : scheduleOf(payment, policy).followUps

const nextConfirm = (payment: Payment, watch: Watch, now: number, policy: PolicyShape): number => {
  const schedule = scheduleOf(payment, policy)
  const age = now - lastStartedAt(payment)
  const planned = confirmDelay(schedule, watch.confirms, age)
  const wait = watch.failures === 0 ? planned : Math.max(planned, backoff(policy.confirms.backoff, watch.failures - 1))
  const spread = jittered(policy, `${keyText(payment.key)}#${watch.confirms}+${watch.failures}`, wait)
  return now + Math.max(spread, millis(policy.confirms.spacing))
}

/** When an open payment with handles is asked about again. */
const openWithHandles = (payment: Payment, watch: Watch, now: number, policy: PolicyShape): number | null => {
  const next = nextConfirm(payment, watch, now, policy)
  const spaced = (time: number) => Math.max(time, later(now, policy.confirms.spacing))
  if (payment._tag === "Payin") {
    const deadline = deadlineOf(payment, policy)
    return deadline !== null && now < deadline ? Math.min(next, spaced(deadline)) : next
  }
  const levels = scheduleOf(payment, policy).overdueAfter.map((level) => later(lastStartedAt(payment), level))
  // A person has a payout whose token the service lost: after a while only a note wakes it.
  if (hasOpenFlag(payment.flags, "HandleLost") && now >= later(lastStartedAt(payment), policy.limits.lostHandle))
    return null
  const agreement = watch.agreedAt === null ? [] : [later(watch.agreedAt, policy.limits.payoutFailureAgreement)]
  return Math.min(next, ...[...agreement, ...levels.filter((level) => level > now)].map(spaced))
}

/**
 * The call that a program may make again by itself after one without an answer, and from when on: a wallet's code after a
 * cool-down, a hosted page that nobody was shown at once. Null: none.
 */
export const callAgain = (
  payment: Payin,
  policy: PolicyShape,
): { readonly kind: AttemptKind; readonly from: number } | null => {
  const sent = sentOf(payment.attempts)
  const last = sent.at(-1)
  const requests = sent.filter((attempt) => attempt.kind === "WalletOtpRequest").length
  if (
    last?.kind === "WalletOtpRequest" &&
    last.outcome._tag === "NoAnswer" &&
    requests < policy.limits.maxOtpRequests
  ) {
    return { kind: "WalletOtpRequest", from: later(last.startedAt, policy.limits.otpRequestCoolDown) }
  }
  const lost = payment.state._tag === "InDoubt" && railOf(payment.content) === "Hosted"
  return lost && sent.length <= policy.limits.maxHostedRetries ? { kind: "Pay", from: lastSentAt(payment) } : null
}

/** How long the next call waits after so many in a row of which nothing was sent. */
const unsentWait = ({ unsent }: Watch, policy: PolicyShape): number =>
  unsent === 0 ? 0 : backoff(policy.calls.notSentBackoff, unsent - 1)

/** When a payin waits for something else than a confirm. */
const openWithoutHandles = (payment: Payment, watch: Watch, now: number, policy: PolicyShape): number | null => {
  if (payment._tag === "Payout") return null
  const deadline = deadlineOf(payment, policy)
  const again = callAgain(payment, policy)
  if (again === null) return deadline
  return Math.min(Math.max(again.from, now + unsentWait(watch, policy)), deadline ?? Infinity)
}

const intended = (payment: Payment, watch: Watch, now: number, policy: PolicyShape): number => {
  const limit = intentLimitOf(payment, policy)
  // What carries a code can only be sent by the caller that holds it; for anybody else it only runs out.
  if (needsCallersOtp(payment)) return limit
  const again =
    watch.unsent === 0
      ? Math.max(now, later(payment.createdAt, policy.worker.patience))
      : now + unsentWait(watch, policy)
  return Math.min(again, Math.max(limit, now))
}

/** Does the next attempt of this intended payment carry a code that only its caller holds? */
export const needsCallersOtp = (payment: Payment): boolean => {
  const { method, kind } = payment.content
  return kind === "payin" && method._tag === "Direct" && modeTraits[method.mode].otpFrom === "DialledCode"
}

/** When the next slot of a closed payment opens; null: there is none left. */
const slotAt = (payment: Payment, watch: Watch, policy: PolicyShape): number | null => {
  const since = watch.listeningSince ?? closedAt(payment)
  const slot = slotsOf(payment, policy)[watch.slot]
  return since === null || slot === undefined ? null : later(since, slot)
}

/** Was a confirm of a closed payment that began then the one of its slot? One that only asked a contradiction again is not. */
export const usesSlot = (payment: Payment, watch: Watch, startedAt: number, policy: PolicyShape): boolean => {
  const slot = slotAt(payment, watch, policy)
  return slot !== null && startedAt >= slot
}

const closed = (payment: Payment, watch: Watch, policy: PolicyShape): number | null => {
  if (handlesOf(payment.attempts).length === 0) return null
  const asked = watch.lastConfirmAt ?? -Infinity
  const slot = slotAt(payment, watch, policy)
  // A contradiction counts when the service repeats it, so it is asked once more even when the last slot is used up.
  const contradictions = watch.handles.flatMap(({ contradictedAt }) =>
    contradictedAt === null ? [] : [later(contradictedAt, policy.limits.contradictionAgreement)],
  )
  const open = contradictions.filter((time) => time > asked || watch.slotTries > 0)
  const soonest = later(asked, watch.slotTries === 0 ? policy.confirms.spacing : policy.confirms.followUpRetryAfter)
  const next = Math.min(slot ?? Infinity, ...open)
  return next === Infinity ? null : Math.max(next, soonest)
}

/** When the payment wants somebody to act next. */
export const planActAt = (payment: Payment, watch: Watch, now: number, policy: PolicyShape): number | null => {
  switch (payment.state._tag) {
    case "Intended":
      return intended(payment, watch, now, policy)
    case "Submitting":
      return later(lastStartedAt(payment), policy.calls.lease)
    case "AwaitingOtp":
    case "Pending":
    case "InDoubt":
      return handlesOf(payment.attempts).length > 0
        ? openWithHandles(payment, watch, now, policy)
        : openWithoutHandles(payment, watch, now, policy)
    case "Held":
      return null
    case "Refused":
    case "Cancelled":
    case "Expired":
    case "Completed":
    case "NotCompleted":
      return closed(payment, watch, policy)
  }
}
