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
  if (event._tag === "Accepted") return cases.Accepted.make({ token: event.token, url: event.url })
  if (event._tag === "OtpRequested") {
    return event.token === null ? cases.OtpSent.make({}) : cases.Accepted.make({ token: event.token, url: null })
  }
  if (event._tag === "AttemptRefused") return cases.Refused.make({ reason: event.reason })
  if (event._tag === "AttemptNotSent" || event._tag === "AnsweredLate") return event.answer
  if (event._tag !== "AttemptUnanswered") return null
  const { _tag, attempt: _attempt, to: _to, ...details } = event
  return cases.NoAnswer.make(details)
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
  if (event._tag === "AttemptStarted") {
    const { attempt: number, carriesOtp, kind } = event
    return [...attempts, { number, kind, carriesOtp, startedAt: at, outcome: AttemptMark.cases.InFlight.make({}) }]
  }
  if (event._tag === "Resolved" && (event.to === "NotCompleted" || event.to === "Intended")) {
    return markAll(isUnanswered, AttemptMark.cases.NotExecuted.make({}))
  }
  if (event._tag === "Reopened") {
    const unanswered = CreationAnswer.cases.NoAnswer.make({ cause: "ConnectionLost", code: "", token: null })
    return markAll((attempt) => event.attempts.includes(attempt.number), unanswered)
  }
  const outcome = outcomeIn(event)
  return outcome !== null && "attempt" in event ? withOutcome(attempts, event.attempt, outcome) : attempts
}

/** The flags after an event. At most one of a kind and subject is open. */
const evolveFlags = (flags: ReadonlyArray<Flag>, event: PaymentEvent, at: number): ReadonlyArray<Flag> => {
  if (event._tag === "Flagged") {
    const { _tag, ...raised } = event
    // Raised again while it is open, it has another amount.
    const others = flags.filter(
      ({ closed, kind, subject }) => closed !== null || kind !== raised.kind || subject !== raised.subject,
    )
    return [...others, { ...raised, raisedAt: at, closed: null }]
  }
  if (event._tag === "FlagClosed") {
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
  decidedAt: event._tag === "Resolved" ? at : before.decidedAt,
  restoredAt: event._tag === "Restored" ? at : event._tag === "Resolved" ? null : before.restoredAt,
})

/** The state to which an event of either kind of payment leads; null: the state stays. */
export const stateTagAfter = (
  event: PaymentEvent,
):
  | AnsweredStateTag
  | "Submitting"
  | "Held"
  | "Completed"
  | "Underpaid"
  | "NotCompleted"
  | "Expired"
  | "Cancelled"
  | null => {
  switch (event._tag) {
    case "Released":
      return "Intended"
    case "AttemptStarted":
      return "Submitting"
    case "Reopened":
    case "Restored":
      return "InDoubt"
    case "Accepted":
    case "OtpRequested":
    case "AttemptRefused":
    case "AttemptNotSent":
    case "AttemptUnanswered":
    case "AnsweredLate":
    case "Resolved":
      return event.to
    case "Intended":
    case "Held":
    case "Completed":
    case "NotCompleted":
    case "Expired":
    case "Cancelled":
      return event._tag
    case "ApprovalRequested":
    case "ApprovalWithdrawn":
    case "CompletionSeen":
    case "Refused":
    case "InDoubt":
    case "Flagged":
    case "FlagClosed":
      return null
  }
}
