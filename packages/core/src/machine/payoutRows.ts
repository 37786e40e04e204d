/**
 * The machine of payouts: rows O1 to O18, in the order in which they are tried. Money may have left, so a payout waits until it is known.
 * Without an answer only a person's decision, or our own late answer, leaves `in_doubt`: this keeps a merchant from paying twice.
 */
import { hasOpenFlag, PaymentEvent } from "../model/Event.ts"
import { keyText } from "../model/Identifiers.ts"
import { intentLimitOf, payoutStates, type PayoutStateTag, stateTraits } from "../model/Payment.ts"
import * as eyes from "./approvals.ts"
import { attemptsAllowSending } from "./nextAction.ts"
import type { Payout } from "../model/Payout.ts"
import * as answer from "./answering.ts"
import * as confirm from "./confirming.ts"
import * as person from "./requests.ts"
import { type DecidingRow, flagOnce, rowsOf } from "./table.ts"

const events = PaymentEvent.cases
const row = rowsOf<Payout, PayoutStateTag>((payment) => payment._tag === "Payout")
const all = payoutStates
const notFinal = all.filter((state) => state !== "submitting" && !stateTraits[state].isFinal)
const rests = ["intended", "pending", "in_doubt", "refused"] as const

/**
 * The rows of payouts.
 *
 * ```ts
 * const [first] = payoutRows
 * const begins = [first?.row, first?.on, first?.from] // => ["O1", "Created", null]
 * ```
 */
