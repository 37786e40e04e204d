/** One event of every kind, and of every place that it can lead to. */
import { CallFailure } from "../src/model/CallFailure.ts"
import { type EventTag, HeldReason, type PaymentEvent, AnsweredStateTag } from "../src/model/Event.ts"
import { blankConfirmRecord } from "../src/model/Observation.ts"
import { accepted, Events, payinIntent, payoutIntent, silence, token, unsent } from "./samples.ts"

const rests = AnsweredStateTag.literals
const attempt = 1
const person = { by: "A colleague", reason: "statement" }

export const everyEvent = {
  Intended: [payinIntent().event, payoutIntent().event],
  AttemptStarted: [Events.AttemptStarted.make({ attempt: 2, kind: "Pay", carriesOtp: false })],
  Accepted: rests.map((to) => Events.Accepted.make({ attempt, token: token(1), url: null, to })),
  OtpRequested: rests.map((to) => Events.OtpRequested.make({ attempt, token: null, to })),
  AttemptRefused: rests.map((to) =>
    Events.AttemptRefused.make({ attempt, reason: CallFailure.cases.AmountRefused.make({ code: "Code02" }), to }),
  ),
  AttemptNotSent: rests.map((to) => Events.AttemptNotSent.make({ attempt, answer: unsent, to })),
  AttemptUnanswered: rests.map((to) =>
    Events.AttemptUnanswered.make({ attempt, cause: "TimedOut", code: "", token: null, to }),
  ),
  AnsweredLate: [null, ...rests].map((to) =>
    Events.AnsweredLate.make({ attempt, answer: to === null ? silence : accepted(1), to }),
  ),
  Reopened: [Events.Reopened.make({ attempts: [1] })],
  Refused: [Events.Refused.make({})],
  InDoubt: [Events.InDoubt.make({})],
  Completed: [true, false].map((late) =>
    Events.Completed.make({
      observation: { attempt, startedAt: 0, record: { ...blankConfirmRecord, status: "completed" } },
      late,
    }),
  ),
  NotCompleted: [Events.NotCompleted.make({})],
  Expired: [Events.Expired.make({})],
  Cancelled: (["TooOld", "Attempts", "CodeUnsent", "Asked"] as const).map((because) =>
    Events.Cancelled.make({ because, by: null }),
  ),
  Held: HeldReason.literals.map((because) => Events.Held.make({ because })),
  Released: [Events.Released.make(person), Events.Released.make({ ...person, approvedBy: "Another colleague" })],
  Resolved: (["Completed", "Underpaid", "NotCompleted", "Intended"] as const).map((to) =>
    Events.Resolved.make({ to, ...person, evidence: "letter 7", asOf: 1 }),
  ),
  ApprovalRequested: (["Release", "SendAgain"] as const).map((decision) =>
    Events.ApprovalRequested.make({ decision, ...person, evidence: "letter 7", digest: "[]" }),
  ),
  ApprovalWithdrawn: [Events.ApprovalWithdrawn.make({ by: person.by })],
  Restored: [Events.Restored.make({})],
  CompletionSeen: [Events.CompletionSeen.make({ attempt })],
  Flagged: [Events.Flagged.make({ kind: "Overdue", subject: "1" })],
  FlagClosed: [Events.FlagClosed.make({ kind: "Overdue", subject: "1", ...person })],
} satisfies Readonly<Record<EventTag, ReadonlyArray<PaymentEvent>>>
