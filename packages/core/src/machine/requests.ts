/**
 * What people and programs ask for: decisions, releases, cancellations, calls. The guards and events of their rows.
 */
import { Predicate, Result } from "effect"
import { issuedTokensOf } from "../model/Attempt.ts"
import {
  type ApprovableDecision,
  type Flag,
  type FlagKind,
  hasOpenFlag,
  openFlags,
  PaymentEvent,
} from "../model/Event.ts"
import { amountSeenOf, lastStartedAt, type Payment, scheduleOf, stateTraits } from "../model/Payment.ts"
import { type DecisionOutcome, decisionOutcomes, type DecisionRefusal, type StimulusOf } from "../model/stimulus.ts"
import type { PaymentRecord } from "../model/PaymentRecord.ts"
import type { Payin } from "../model/Payin.ts"
import type { Payout } from "../model/Payout.ts"
import { millis, type PolicyShape } from "../model/Policy.ts"
import { approvalRefusal, digestFor, needsSecondPerson, openRequest, requestRefusal } from "./approvals.ts"
import { checkFurtherCall, type FurtherCall } from "./furtherCalls.ts"
import { callAgain } from "./schedule.ts"
import type { Facts } from "./table.ts"

const events = PaymentEvent.cases

/** The next attempt begins. */
export const attemptStarted = ({ is, stimulus: { carriesOtp, kind } }: Facts<StimulusOf<"Started">>) =>
  events.attempt_started.make({ attempt: is.attempts.length + 1, kind, carriesOtp })

/** May the customer, or the merchant for them, make this further call on a payin? */
export const mayCall =
  (wanted: FurtherCall) =>
  ({ is, now, policy, record, stimulus }: Facts<StimulusOf<"Started">, Payin>): boolean => {
    const allowed = checkFurtherCall(is, record.notes, wanted, stimulus.carriesOtp, now, policy)
    return Result.isSuccess(allowed) && allowed.success === stimulus.kind
  }

/** May a program repeat this call of a payin after one without an answer? */
export const mayCallAgain = ({ is, now, policy, stimulus }: Facts<StimulusOf<"Started">, Payin>): boolean => {
  const again = callAgain(is, policy)
  return again !== null && again.kind === stimulus.kind && now >= again.from
}

/** Is there no token to ask the service with? */
export const hasNoToken = ({ is }: Facts): boolean => issuedTokensOf(is.attempts).length === 0

/** After one of these no confirm alone need ever end a pending payout, even once a person has closed it. */
const deciding: ReadonlyArray<FlagKind> = [
  "token_lost",
  "late_answer",
  "callback_without_token",
  "confirm_denied",
  "unknown_status",
  "reference_mismatch",
]

/** Is the money of this payment for a person to decide? */
const needsDecision = (payment: Payment, policy: PolicyShape): boolean => {
  const state = payment.state._tag
  if (state === "in_doubt") return true
  if (payment._tag === "Payin") {
    const { isClosed, isFinal, waits } = stateTraits[state]
    const mayBeFlagged = waits || (isClosed && !isFinal)
    return mayBeFlagged && openFlags(payment.flags).length > 0
  }
  // It was closed without a token, and a callback says that the service knows of it.
  if (state === "refused" || state === "cancelled")
    return payment.flags.some(({ kind }) => kind === "callback_without_token")
  const lastLevel = String(scheduleOf(payment, policy).overdueAfter.length)
  const isStuck = ({ kind, subject }: Flag) => deciding.includes(kind) || (kind === "overdue" && subject === lastLevel)
  return state === "pending" && payment.flags.some(isStuck)
}

const rowsKnow = ({ _tag, state }: Payment, to: DecisionOutcome): boolean => {
  if (to === "completed") return true
  if (_tag === "Payin") return to === "not_completed"
  return state._tag === "in_doubt" || (state._tag === "pending" && to === "not_completed")
}