export const payoutRows: ReadonlyArray<DecidingRow<PayoutStateTag>> = [
  row("O1", "Created", null, "intended", ["intended"], {
    when: "create",
    rules: [61, 64, 250],
    make: ({ is: { content } }) => events.intended.make({ content }),
  }),
  row("O2", "Created", ["intended"], "held", ["held"], {
    when: "drafted as a refund, which only a person releases",
    rules: [146],
    guard: ({ stimulus }) => stimulus.isDraft,
    make: () => events.held.make({ because: "refund_draft" }),
  }),
  row("O2", "Created", ["intended"], "held", ["held"], {
    when: "created above the amount from which the policy asks for two people",
    rules: [146],
    guard: ({ is, policy }) => !eyes.mayLeave(is, policy),
    make: () => events.held.make({ because: "needs_approval" }),
  }),
  row("O2", "Started", ["intended"], "attempt_started", ["submitting"], {
    when: "claim",
    rules: [2, 18],
    guard: ({ policy, was }) => attemptsAllowSending(was) && (eyes.mayLeave(was, policy) || "needs_second_person"),
    make: person.attemptStarted,
  }),
  row("O2", "Stopped", ["intended"], "held", ["held"], {
    when: "a twin is open, has just completed or is on a statement of a time that was forgotten, the refunds would exceed their payin, or two people must let it go",
    rules: [61],
    make: ({ stimulus: { because } }) => events.held.make({ because }),
  }),
  row("O3", "Released", ["held"], "released", ["intended"], {
    when: "released by a person",
    rules: [193],
    guard: ({ is, policy }) => !eyes.needsSecondPerson(is, "release", policy) || "needs_second_person",
    make: ({ stimulus: { by, reason } }) => events.released.make({ by, reason }),
  }),
  row("O3", "Approved", ["held"], "released", ["intended"], {
    when: "released by two people",
    rules: [193],
    guard: person.mayApprove,
    make: person.approvedRelease,
  }),
  row("O4", "Answered", ["submitting"], "attempt_not_sent", ["intended", "pending", "in_doubt"], {
    when: "nothing was sent, or the service turned it away",
    rules: [188, 231, 233, 234, 235, 236, 237],
    make: answer.answeredInTime("attempt_not_sent"),
  }),
  row("O5", "Answered", ["submitting"], "accepted", ["pending"], {
    when: "accepted: the token is in the same write",
    rules: [78, 172],
    make: answer.answeredInTime("accepted"),
  }),
  row("O6", "Answered", ["submitting"], "attempt_refused", ["refused", "pending", "in_doubt"], {
    when: "refused",
    rules: [173, 232],
    make: answer.answeredInTime("attempt_refused"),
  }),
  row("O7", "Answered", ["submitting"], "attempt_unanswered", ["in_doubt", "pending"], {
    when: "no answer, or the lease is over",
    rules: [241, 242],
    make: answer.answeredInTime("attempt_unanswered"),
  }),
  row("O8", "Answered", notFinal, "answered_late", rests, {
    when: "our own attempt's late answer",
    rules: [78],
    drawn: [],
    make: answer.lateAnswerMovingState,
  }),
  row("O8", "Answered", all, "answered_late", "same", {
    when: "our own attempt's late answer, which changes no state",
    rules: [78],
    make: answer.lateAnswerKeepingState,
  }),
  row("O9", "Answered", ["intended", "held"], "reopened", ["in_doubt"], {
    when: "it counts as not executed, and a callback came for it",
    rules: [205],
    make: confirm.reopened,
  }),
  row("O6", "Answered", ["refused"], "refused", "same", {
    when: "refused, and no other attempt is open",
    rules: [23, 173],
    guard: answer.ledToCurrentState,
    make: answer.refusal,
  }),
  row("O7", "Answered", ["in_doubt"], "in_doubt", "same", {
    when: "unanswered, and no other attempt is open: a person must look",
    rules: [241],
    guard: answer.ledToCurrentState,
    make: () => events.in_doubt.make({}),
  }),
  row("O16", "Answered", ["intended"], "held", ["held"], {
    when: "out of attempts",
    rules: [129],
    guard: answer.isGivenUp,
    make: () => events.held.make({ because: "attempts" }),
  }),
  row("O8", "Answered", all, "flagged", "same", {
    when: "a person decided without this answer",
    rules: [78],
    guard: answer.cameAfterDecision,
    make: answer.flagAttempt("late_answer"),
  }),
  row("O7", "Answered", all, "flagged", "same", {
    when: "accepted without a token",
    rules: [78, 241],
    guard: answer.acceptedWithoutToken,
    make: answer.flagAttempt("accepted_without_token"),
  }),
  row("O9", "Answered", all, "flagged", "same", {
    when: "no token, and a callback came for it",
    rules: [200, 205],
    make: confirm.callbacksWithoutToken,
  }),
  row("O11", "Confirmed", notFinal, "flagged", "same", {
    when: "a record that is not pending names another token",
    rules: [104],
    make: confirm.foreignRecords,
  }),
  row("O11", "Confirmed", ["pending"], "completed", ["completed"], {
    when: "a confirm says completed, of our token",
    rules: [104, 108, 113],
    make: confirm.completed,
  }),
  row("O12", "Confirmed", ["pending"], "not_completed", ["not_completed"], {
    when: "every token says notcompleted, and again 30 s later",
    rules: [108, 114],
    guard: confirm.hasFailedAgain,
    make: confirm.notCompleted,
  }),
  row("O13", "Confirmed", ["pending"], "flagged", "same", {
    when: "older than the rail's service level",
    rules: [126],
    make: confirm.overdueFlags,
  }),
  row("O14", "Confirmed", ["completed"], "completion_seen", "same", {
    when: "the first completion seen after a decision without one",
    rules: [113],
    make: confirm.completionSeen,
  }),
  row("O14", "Confirmed", ["completed"], "flagged", "same", {
    when: "a second token completes",
    rules: [130],
    make: confirm.secondTransfers,
  }),
  row("O14", "Confirmed", ["completed", "not_completed"], "flagged", "same", {
    when: "the service contradicts a final state, twice",
    rules: [130],
    make: confirm.contradictions,
  }),
  row("O17", "Confirmed", all, "flagged", "same", {
    when: "a status outside the specification",
    rules: [112],
    make: confirm.unknownStatuses,
  }),
  row("O17", "Confirmed", all, "flagged", "same", {
    when: "the service does not know the token any more",
    rules: [103],
    make: confirm.lostTokens,
  }),
  row("O17", "Confirmed", all, "flagged", "same", {
    when: "our credentials were refused for this payment alone",
    rules: [192],
    make: confirm.denial,
  }),
  row("O9", "Confirmed", ["intended", "held"], "reopened", ["in_doubt"], {
    when: "a callback for an attempt that counts as not executed",
    rules: [205],
    make: confirm.reopened,
  }),
  row("O9", "Confirmed", ["in_doubt"], "in_doubt", "same", {
    when: "in doubt again: a person must look",
    rules: [205, 241],
    guard: answer.ledToCurrentState,
    make: () => events.in_doubt.make({}),
  }),
  row("O9", "Confirmed", all, "flagged", "same", {
    when: "a callback for an attempt without a token",
    rules: [200, 205],
    make: confirm.callbacksWithoutToken,
  }),
  row("O10", "Decided", ["in_doubt"], "resolved", ["completed", "not_completed", "intended"], {
    when: "a person decides",
    rules: [205],
    guard: person.mayDecide,
    make: person.decided,
  }),
  row("O10", "Decided", ["pending"], "resolved", ["completed", "not_completed"], {
    when: "a person decides about a lost token, a late answer, an odd status or record, or one overdue at every level",
    rules: [205],
    guard: person.mayDecide,
    make: person.decided,
  }),
  row("O10", "Decided", ["refused", "cancelled"], "resolved", ["completed"], {
    when: "a callback came for a call that was refused or turned away, and a person knows that it was executed",
    rules: [205],
    drawn: [],
    guard: person.mayDecide,
    make: person.decided,
  }),
  row("O10", "Approved", ["in_doubt"], "resolved", ["intended"], {
    when: "two people decide to send it again",
    rules: [205],
    guard: person.mayApprove,
    make: person.approvedSendingAgain,
  }),
  row("O18", "Requested", ["held", "in_doubt"], "approval_requested", "same", {
    when: "a person requests a decision that needs two",
    rules: [193, 205],
    guard: person.mayRequest,
    make: person.requested,
  }),
  row("O18", "Withdrawn", ["held", "in_doubt"], "approval_withdrawn", "same", {
    when: "the request is taken back",
    rules: [193, 205],
    guard: ({ is }) => eyes.openRequest(is) !== null,
    make: ({ stimulus: { by } }) => events.approval_withdrawn.make({ by }),
  }),
  row("O10", "FlagClosed", all, "flag_closed", "same", {
    when: "a person closes a flag",
    rules: [205],
    guard: person.hasFlag,
    make: person.closeFlag,
  }),
  row("O15", "Cancelled", ["intended", "held"], "cancelled", ["cancelled"], {
    when: "cancel",
    rules: [129],
    guard: person.mayCancel,
    make: person.cancelled,
  }),
  row("O16", "TimePassed", ["intended"], "held", ["held"], {
    when: "too old",
    rules: [129],
    guard: ({ is, now, policy }) => attemptsAllowSending(is) && now >= intentLimitOf(is, policy),
    make: () => events.held.make({ because: "stale" }),
  }),
  row("O16", "Restored", ["intended", "held", "in_doubt"], "restored", ["in_doubt"], {
    when: "the store was restored: it may have been sent since",
    rules: [129, 241],
    drawn: [],
    guard: person.hasNoToken,
    make: () => events.restored.make({}),
  }),
  row("O16", "Restored", ["in_doubt"], "in_doubt", "same", {
    when: "newly in doubt: a person must look",
    rules: [241],
    guard: answer.ledToCurrentState,
    make: () => events.in_doubt.make({}),
  }),
  row("O11", "TokenShared", all, "flagged", "same", {
    when: "another payment has a token of it too",
    rules: [78],
    make: ({ is, stimulus: { other } }) => flagOnce(is, "reference_mismatch", keyText(other)),
  }),
  row("O17", "Contradicted", all, "flagged", "same", {
    when: "a statement of the service says the opposite",
    rules: [130],
    make: ({ is, stimulus: { line } }) => flagOnce(is, "terminal_contradiction", line),
  }),
  row("O17", "Parked", all, "flagged", "same", {
    when: "a consumer refused an event too often",
    rules: [],
    guard: ({ is, stimulus: { consumer } }) => !hasOpenFlag(is.flags, "delivery_parked", consumer),
    make: ({ stimulus: { consumer } }) => events.flagged.make({ kind: "delivery_parked", subject: consumer }),
  }),
]
