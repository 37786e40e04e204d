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

/**
 * What there is to look at.
 *
 * ```ts
 * FlagKind.literals.filter((kind) => kind.startsWith("double")) // => ["double_collection", "double_payout"]
 * ```
 */
export const FlagKind = Schema.Literals([
  /** The service took the payment, but its answer holds no address to open where the mode needs one. */
  "no_payment_url",
  /** `00` without a token: probably executed, and nothing to ask with. */
  "accepted_without_token",
  /** A payin has an attempt with an unknown outcome. */
  "unanswered",
  /** An answer came after a decision was taken without it. */
  "late_answer",
  /** A callback came for an attempt without a token: the service knows a transaction that we cannot ask for. */
  "callback_without_token",
  /** The service does not know a token that it gave us. */
  "token_lost",
  /** Confirm was refused with an authentication failure for this payment. */
  "confirm_denied",
  /** A record with a status outside the specification. */
  "unknown_status",
  /** Completed with another amount than expected. */
  "amount_mismatch",
  /** A record that is not pending, and belongs to another payment. */
  "reference_mismatch",
  /** `external_id` does not contain our id: the service's own entries may join in, so it only deserves a look. */
  "external_id_mismatch",
  /** A final payment of which the service now says the opposite. */
  "terminal_contradiction",
  "completed_after_not_completed",
  /** Two collections for one payin or one order; two transfers for one payout. */
  "double_collection",
  "double_payout",
  /** A payout that takes longer than its rail promises. */
  "overdue",
  /** An event that a consumer refused too often. */
  "delivery_parked",
])
export type FlagKind = typeof FlagKind.Type

/** What the service says was paid, for an `amount_mismatch` whose record names it: the smaller amount where it names two. */
const amountPaid = Schema.optionalKey(Schema.Int)

/**
 * One flag of a payment. `subject` distinguishes two flags of a kind: an attempt, a level, another payment.
 *
 * ```ts
 * const flag = Flag.make({ kind: "overdue", subject: "1", raisedAt: 0, closed: null })
 * flag.amountPaid // => undefined
 * ```
 */
export const Flag = Schema.Struct({
  kind: FlagKind,
  subject: Schema.String.check(Schema.isMaxLength(200)),
  amountPaid,
  raisedAt: Schema.Int,
  closed: Schema.NullOr(Schema.Struct({ at: Schema.Int, by: Schema.String, reason: Schema.String })),
})
export type Flag = typeof Flag.Type

/**
 * Flags that are still to be looked at.
 *
 * ```ts
 * const open = Flag.make({ kind: "unanswered", subject: "1", raisedAt: 0, closed: null })
 * const closed = Flag.make({ ...open, subject: "2", closed: { at: 5, by: "The manager", reason: "it was paid in cash" } })
 * openFlags([open, closed]) // => [open]
 * ```
 */
export const openFlags = (flags: ReadonlyArray<Flag>): ReadonlyArray<Flag> =>
  flags.filter((flag) => flag.closed === null)

/** Is there an open flag of this kind (and subject, if one is given)? */
export const hasOpenFlag = (flags: ReadonlyArray<Flag>, kind: FlagKind, subject?: string): boolean =>
  flags.some(
    (flag) => flag.closed === null && flag.kind === kind && (subject === undefined || flag.subject === subject),
  )

/** The states in which an answered payment can rest. */
export const AnsweredStateTag = Schema.Literals(["intended", "awaiting_otp", "pending", "in_doubt", "refused"])
export type AnsweredStateTag = typeof AnsweredStateTag.Type

/**
 * Why a payout waits for a person.
 *
 * ```ts
 * HeldReason.literals.includes("needs_approval") // => true
 * ```
 */
export const HeldReason = Schema.Literals([
  "twin",
  "stale",
  "attempts",
  "refund_draft",
  "refund_too_high",
  /** Its amount is above the policy's `approvals.payoutsAbove`: two people release it. */
  "needs_approval",
])
export type HeldReason = typeof HeldReason.Type

/**
 * What one person requests and another approves: what lets the money of a payout leave.
 *
 * ```ts
 * ApprovableDecision.literals // => ["release", "send_again"]
 * ```
 */
export const ApprovableDecision = Schema.Literals(["release", "send_again"])
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
const { accepted, no_answer: noAnswer } = CreationAnswer.cases

/**
 * Everything that can happen to a payment.
 *
 * ```ts
 * const event = PaymentEvent.cases.expired.make({})
 * PaymentEvent.guards.completed(event) // => false
 * ```
 */
