/**
 * What payins and payouts have in common: attempts and flags, and how events change them.
 */
import { Schema } from "effect"
import { Attempt, AttemptMark, type AttemptOutcome, isUnanswered } from "./Attempt.ts"
import { CreationAnswer } from "./CreationAnswer.ts"
import { type AnsweredStateTag, Flag, type HistoryEntry, type PaymentEvent } from "./Event.ts"

/** What every payment has, whatever its kind. */
export const commonFields = {
  createdAt: Schema.Int,
  attempts: Schema.Array(Attempt),
  flags: Schema.Array(Flag),
  /** The number of the newest event. */
  seq: Schema.Int,
  /** When a person last decided about it. */
  decidedAt: Schema.NullOr(Schema.Int),
  /** When the store was last restored under it; null: never, or a person has decided about it since. */
  restoredAt: Schema.NullOr(Schema.Int),
}
type Common = Schema.Struct.Type<typeof commonFields>

const outcomeIn = (event: PaymentEvent): AttemptOutcome | null => {
  const cases = CreationAnswer.cases
  if (event._tag === "accepted") return cases.accepted.make({ token: event.token, url: event.url })
  if (event._tag === "otp_requested") {
    return event.token === null ? cases.otp_sent.make({}) : cases.accepted.make({ token: event.token, url: null })
  }
  if (event._tag === "attempt_refused") return cases.refused.make({ reason: event.reason })
  if (event._tag === "attempt_not_sent" || event._tag === "answered_late") return event.answer
  if (event._tag !== "attempt_unanswered") return null
  const { _tag, attempt: _attempt, to: _to, ...details } = event
  return cases.no_answer.make(details)
}

/** The attempts, with this outcome set on the one of that number. */
export const withOutcome = (
  attempts: ReadonlyArray<Attempt>,
  number: number,
  outcome: AttemptOutcome,
): ReadonlyArray<Attempt> => attempts.map((each) => (each.number === number ? { ...each, outcome } : each))

const evolveAttempts = (attempts: ReadonlyArray<Attempt>, event: PaymentEvent, at: number): ReadonlyArray<Attempt> => {
  const markAll = (fits: (attempt: Attempt) => boolean, outcome: AttemptOutcome) =>
    attempts.map((attempt) => (fits(attempt) ? { ...attempt, outcome } : attempt))
  if (event._tag === "attempt_started") {
    const { attempt: number, carriesOtp, kind } = event
    return [...attempts, { number, kind, carriesOtp, startedAt: at, outcome: AttemptMark.cases.in_flight.make({}) }]
  }
  if (event._tag === "resolved" && (event.to === "not_completed" || event.to === "intended")) {
    return markAll(isUnanswered, AttemptMark.cases.not_executed.make({}))
  }
  if (event._tag === "reopened") {
    const unanswered = CreationAnswer.cases.no_answer.make({ cause: "connection_lost", code: "", token: null })
    return markAll((attempt) => event.attempts.includes(attempt.number), unanswered)
  }
  const outcome = outcomeIn(event)
  return outcome !== null && "attempt" in event ? withOutcome(attempts, event.attempt, outcome) : attempts
}

/** The flags after an event. At most one of a kind and subject is open. */
const evolveFlags = (flags: ReadonlyArray<Flag>, event: PaymentEvent, at: number): ReadonlyArray<Flag> => {
  if (event._tag === "flagged") {
    const { _tag, ...raised } = event
    // Raised again while it is open, it has another amount.
    const others = flags.filter(
      ({ closed, kind, subject }) => closed !== null || kind !== raised.kind || subject !== raised.subject,
    )
    return [...others, { ...raised, raisedAt: at, closed: null }]
  }
  if (event._tag === "flag_closed") {
    return flags.map((flag) =>
      flag.kind === event.kind && flag.subject === event.subject && flag.closed === null
        ? { ...flag, closed: { at, by: event.by, reason: event.reason } }
        : flag,
    )
  }
  return flags
}

/** The common fields of a payment before its first event. */
export const blankCommon = (at: number): Common => ({
  createdAt: at,
  attempts: [],
  flags: [],
  seq: 0,
  decidedAt: null,
  restoredAt: null,
})

/** The common fields of a payment after an event of its history. */
export const evolveCommon = (before: Common, { seq, at, event }: HistoryEntry): Common => ({
  createdAt: before.createdAt,
  attempts: evolveAttempts(before.attempts, event, at),
  flags: evolveFlags(before.flags, event, at),
  seq,
  decidedAt: event._tag === "resolved" ? at : before.decidedAt,
  restoredAt: event._tag === "restored" ? at : event._tag === "resolved" ? null : before.restoredAt,
})

/** The state to which an event of either kind of payment leads; null: the state stays. */
export const stateTagAfter = (
  event: PaymentEvent,
):
  | AnsweredStateTag
  | "submitting"
  | "held"
  | "completed"
  | "underpaid"
  | "not_completed"
  | "expired"
  | "cancelled"
  | null => {
  switch (event._tag) {
    case "released":
      return "intended"
    case "attempt_started":
      return "submitting"
    case "reopened":
    case "restored":
      return "in_doubt"
    case "accepted":
    case "otp_requested":
    case "attempt_refused":
    case "attempt_not_sent":
    case "attempt_unanswered":
    case "answered_late":
    case "resolved":
      return event.to
    case "intended":
    case "held":
    case "completed":
    case "not_completed":
    case "expired":
    case "cancelled":
      return event._tag
    case "approval_requested":
    case "approval_withdrawn":
    case "completion_seen":
    case "refused":
    case "in_doubt":
    case "flagged":
    case "flag_closed":
      return null
  }
}
