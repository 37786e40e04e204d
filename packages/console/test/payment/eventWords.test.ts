/** What people see of events: no word of the code, whatever an event holds. */
import { assert, describe, it } from "@effect/vitest"
import { blankConfirmRecord, CreationAnswer } from "@cauri/core/adapter"
import {
  CreationToken,
  FlagKind,
  HeldReason,
  NoAnswerCause,
  NotSentCause,
  PaymentEvent,
  CallFailure,
} from "@cauri/core/model"
import { Struct } from "effect"
import { nothingMasked } from "../../src/words/masking.ts"
import { detailOf, outcomeText } from "../../src/payment/sentences.ts"

const events = PaymentEvent.cases
const token = CreationToken.make("jeton-1")
const [by, reason, evidence] = ["A colleague", "Un motif.", "Une lettre."]

const reasons: ReadonlyArray<CallFailure> = [
  ...Object.values(Struct.omit(CallFailure.cases, ["not_sent", "no_answer"])).map((each) =>
    each.make({ code: "Code02" }),
  ),
  ...NotSentCause.literals.map((cause) => CallFailure.cases.not_sent.make({ cause })),
  ...NoAnswerCause.literals.map((cause) => CallFailure.cases.no_answer.make({ cause, code: "" })),
]

const answers: ReadonlyArray<CreationAnswer> = [
  CreationAnswer.cases.accepted.make({ token, url: null }),
  CreationAnswer.cases.otp_sent.make({}),
  ...reasons.map((each) => CreationAnswer.cases.refused.make({ reason: each })),
  ...reasons.map((each) => CreationAnswer.cases.turned_away.make({ reason: each })),
  ...NotSentCause.literals.map((cause) => CreationAnswer.cases.not_sent.make({ cause })),
  ...NoAnswerCause.literals.map((cause) => CreationAnswer.cases.no_answer.make({ cause, code: "Code77", token: null })),
]

const record = {
  ...blankConfirmRecord,
  amount: 5_000,
  operatorName: "Djembe",
  operatorReference: "OR-1",
  requestId: "R-1",
}

/** Every kind of event, with everything that it may say. */
const every: { readonly [Tag in keyof typeof events]: ReadonlyArray<PaymentEvent> } = {
  intended: [],
  attempt_started: (["pay", "sms_otp_request", "wallet_otp_request"] as const).map((kind) =>
    events.attempt_started.make({ attempt: 1, kind, carriesOtp: false }),
  ),
  accepted: [events.accepted.make({ attempt: 1, token, url: null, to: "pending" })],
  otp_requested: [token, null].map((each) =>
    events.otp_requested.make({ attempt: 1, token: each, to: "awaiting_otp" }),
  ),
  attempt_refused: reasons.map((each) => events.attempt_refused.make({ attempt: 1, reason: each, to: "refused" })),
  attempt_not_sent: answers.map((answer) => events.attempt_not_sent.make({ attempt: 1, answer, to: "intended" })),
  attempt_unanswered: NoAnswerCause.literals.map((cause) =>
    events.attempt_unanswered.make({ attempt: 1, cause, code: "Code77", token, to: "in_doubt" }),
  ),
  answered_late: answers.map((answer) => events.answered_late.make({ attempt: 1, answer, to: null })),
  reopened: [events.reopened.make({ attempts: [1, 2] })],
  refused: [events.refused.make({})],
  in_doubt: [events.in_doubt.make({})],
  completed: [true, false].map((late) =>
    events.completed.make({ observation: { attempt: 1, startedAt: 0, record }, late }),
  ),
  not_completed: [events.not_completed.make({})],
  expired: [events.expired.make({})],
  cancelled: (["too_old", "attempts", "code_unsent", "asked"] as const).map((because) =>
    events.cancelled.make({ because, by }),
  ),
  held: HeldReason.literals.map((because) => events.held.make({ because })),
  released: [events.released.make({ by, reason }), events.released.make({ by, reason, approvedBy: by })],
  resolved: (["completed", "not_completed", "intended"] as const).map((to) =>
    events.resolved.make({ to, by, reason, evidence, asOf: 3 }),
  ),
  approval_requested: (["release", "send_again"] as const).map((decision) =>
    events.approval_requested.make({ decision, by, reason, evidence, digest: "[]" }),
  ),
  approval_withdrawn: [events.approval_withdrawn.make({ by })],
  restored: [events.restored.make({})],
  completion_seen: [events.completion_seen.make({ attempt: 1 })],
  flagged: FlagKind.literals.flatMap((kind) =>
    ["", "1", "attempt 2", "payin order-2"].map((subject) => events.flagged.make({ kind, subject })),
  ),
  flag_closed: FlagKind.literals.map((kind) => events.flag_closed.make({ kind, subject: "1", by, reason })),
}

/** A word of the code, such as `timed_out`: people read words of their language instead. */
const codeWord = /\b[A-Z][a-z]+[A-Z]\w*|undefined|NaN|\[object/

const outcomes = [...answers, { _tag: "in_flight" } as const, { _tag: "not_executed" } as const]

describe("the details of events", () => {
  for (const [tag, kinds] of Object.entries(every)) {
    it(`are words of the reader's language: ${tag}`, () => {
      assert.isTrue(kinds.length > 0 || tag === "intended")
      for (const event of kinds) {
        const [fr, en] = [detailOf(event, nothingMasked, "fr"), detailOf(event, nothingMasked, "en")]
        for (const detail of [fr, en]) assert.notMatch(detail, codeWord)
        assert.notMatch(fr, / [;:!?»]|[a-zé]'[a-zé]|\b(attempt|call|reason|evidence|about|late)\b/i)
      }
    })
  }

  it("are words of the reader's language where a call stands by itself", () => {
    for (const outcome of outcomes) {
      for (const language of ["fr", "en"] as const) {
        assert.notMatch(outcomeText(outcome, nothingMasked, language), codeWord, outcome._tag)
      }
    }
  })
})
