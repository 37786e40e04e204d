/** The six tones in which states are shown. A tone is a colour and a shape, so that it is visible without colour. */
import type { Tone } from "@cauri/pages"
import type { AttemptOutcome, EventTag, StateTag } from "@cauri/core/model"

export const stateTones: Readonly<Record<StateTag, Tone>> = {
  Intended: "waiting",
  Held: "held",
  Submitting: "waiting",
  AwaitingOtp: "waiting",
  Pending: "waiting",
  Completed: "settled",
  Underpaid: "failed",
  NotCompleted: "failed",
  Refused: "failed",
  InDoubt: "doubt",
  Expired: "closed",
  Cancelled: "closed",
}

export const eventTones: Readonly<Record<EventTag, Tone>> = {
  Intended: "closed",
  AttemptStarted: "waiting",
  Accepted: "waiting",
  OtpRequested: "waiting",
  AttemptRefused: "failed",
  AttemptNotSent: "closed",
  AttemptUnanswered: "doubt",
  AnsweredLate: "doubt",
  Reopened: "doubt",
  Restored: "doubt",
  Refused: "failed",
  InDoubt: "doubt",
  Completed: "settled",
  NotCompleted: "failed",
  Expired: "closed",
  Cancelled: "closed",
  Held: "held",
  Released: "held",
  Resolved: "settled",
  ApprovalRequested: "held",
  ApprovalWithdrawn: "held",
  CompletionSeen: "settled",
  Flagged: "doubt",
  FlagClosed: "closed",
}

export const outcomeTones: Readonly<Record<AttemptOutcome["_tag"], Tone>> = {
  InFlight: "waiting",
  NotExecuted: "closed",
  Accepted: "settled",
  OtpSent: "waiting",
  Refused: "failed",
  TurnedAway: "failed",
  NotSent: "closed",
  NoAnswer: "doubt",
}