export const PaymentEvent = Schema.TaggedUnion({
  /** The merchant wants it; the row exists before any byte leaves. */
  intended: { content: Schema.Union([PayinContent, PayoutContent]) },
  attempt_started: { attempt, kind: AttemptKind, carriesOtp: Schema.Boolean },
  accepted: { attempt, token: CreationToken, url: accepted.fields.url, to },
  otp_requested: { attempt, token, to },
  attempt_refused: { attempt, reason: CallFailure, to },
  /** Nothing was sent, or the service turned the call away. */
  attempt_not_sent: { attempt, answer: CreationAnswer, to },
  attempt_unanswered: {
    attempt,
    cause: NoAnswerCause,
    code: noAnswer.fields.code,
    detail: noAnswer.fields.detail,
    evidence: noAnswer.fields.evidence,
    token,
    to,
  },
  /** Our own attempt's answer, after it was given up. `to` is null where the state stays. */
  answered_late: { attempt, answer: CreationAnswer, to: Schema.NullOr(AnsweredStateTag) },
  /** A callback came for attempts that counted as not executed. */
  reopened: { attempts: Schema.Array(attempt) },
  /** The store was restored from a backup: what became of it since is forgotten, so no program sends it. */
  restored: {},
  /** `reason`: that of the answer that ended it. */
  refused: { reason: Schema.optionalKey(CallFailure) },
  in_doubt: {},
  /** Seen by a confirm. `late`: the payin was closed for the merchant already. */
  completed: { observation: Observation, late: Schema.Boolean },
  /** `detail`: what the service says of it in words, for operators alone. */
  not_completed: { detail: CallFailureDetail },
  expired: {},
  /** `code_unsent`: only the caller had the customer's code, and its call did not leave in time. */
  cancelled: { because: Schema.Literals(["too_old", "attempts", "code_unsent", "asked"]), by: Schema.NullOr(text) },
  held: { because: HeldReason },
  released: { by: text, reason: text, approvedBy },
  /** A person's decision, with what it rests on and the newest event that the person had seen. A payin that was paid has its amount. */
  resolved: {
    to: Schema.Literals(["completed", "underpaid", "not_completed", "intended"]),
    amountPaid,
    by: text,
    reason: text,
    evidence: text,
    asOf: Schema.Int,
    approvedBy,
  },
  /** A person requests a decision that needs two. The next event of the payment makes the request void. */
  approval_requested: ApprovalRequest.fields,
  approval_withdrawn: { by: text },
  /** The first completion that a confirm saw after a person had decided "completed" without one. */
  completion_seen: { attempt },
  flagged: { kind: FlagKind, subject: text, amountPaid },
  flag_closed: { kind: FlagKind, subject: text, by: text, reason: text },
})
export type PaymentEvent = typeof PaymentEvent.Type
/** The name of an event. */
export type EventTag = PaymentEvent["_tag"]

/**
 * An event with its number in the payment's history and its time.
 *
 * ```ts
 * const { payment } = yield* payins.create(payin)
 * const [first] = yield* store.history({ key: payment.key, after: 0, limit: 1 })
 * Schema.is(HistoryEntry)(first) // => true
 * ```
 */
export const HistoryEntry = Schema.Struct({ seq: Schema.Int, at: Schema.Int, event: PaymentEvent })
export type HistoryEntry = typeof HistoryEntry.Type

/**
 * What consumers receive.
 *
 * ```ts
 * deliveredTags.filter((tag) => tag.startsWith("in")) // => ["in_doubt"]
 * ```
 */
export const deliveredTags = [
  "completed",
  "underpaid",
  "not_completed",
  "refused",
  "expired",
  "cancelled",
  "in_doubt",
  "held",
  "flagged",
] as const
/** The name of an event that consumers receive. */
export type DeliveredTag = (typeof deliveredTags)[number]

const isDelivered = (tag: string): tag is DeliveredTag => deliveredTags.some((each) => each === tag)

/**
 * As what consumers receive this event; null: they do not. A person's decision is received as what it leads to.
 *
 * ```ts
 * const decided = { by: "The manager", reason: "it is there", evidence: "line 4", asOf: 3 }
 * deliveredAs(PaymentEvent.cases.resolved.make({ to: "not_completed", ...decided })) // => "not_completed"
 * deliveredAs(PaymentEvent.cases.reopened.make({ attempts: [1] })) // => null
 * ```
 */
export const deliveredAs = (event: PaymentEvent): DeliveredTag | null => {
  const tag = event._tag === "resolved" ? event.to : event._tag
  return isDelivered(tag) ? tag : null
}
