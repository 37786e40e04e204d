/**
 * One line of a payment's append-only history, and what it can flag. Folding the lines gives the payment's state, attempts and flags;
 * schedules are not history.
 *
 * A flag is something that a person should look at. It stays open until it is closed with a reason, and never changes a state:
 * contradictions are flags, not states of their own. Evidence raises it once for its kind and subject; a new event raises it again.
 */
import { Schema } from "effect"
import { PayinContent, PayoutContent } from "./Content.ts"
import { CreationAnswer } from "./CreationAnswer.ts"
import { CreationToken } from "./Identifiers.ts"
import { Observation } from "./Observation.ts"
import { NoAnswerCause, CallFailure, CallFailureDetail } from "./CallFailure.ts"
import { AttemptKind } from "./ValidationMode.ts"

/** What there is to look at. */
export const FlagKind = Schema.Literals([
  /** The service took the payment, but its answer holds no address to open where the mode needs one. */
  "NoPaymentUrl",
  /** `00` without a token: probably executed, and nothing to ask with. */
  "AcceptedWithoutToken",
  /** A payin has an attempt with an unknown outcome. */
  "Unanswered",
  /** An answer came after a decision was taken without it. */
  "LateAnswer",
  /** A callback came for an attempt without a token: the service knows a transaction that we cannot ask for. */
  "CallbackWithoutToken",
  /** The service does not know a token that it gave us. */
  "TokenLost",
  /** Confirm was refused with an authentication failure for this payment. */
  "ConfirmDenied",
  /** A record with a status outside the specification. */
  "UnknownStatus",
  /** Completed with another amount than expected. */
  "AmountMismatch",
  /** A record that is not pending, and belongs to another payment. */
  "ReferenceMismatch",
  /** `external_id` does not contain our id: the service's own entries may join in, so it only deserves a look. */
  "ExternalIdMismatch",
  /** A final payment of which the service now says the opposite. */
  "TerminalContradiction",
  "CompletedAfterNotCompleted",
  /** Two collections for one payin or one order; two transfers for one payout. */
  "DoubleCollection",
  "DoublePayout",
  /** A payout that takes longer than its rail promises. */
  "Overdue",
  /** An event that a consumer refused too often. */
  "DeliveryParked",
])
export type FlagKind = typeof FlagKind.Type

/** What the service says was paid, for an `AmountMismatch` whose record names it: the smaller amount where it names two. */
const amountPaid = Schema.optionalKey(Schema.Int)

/** One flag of a payment. `subject` distinguishes two flags of a kind: an attempt, a level, another payment. */
export const Flag = Schema.Struct({
  kind: FlagKind,
  subject: Schema.String.check(Schema.isMaxLength(200)),
  amountPaid,
  raisedAt: Schema.Int,
  closed: Schema.NullOr(Schema.Struct({ at: Schema.Int, by: Schema.String, reason: Schema.String })),
})
export type Flag = typeof Flag.Type

/** Flags that are still to be looked at. */
export const openFlags = (flags: ReadonlyArray<Flag>): ReadonlyArray<Flag> =>
  flags.filter((flag) => flag.closed === null)

/** Is there an open flag of this kind (and subject, if one is given)? */
export const hasOpenFlag = (flags: ReadonlyArray<Flag>, kind: FlagKind, subject?: string): boolean =>
  flags.some(
    (flag) => flag.closed === null && flag.kind === kind && (subject === undefined || flag.subject === subject),
  )

/** The states in which an answered payment can rest. */
export const AnsweredStateTag = Schema.Literals(["Intended", "AwaitingOtp", "Pending", "InDoubt", "Refused"])
export type AnsweredStateTag = typeof AnsweredStateTag.Type

/** Why a payout waits for a person. */
export const HeldReason = Schema.Literals([
  "Twin",
  "Stale",
  "Attempts",
  "RefundDraft",
  "RefundTooHigh",
  /** Its amount is above the policy's `approvals.payoutsAbove`: two people release it. */
  "NeedsApproval",
])
export type HeldReason = typeof HeldReason.Type

/** What one person requests and another approves: what lets the money of a payout leave. */
export const ApprovableDecision = Schema.Literals(["Release", "SendAgain"])
export type ApprovableDecision = typeof ApprovableDecision.Type

const text = Schema.String.check(Schema.isMaxLength(2_000))

/** A decision that waits for its second person. `digest`: all that the first one saw, to be compared in full. */
export const ApprovalRequest = Schema.Struct({
  decision: ApprovableDecision,
  by: text,
  reason: text,
  evidence: text,
  digest: Schema.String,
})
export type ApprovalRequest = typeof ApprovalRequest.Type

