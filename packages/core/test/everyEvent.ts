/** One event of every kind, and of every place that it can lead to. */
import { CallFailure } from "../src/model/CallFailure.ts"
import { type EventTag, HeldReason, type PaymentEvent, AnsweredStateTag } from "../src/model/Event.ts"
import { blankConfirmRecord } from "../src/model/Observation.ts"
import { accepted, Events, payinIntent, payoutIntent, silence, token, unsent } from "./samples.ts"

const rests = AnsweredStateTag.literals
const attempt = 1
const person = { by: "A colleague", reason: "statement" }

export const everyEvent = {
  intended: [payinIntent().event, payoutIntent().event],
  attempt_started: [Events.attempt_started.make({ attempt: 2, kind: "pay", carriesOtp: false })],
  accepted: rests.map((to) => Events.accepted.make({ attempt, token: token(1), url: null, to })),
  otp_requested: rests.map((to) => Events.otp_requested.make({ attempt, token: null, to })),
  attempt_refused: rests.map((to) =>
    Events.attempt_refused.make({ attempt, reason: CallFailure.cases.amount_refused.make({ code: "Code02" }), to }),
  ),
  attempt_not_sent: rests.map((to) => Events.attempt_not_sent.make({ attempt, answer: unsent, to })),
  attempt_unanswered: rests.map((to) =>
    Events.attempt_unanswered.make({ attempt, cause: "timed_out", code: "", token: null, to }),
  ),
  answered_late: [null, ...rests].map((to) =>
    Events.answered_late.make({ attempt, answer: to === null ? silence : accepted(1), to }),
  ),
  reopened: [Events.reopened.make({ attempts: [1] })],
  refused: [Events.refused.make({})],
  in_doubt: [Events.in_doubt.make({})],
  completed: [true, false].map((late) =>
    Events.completed.make({
      observation: { attempt, startedAt: 0, record: { ...blankConfirmRecord, status: "completed" } },
      late,
    }),
  ),
  not_completed: [Events.not_completed.make({})],
  expired: [Events.expired.make({})],
  cancelled: (["too_old", "attempts", "code_unsent", "asked"] as const).map((because) =>
    Events.cancelled.make({ because, by: null }),
  ),
  held: HeldReason.literals.map((because) => Events.held.make({ because })),
  released: [Events.released.make(person), Events.released.make({ ...person, approvedBy: "Another colleague" })],
  resolved: (["completed", "underpaid", "not_completed", "intended"] as const).map((to) =>
    Events.resolved.make({ to, ...person, evidence: "letter 7", asOf: 1 }),
  ),
  approval_requested: (["release", "send_again"] as const).map((decision) =>
    Events.approval_requested.make({ decision, ...person, evidence: "letter 7", digest: "[]" }),
  ),
  approval_withdrawn: [Events.approval_withdrawn.make({ by: person.by })],
  restored: [Events.restored.make({})],
  completion_seen: [Events.completion_seen.make({ attempt })],
  flagged: [Events.flagged.make({ kind: "overdue", subject: "1" })],
  flag_closed: [Events.flag_closed.make({ kind: "overdue", subject: "1", ...person })],
} satisfies Readonly<Record<EventTag, ReadonlyArray<PaymentEvent>>>