/**
 * Why a person may not take this decision now; null: it is taken. `wrong_state`: no row knows it here.
 *
 * ```ts
 * const { payment } = yield* payouts.create({ ...payout, phone: "22670000082" }) // its answer is lost
 * const record = yield* review.recheck(payment.key)
 * decisionObstacle(record, "send_again", 0, policy) // => "too_early"
 * ```
 */
export const decisionObstacle = (
  record: PaymentRecord,
  to: DecisionOutcome,
  now: number,
  policy: PolicyShape,
): DecisionRefusal | null => {
  const { payment } = record
  if (!rowsKnow(payment, to) || !needsDecision(payment, policy)) return "wrong_state"
  if (payment._tag === "Payin" || to === "completed") return null
  const because = to === "send_again" ? mayHaveBeenExecuted(record, now, policy) : mayStillTurnUp(record, now, policy)
  if (because !== null) return because
  return to === "send_again" && needsSecondPerson(payment, to, policy) ? "needs_second_person" : null
}

/**
 * The decisions that one person may take on a payment now.
 *
 * ```ts
 * const { payment } = yield* payouts.create({ ...payout, phone: "22670000082" }) // its answer is lost
 * const record = yield* review.recheck(payment.key)
 * const threeDays = 3 * 86_400_000
 * decisionOutcomesFor(record, 0, policy) // => ["completed"]
 * decisionOutcomesFor(record, threeDays, policy) // => ["completed", "not_completed", "send_again"]
 * ```
 */
export const decisionOutcomesFor = (
  record: PaymentRecord,
  now: number,
  policy: PolicyShape,
): ReadonlyArray<DecisionOutcome> => decisionOutcomes.filter((to) => decisionObstacle(record, to, now, policy) === null)

/** Why a person may not send a payout again, or null. A callback proves that the service knows of it; it may have failed there. */
const mayHaveBeenExecuted = (record: PaymentRecord, now: number, policy: PolicyShape): DecisionRefusal | null => {
  const { payment, notes } = record
  const tokens = issuedTokensOf(payment.attempts).map((issued) => issued.attempt)
  if (notes.some((note) => !tokens.includes(note.attempt))) {
    return "callback_without_token"
  }
  if (payment.flags.some((flag) => flag.kind === "accepted_without_token")) {
    return "accepted_without_token"
  }
  return mayStillTurnUp(record, now, policy)
}

/** Is it too early to decide that no money left? */
const mayStillTurnUp = ({ payment }: PaymentRecord, now: number, policy: PolicyShape): DecisionRefusal | null => {
  // A restored store has forgotten calls: the last one may have left until then.
  const last = Math.max(lastStartedAt(payment), payment.restoredAt ?? 0)
  return now - last < millis(policy.limits.notExecutedAge) ? "too_early" : null
}

/** Is it the amount that was paid? A payout's is its own, and what the service says of a payin is not contradicted. */
const isPaidAmount = (is: Payment, { amountPaid }: StimulusOf<"Decided">): boolean => {
  const known = is._tag === "Payin" ? amountSeenOf(is) : is.content.amount
  return amountPaid === undefined || known === null || amountPaid === known
}

/** May a person take this decision? If not, why. */
export const mayDecide = (facts: Facts<StimulusOf<"Decided">>): true | DecisionRefusal => {
  const { is, now, policy, record, stimulus } = facts
  const obstacle = decisionObstacle(record, stimulus.to, now, policy)
  if (obstacle !== null) return obstacle
  return isPaidAmount(is, stimulus) || "amount_differs"
}

/** The event of a payin's decision. Less than its amount completes it only where the person accepts that as full. */
export const decidedPayin = (facts: Facts<StimulusOf<"Decided">, Payin>) => {
  const { is, stimulus } = facts
  const event = decided(facts)
  if (event.to !== "completed") return event
  const amountPaid = stimulus.amountPaid ?? amountSeenOf(is) ?? is.content.amount
  const isFull = amountPaid >= is.content.amount || stimulus.acceptedAsFull === true
  return events.resolved.make({ ...event, to: isFull ? "completed" : "underpaid", amountPaid })
}

