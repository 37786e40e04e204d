/** The six tones in which states are shown. A tone is a colour and a shape, so that it is visible without colour. */
import type { Tone } from "@cauri/pages"
import type { AttemptOutcome, EventTag, StateTag } from "@cauri/core/model"

export const stateTones: Readonly<Record<StateTag, Tone>> = {
  intended: "waiting",
  held: "held",
  submitting: "waiting",
  awaiting_otp: "waiting",
  pending: "waiting",
  completed: "settled",
  underpaid: "failed",
  not_completed: "failed",
  refused: "failed",
  in_doubt: "doubt",
  expired: "closed",
  cancelled: "closed",
}

export const eventTones: Readonly<Record<EventTag, Tone>> = {
  intended: "closed",
  attempt_started: "waiting",
  accepted: "waiting",
  otp_requested: "waiting",
  attempt_refused: "failed",
  attempt_not_sent: "closed",
  attempt_unanswered: "doubt",
  answered_late: "doubt",
  reopened: "doubt",
  restored: "doubt",
  refused: "failed",
  in_doubt: "doubt",
  completed: "settled",
  not_completed: "failed",
  expired: "closed",
  cancelled: "closed",
  held: "held",
  released: "held",
  resolved: "settled",
  approval_requested: "held",
  approval_withdrawn: "held",
  completion_seen: "settled",
  flagged: "doubt",
  flag_closed: "closed",
}

export const outcomeTones: Readonly<Record<AttemptOutcome["_tag"], Tone>> = {
  in_flight: "waiting",
  not_executed: "closed",
  accepted: "settled",
  otp_sent: "waiting",
  refused: "failed",
  turned_away: "failed",
  not_sent: "closed",
  no_answer: "doubt",
}