/** Who approved what `by` requested, where the policy asked for two people. */
const approvedBy = Schema.optionalKey(text)
const attempt = Schema.Int
const token = Schema.NullOr(CreationToken)
const to = AnsweredStateTag
// An event must be able to hold whatever an answer holds: an answer that history refused would be lost.
const { Accepted, NoAnswer } = CreationAnswer.cases

/** Everything that can happen to a payment. */
export const PaymentEvent = Schema.TaggedUnion({
  /** The merchant wants it; the row exists before any byte leaves. */
  Intended: { content: Schema.Union([PayinContent, PayoutContent]) },
  AttemptStarted: { attempt, kind: AttemptKind, carriesOtp: Schema.Boolean },
  Accepted: { attempt, token: CreationToken, url: Accepted.fields.url, to },
  OtpRequested: { attempt, token, to },
  AttemptRefused: { attempt, reason: CallFailure, to },
  /** Nothing was sent, or the service turned the call away. */
  AttemptNotSent: { attempt, answer: CreationAnswer, to },
  AttemptUnanswered: {
    attempt,
    cause: NoAnswerCause,
    code: NoAnswer.fields.code,
    detail: NoAnswer.fields.detail,
    evidence: NoAnswer.fields.evidence,
    token,
    to,
  },
  /** Our own attempt's answer, after it was given up. `to` is null where the state stays. */
  AnsweredLate: { attempt, answer: CreationAnswer, to: Schema.NullOr(AnsweredStateTag) },
  /** A callback came for attempts that counted as not executed. */
  Reopened: { attempts: Schema.Array(attempt) },
  /** The store was restored from a backup: what became of it since is forgotten, so no program sends it. */
  Restored: {},
  /** `reason`: that of the answer that ended it. */
  Refused: { reason: Schema.optionalKey(CallFailure) },
  InDoubt: {},
  /** Seen by a confirm. `late`: the payin was closed for the merchant already. */
  Completed: { observation: Observation, late: Schema.Boolean },
  /** `detail`: what the service says of it in words, for operators alone. */
  NotCompleted: { detail: CallFailureDetail },
  Expired: {},
  /** `CodeUnsent`: only the caller had the customer's code, and its call did not leave in time. */
  Cancelled: { because: Schema.Literals(["TooOld", "Attempts", "CodeUnsent", "Asked"]), by: Schema.NullOr(text) },
  Held: { because: HeldReason },
  Released: { by: text, reason: text, approvedBy },
  /** A person's decision, with what it rests on and the newest event that the person had seen. A payin that was paid has its amount. */
  Resolved: {
    to: Schema.Literals(["Completed", "Underpaid", "NotCompleted", "Intended"]),
    amountPaid,
    by: text,
    reason: text,
    evidence: text,
    asOf: Schema.Int,
    approvedBy,
  },
  /** A person requests a decision that needs two. The next event of the payment makes the request void. */
  ApprovalRequested: ApprovalRequest.fields,
  ApprovalWithdrawn: { by: text },
  /** The first completion that a confirm saw after a person had decided "completed" without one. */
  CompletionSeen: { attempt },
  Flagged: { kind: FlagKind, subject: text, amountPaid },
  FlagClosed: { kind: FlagKind, subject: text, by: text, reason: text },
})
export type PaymentEvent = typeof PaymentEvent.Type
/** The name of an event. */
export type EventTag = PaymentEvent["_tag"]

/** An event with its number in the payment's history and its time. */
export const HistoryEntry = Schema.Struct({ seq: Schema.Int, at: Schema.Int, event: PaymentEvent })
export type HistoryEntry = typeof HistoryEntry.Type

/** What consumers receive. */
export const deliveredTags = [
  "Completed",
  "Underpaid",
  "NotCompleted",
  "Refused",
  "Expired",
  "Cancelled",
  "InDoubt",
  "Held",
  "Flagged",
] as const
/** The name of an event that consumers receive. */
export type DeliveredTag = (typeof deliveredTags)[number]

const isDelivered = (tag: string): tag is DeliveredTag => deliveredTags.some((each) => each === tag)

/** As what consumers receive this event; null: they do not. A person's decision is received as what it leads to. */
export const deliveredAs = (event: PaymentEvent): DeliveredTag | null => {
  const tag = event._tag === "Resolved" ? event.to : event._tag
  return isDelivered(tag) ? tag : null
}