export const decided = ({ stimulus: { asOf, by, evidence, reason, to } }: Facts<StimulusOf<"Decided">>) =>
  events.resolved.make({ to: to === "send_again" ? "intended" : to, by, reason, evidence, asOf })

export const hasFlag = ({ is, stimulus: { kind, subject } }: Facts<StimulusOf<"FlagClosed">>): true | DecisionRefusal =>
  hasOpenFlag(is.flags, kind, subject) || "no_such_flag"

export const closeFlag = ({ stimulus: { by, kind, reason, subject } }: Facts<StimulusOf<"FlagClosed">>) =>
  events.flag_closed.make({ kind, subject, by, reason })

/** May it be cancelled? Not past an unread callback: it may say that an attempt was executed. */
export const mayCancel = ({ before, record }: Facts<StimulusOf<"Cancelled">>): true | DecisionRefusal =>
  record.newestNote <= before.notesSeen || "unread_callback"

export const cancelled = ({ stimulus: { by } }: Facts<StimulusOf<"Cancelled">>) =>
  events.cancelled.make({ because: "asked", by })

const stateFor: Readonly<Record<ApprovableDecision, string>> = { release: "held", send_again: "in_doubt" }

/** Why the decision may not be taken now, however many people take it, or null. */
const obstacleTo = (decision: ApprovableDecision, { now, policy, record }: Facts): DecisionRefusal | null =>
  decision === "send_again" ? mayHaveBeenExecuted(record, now, policy) : null

/** May a person request it? Only what needs two people, and what could be taken now. */
export const mayRequest = (facts: Facts<StimulusOf<"Requested">, Payout>): boolean | DecisionRefusal => {
  const { before, is, policy, record, stimulus } = facts
  const { by, decision } = stimulus
  if (is.state._tag !== stateFor[decision]) return false
  if (!needsSecondPerson(is, decision, policy)) return "one_is_enough"
  const because = requestRefusal(by, policy) ?? obstacleTo(decision, facts)
  if (because !== null) return because
  return record.newestNote <= before.notesSeen || "unread_callback"
}

/** The request, with what its person saw. */
export const requested = ({ is, policy, record, stimulus }: Facts<StimulusOf<"Requested">, Payout>) => {
  const { by, decision, evidence, reason } = stimulus
  const digest = digestFor(is, record.newestNote, decision, policy)
  return events.approval_requested.make({ decision, by, reason, evidence, digest })
}

/** May this person approve it? Only another one than requested it, and only while all that was shown still holds. */
export const mayApprove = (facts: Facts<StimulusOf<"Approved">, Payout>): boolean | DecisionRefusal => {
  const { is, policy, record, stimulus } = facts
  const request = openRequest(is)
  if (request === null) return false
  const because = approvalRefusal(stimulus.by, request.by, policy)
  if (because !== null) return because
  const digest = digestFor(is, record.newestNote, request.decision, policy)
  if (request.digest !== digest || stimulus.digest !== digest) return "changed"
  return obstacleTo(request.decision, facts) ?? true
}

const requestsOn = (payout: Payout) => [openRequest(payout)].filter(Predicate.isNotNull)

export const approvedRelease = ({ is, stimulus: { by: approvedBy } }: Facts<StimulusOf<"Approved">, Payout>) =>
  requestsOn(is).map(({ by, reason }) => events.released.make({ by, reason, approvedBy }))

/** The decision to send again that one person requested and another approved. */
export const approvedSendingAgain = ({ is, stimulus }: Facts<StimulusOf<"Approved">, Payout>) =>
  requestsOn(is).map(({ by, evidence, reason }) =>
    events.resolved.make({ to: "intended", by, reason, evidence, asOf: stimulus.asOf, approvedBy: stimulus.by }),
  )
