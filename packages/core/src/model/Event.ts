/**
 * One line of a payment's append-only history. Folding the lines gives the payment's state, attempts and flags back; schedules
 * are not history.
 */
import { Schema } from "effect"
import { PayinContent, PayoutContent } from "./Content.ts"
import { CreationAnswer } from "./CreationAnswer.ts"
import { FlagKind } from "./Flag.ts"
import { NoAnswerCause, Reason } from "./Reason.ts"
import { CreationToken } from "./Identifiers.ts"
import { Observation } from "./Observation.ts"
import { AttemptKind } from "./ValidationMode.ts"

/** The states in which an answered payment can rest. */
export const RestTag = Schema.Literals(["Intended", "AwaitingOtp", "Pending", "InDoubt", "Refused"])
export type RestTag = typeof RestTag.Type

/** Why a payout waits for a person. */
export const HeldReason = Schema.Literals(["Twin", "Stale", "Attempts", "Restored", "RefundDraft", "RefundTooHigh"])
export type HeldReason = typeof HeldReason.Type

const text = Schema.String.check(Schema.isMaxLength(2_000))
const attempt = Schema.Int
const token = Schema.NullOr(CreationToken)
const to = RestTag
// What an answer may hold, its event may hold: one that history refused would be lost.
const { Accepted, NoAnswer } = CreationAnswer.cases

/** Everything that can happen to a payment. */
export const PaymentEvent = Schema.TaggedUnion({
  /** The merchant wants it; the row exists before any byte leaves. */
  Intended: { content: Schema.Union([PayinContent, PayoutContent]) },
  AttemptStarted: { attempt, kind: AttemptKind, carriesOtp: Schema.Boolean },
  Accepted: { attempt, token: CreationToken, url: Accepted.fields.url, to },
  OtpRequested: { attempt, token, to },
  AttemptRefused: { attempt, reason: Reason, to },
  /** Nothing left, or we were turned away at the door. */
  AttemptNotSent: { attempt, answer: CreationAnswer, to },
  AttemptUnanswered: {
    attempt,
    cause: NoAnswerCause,
    code: NoAnswer.fields.code,
    detail: NoAnswer.fields.detail,
    token,
    to,
  },
  /** Our own attempt's answer, after it was given up. `to` is null where the state stands. */
  AnsweredLate: { attempt, answer: CreationAnswer, to: Schema.NullOr(RestTag) },
  /** A callback came for attempts that a person had declared not executed. */
  Reopened: { attempts: Schema.Array(attempt) },
  /** `reason`: that of the answer which ended it. */
  Refused: { reason: Schema.optionalKey(Reason) },
  InDoubt: {},
  /** Seen by a confirm. `late`: the payin was closed for the merchant already. */
  Completed: { observation: Observation, late: Schema.Boolean },
  NotCompleted: {},
  Expired: {},
  /** `CodeUnsent`: only the caller had the customer's code, and its call did not leave in time. */
  Cancelled: { because: Schema.Literals(["TooOld", "Attempts", "CodeUnsent", "Asked"]), by: Schema.NullOr(text) },
  Held: { because: HeldReason },
  Released: { by: text, reason: text },
  /** A person's decision, with what it rests on and the newest event that the person had seen. */
  Resolved: {
    to: Schema.Literals(["Completed", "NotCompleted", "Intended"]),
    by: text,
    reason: text,
    evidence: text,
    asOf: Schema.Int,
  },
  /** The first completion that a confirm saw after a person had already decided "completed" without one. */
  CompletionSeen: { attempt },
  Flagged: { kind: FlagKind, subject: text },
  FlagClosed: { kind: FlagKind, subject: text, by: text, reason: text },
})
export type PaymentEvent = typeof PaymentEvent.Type
/** The name of an event. */
export type EventTag = PaymentEvent["_tag"]

/** An event with its number in the payment's history and its time. */
export const HistoryEntry = Schema.Struct({ seq: Schema.Int, at: Schema.Int, event: PaymentEvent })
export type HistoryEntry = typeof HistoryEntry.Type

/** The events that hosts hear of. */
export const announcedTags = [
  "Completed",
  "NotCompleted",
  "Refused",
  "Expired",
  "Cancelled",
  "InDoubt",
  "Held",
  "Resolved",
  "Flagged",
] as const satisfies ReadonlyArray<EventTag>
/** The name of an event that hosts hear of. */
export type AnnouncedTag = (typeof announcedTags)[number]

/** Is this an event that hosts hear of? */
export const isAnnounced = (tag: EventTag): tag is AnnouncedTag => announcedTags.some((each) => each === tag)
