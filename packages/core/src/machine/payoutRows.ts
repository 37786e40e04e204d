/**
 * The machine of payouts: rows O1 to O19, in the order in which they are tried. Money may have left, so a payout waits until it is known.
 * Without an answer only a person's decision, or our own late answer, leaves `InDoubt`: this keeps a merchant from paying twice.
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
const notFinal = all.filter((state) => state !== "Submitting" && !stateTraits[state].isFinal)
const rests = ["Intended", "Pending", "InDoubt", "Refused"] as const

/** The rows of payouts. */
export const payoutRows: ReadonlyArray<DecidingRow<PayoutStateTag>> = [
  row("O1", "Created", null, "Intended", ["Intended"], {
    when: "create",
    rules: [61, 64, 250],
    make: ({ is: { content } }) => events.Intended.make({ content }),
  }),
  row("O2", "Created", ["Intended"], "Held", ["Held"], {
    when: "drafted as a refund, which only a person releases",
    rules: [146],
    guard: ({ stimulus }) => stimulus.isDraft,
    make: () => events.Held.make({ because: "RefundDraft" }),
  }),
  row("O2", "Created", ["Intended"], "Held", ["Held"], {
    when: "created above the amount from which the policy asks for two people",
    rules: [146],
    guard: ({ is, policy }) => !eyes.mayLeave(is, policy),
    make: () => events.Held.make({ because: "NeedsApproval" }),
  }),
  row("O2", "Started", ["Intended"], "AttemptStarted", ["Submitting"], {
    when: "claim",
    rules: [2, 18],
    guard: ({ policy, was }) => attemptsAllowSending(was) && (eyes.mayLeave(was, policy) || "NeedsSecondPerson"),
    make: person.attemptStarted,
  }),
  row("O2", "Stopped", ["Intended"], "Held", ["Held"], {
    when: "a twin is open or has just completed, the refunds would exceed their payin, or two people must let it go",
    rules: [61],
    make: ({ stimulus: { because } }) => events.Held.make({ because }),
  }),
  row("O3", "Released", ["Held"], "Released", ["Intended"], {
    when: "released by a person",
    rules: [193],
    guard: ({ is, policy }) => !eyes.needsSecondPerson(is, "Release", policy) || "NeedsSecondPerson",
    make: ({ stimulus: { by, reason } }) => events.Released.make({ by, reason }),
  }),
  row("O3", "Approved", ["Held"], "Released", ["Intended"], {
    when: "released by two people",
    rules: [193],
    guard: person.mayApprove,
    make: person.approvedRelease,
  }),
  row("O4", "Answered", ["Submitting"], "AttemptNotSent", ["Intended", "Pending", "InDoubt"], {
    when: "nothing was sent, or the service turned it away",
    rules: [188, 231, 233, 234, 235, 236, 237],
    make: answer.answeredInTime("AttemptNotSent"),
  }),
  row("O5", "Answered", ["Submitting"], "Accepted", ["Pending"], {
    when: "accepted: the token is in the same write",
    rules: [78, 172],
    make: answer.answeredInTime("Accepted"),
  }),
  row("O6", "Answered", ["Submitting"], "AttemptRefused", ["Refused", "Pending", "InDoubt"], {
    when: "refused",
    rules: [173, 232],
    make: answer.answeredInTime("AttemptRefused"),
  }),
  row("O7", "Answered", ["Submitting"], "AttemptUnanswered", ["InDoubt", "Pending"], {
    when: "no answer, or the lease is over",
    rules: [241, 242],
    make: answer.answeredInTime("AttemptUnanswered"),
  }),
  row("O8", "Answered", notFinal, "AnsweredLate", rests, {
    when: "our own attempt's late answer",
    rules: [78],
    drawn: [],
    make: answer.lateAnswerMovingState,
  }),
  row("O8", "Answered", all, "AnsweredLate", "same", {
    when: "our own attempt's late answer, which changes no state",
    rules: [78],
    make: answer.lateAnswerKeepingState,
  }),
  row("O9", "Answered", ["Intended", "Held"], "Reopened", ["InDoubt"], {
    when: "it counts as not executed, and a callback came for it",
    rules: [205],
    make: confirm.reopened,
  }),
  row("O6", "Answered", ["Refused"], "Refused", "same", {
    when: "refused, and no other attempt is open",
    rules: [23, 173],
    guard: answer.ledToCurrentState,
    make: answer.refusal,
  }),
  row("O7", "Answered", ["InDoubt"], "InDoubt", "same", {
    when: "unanswered, and no other attempt is open: a person must look",
    rules: [241],
    guard: answer.ledToCurrentState,
    make: () => events.InDoubt.make({}),
  }),
  row("O16", "Answered", ["Intended"], "Held", ["Held"], {
    when: "out of attempts",
    rules: [129],
    guard: answer.isGivenUp,
    make: () => events.Held.make({ because: "Attempts" }),
  }),
  row("O8", "Answered", all, "Flagged", "same", {
    when: "a person decided without this answer",
    rules: [78],
    guard: answer.cameAfterDecision,
    make: answer.flagAttempt("LateAnswer"),
  }),
  row("O7", "Answered", all, "Flagged", "same", {
    when: "accepted without a token",
    rules: [78, 241],
    guard: answer.acceptedWithoutToken,
    make: answer.flagAttempt("AcceptedWithoutToken"),
  }),
  row("O9", "Answered", all, "Flagged", "same", {
    when: "no token, and a callback came for it",
    rules: [200, 205],
    make: confirm.callbacksWithoutToken,
  }),
  row("O19", "Found", ["InDoubt"], "AnsweredLate", ["Pending"], {
    when: "in doubt, and the service knows a token by our id",
    rules: [],
    make: answer.tokenFound,
  }),
  row("O11", "Confirmed", notFinal, "Flagged", "same", {
    when: "a record that is not pending names another token",
    rules: [104],
    make: confirm.foreignRecords,
  }),
  row("O11", "Confirmed", ["Pending"], "Completed", ["Completed"], {
    when: "a confirm says completed, of our token",
    rules: [104, 108, 113],
    make: confirm.completed,
  }),
  row("O12", "Confirmed", ["Pending"], "NotCompleted", ["NotCompleted"], {
    when: "every token says notcompleted, and again 30 s later",
    rules: [108, 114],
    guard: confirm.hasFailedAgain,
    make: confirm.notCompleted,
  }),
  row("O13", "Confirmed", ["Pending"], "Flagged", "same", {
    when: "older than the rail's service level",
    rules: [126],
    make: confirm.overdueFlags,
  }),
  row("O14", "Confirmed", ["Completed"], "CompletionSeen", "same", {
    when: "the first completion seen after a decision without one",
    rules: [113],
    make: confirm.completionSeen,
  }),
  row("O14", "Confirmed", ["Completed"], "Flagged", "same", {
    when: "a second token completes",
    rules: [130],
    make: confirm.secondTransfers,
  }),
  row("O14", "Confirmed", ["Completed", "NotCompleted"], "Flagged", "same", {
    when: "the service contradicts a final state, twice",
    rules: [130],
    make: confirm.contradictions,
  }),
  row("O17", "Confirmed", all, "Flagged", "same", {
    when: "a status outside the specification",
    rules: [112],
    make: confirm.unknownStatuses,
  }),
  row("O17", "Confirmed", all, "Flagged", "same", {
    when: "the service does not know the token any more",
    rules: [103],
    make: confirm.lostTokens,
  }),
  row("O17", "Confirmed", all, "Flagged", "same", {
    when: "our credentials were refused for this payment alone",
    rules: [192],
    make: confirm.denial,
  }),
  row("O9", "Confirmed", ["Intended", "Held"], "Reopened", ["InDoubt"], {
    when: "a callback for an attempt that counts as not executed",
    rules: [205],
    make: confirm.reopened,
  }),
  row("O9", "Confirmed", ["InDoubt"], "InDoubt", "same", {
    when: "in doubt again: a person must look",
    rules: [205, 241],
    guard: answer.ledToCurrentState,
    make: () => events.InDoubt.make({}),
  }),
  row("O9", "Confirmed", all, "Flagged", "same", {
    when: "a callback for an attempt without a token",
    rules: [200, 205],
    make: confirm.callbacksWithoutToken,
  }),
  row("O10", "Decided", ["InDoubt"], "Resolved", ["Completed", "NotCompleted", "Intended"], {
    when: "a person decides",
    rules: [205],
    guard: person.mayDecide,
    make: person.decided,
  }),
  row("O10", "Decided", ["Pending"], "Resolved", ["Completed", "NotCompleted"], {
    when: "a person decides about a lost token, a late answer, an odd status or record, or one overdue at every level",
    rules: [205],
    guard: person.mayDecide,
    make: person.decided,
  }),
  row("O10", "Decided", ["Refused", "Cancelled"], "Resolved", ["Completed"], {
    when: "a callback came for a call that was refused or turned away, and a person knows that it was executed",
    rules: [205],
    drawn: [],
    guard: person.mayDecide,
    make: person.decided,
  }),
  row("O10", "Approved", ["InDoubt"], "Resolved", ["Intended"], {
    when: "two people decide to send it again",
    rules: [205],
    guard: person.mayApprove,
    make: person.approvedSendingAgain,
  }),
  row("O18", "Requested", ["Held", "InDoubt"], "ApprovalRequested", "same", {
    when: "a person requests a decision that needs two",
    rules: [193, 205],
    guard: person.mayRequest,
    make: person.requested,
  }),
  row("O18", "Withdrawn", ["Held", "InDoubt"], "ApprovalWithdrawn", "same", {
    when: "the request is taken back",
    rules: [193, 205],
    guard: ({ is }) => eyes.openRequest(is) !== null,
    make: ({ stimulus: { by } }) => events.ApprovalWithdrawn.make({ by }),
  }),
  row("O10", "FlagClosed", all, "FlagClosed", "same", {
    when: "a person closes a flag",
    rules: [205],
    guard: person.hasFlag,
    make: person.closeFlag,
  }),
  row("O15", "Cancelled", ["Intended", "Held"], "Cancelled", ["Cancelled"], {
    when: "cancel",
    rules: [129],
    guard: person.mayCancel,
    make: person.cancelled,
  }),
  row("O16", "TimePassed", ["Intended"], "Held", ["Held"], {
    when: "too old",
    rules: [129],
    guard: ({ is, now, policy }) => attemptsAllowSending(is) && now >= intentLimitOf(is, policy),
    make: () => events.Held.make({ because: "Stale" }),
  }),
  row("O16", "Restored", ["Intended", "Held", "InDoubt"], "Restored", ["InDoubt"], {
    when: "the store was restored: it may have been sent since",
    rules: [129, 241],
    drawn: [],
    guard: person.hasNoToken,
    make: () => events.Restored.make({}),
  }),
  row("O16", "Restored", ["InDoubt"], "InDoubt", "same", {
    when: "newly in doubt: a person must look",
    rules: [241],
    guard: answer.ledToCurrentState,
    make: () => events.InDoubt.make({}),
  }),
  row("O11", "TokenShared", all, "Flagged", "same", {
    when: "another payment has a token of it too",
    rules: [78],
    make: ({ is, stimulus: { other } }) => flagOnce(is, "ReferenceMismatch", keyText(other)),
  }),
  row("O17", "Contradicted", all, "Flagged", "same", {
    when: "a statement of the service says the opposite",
    rules: [130],
    make: ({ is, stimulus: { line } }) => flagOnce(is, "TerminalContradiction", line),
  }),
  row("O17", "Parked", all, "Flagged", "same", {
    when: "a consumer refused an event too often",
    rules: [],
    guard: ({ is, stimulus: { consumer } }) => !hasOpenFlag(is.flags, "DeliveryParked", consumer),
    make: ({ stimulus: { consumer } }) => events.Flagged.make({ kind: "DeliveryParked", subject: consumer }),
  }),
]
