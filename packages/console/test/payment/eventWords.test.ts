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
import { nothingMasked } from "../../src/words/masking.ts"
import { detailOf, outcomeText } from "../../src/payment/sentences.ts"

const events = PaymentEvent.cases
const token = CreationToken.make("jeton-1")
const [by, reason, evidence] = ["A colleague", "Un motif.", "Une lettre."]

const reasons: ReadonlyArray<CallFailure> = [
  ...(
    [
      "AuthenticationFailed",
      "IpDenied",
      "PayinNotEnabled",
      "PayoutNotEnabled",
      "AmountRefused",
      "NotFound",
      "BeneficiaryWithoutWallet",
      "BalanceTooLow",
      "OtpNotSent",
      "Declined",
      "Unrecognised",
    ] as const
  ).map((tag) => CallFailure.cases[tag].make({ code: "Code02" })),
  ...NotSentCause.literals.map((cause) => CallFailure.cases.NotSent.make({ cause })),
  ...NoAnswerCause.literals.map((cause) => CallFailure.cases.NoAnswer.make({ cause, code: "" })),
]

const answers: ReadonlyArray<CreationAnswer> = [
  CreationAnswer.cases.Accepted.make({ token, url: null }),
  CreationAnswer.cases.OtpSent.make({}),
  ...reasons.map((each) => CreationAnswer.cases.Refused.make({ reason: each })),
  ...reasons.map((each) => CreationAnswer.cases.TurnedAway.make({ reason: each })),
  ...NotSentCause.literals.map((cause) => CreationAnswer.cases.NotSent.make({ cause })),
  ...NoAnswerCause.literals.map((cause) => CreationAnswer.cases.NoAnswer.make({ cause, code: "Code77", token: null })),
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
  Intended: [],
  AttemptStarted: (["Pay", "SmsOtpRequest", "WalletOtpRequest"] as const).map((kind) =>
    events.AttemptStarted.make({ attempt: 1, kind, carriesOtp: false }),
  ),
  Accepted: [events.Accepted.make({ attempt: 1, token, url: null, to: "Pending" })],
  OtpRequested: [token, null].map((each) => events.OtpRequested.make({ attempt: 1, token: each, to: "AwaitingOtp" })),
  AttemptRefused: reasons.map((each) => events.AttemptRefused.make({ attempt: 1, reason: each, to: "Refused" })),
  AttemptNotSent: answers.map((answer) => events.AttemptNotSent.make({ attempt: 1, answer, to: "Intended" })),
  AttemptUnanswered: NoAnswerCause.literals.map((cause) =>
    events.AttemptUnanswered.make({ attempt: 1, cause, code: "Code77", token, to: "InDoubt" }),
  ),
  AnsweredLate: answers.map((answer) => events.AnsweredLate.make({ attempt: 1, answer, to: null })),
  Reopened: [events.Reopened.make({ attempts: [1, 2] })],
  Refused: [events.Refused.make({})],
  InDoubt: [events.InDoubt.make({})],
  Completed: [true, false].map((late) =>
    events.Completed.make({ observation: { attempt: 1, startedAt: 0, record }, late }),
  ),
  NotCompleted: [events.NotCompleted.make({})],
  Expired: [events.Expired.make({})],
  Cancelled: (["TooOld", "Attempts", "CodeUnsent", "Asked"] as const).map((because) =>
    events.Cancelled.make({ because, by }),
  ),
  Held: HeldReason.literals.map((because) => events.Held.make({ because })),
  Released: [events.Released.make({ by, reason }), events.Released.make({ by, reason, approvedBy: by })],
  Resolved: (["Completed", "NotCompleted", "Intended"] as const).map((to) =>
    events.Resolved.make({ to, by, reason, evidence, asOf: 3 }),
  ),
  ApprovalRequested: (["Release", "SendAgain"] as const).map((decision) =>
    events.ApprovalRequested.make({ decision, by, reason, evidence, digest: "[]" }),
  ),
  ApprovalWithdrawn: [events.ApprovalWithdrawn.make({ by })],
  Restored: [events.Restored.make({})],
  CompletionSeen: [events.CompletionSeen.make({ attempt: 1 })],
  Flagged: FlagKind.literals.flatMap((kind) =>
    ["", "1", "attempt 2", "payin order-2"].map((subject) => events.Flagged.make({ kind, subject })),
  ),
  FlagClosed: FlagKind.literals.map((kind) => events.FlagClosed.make({ kind, subject: "1", by, reason })),
}

/** A word of the code, such as `TimedOut`: people read words of their language instead. */
const codeWord = /\b[A-Z][a-z]+[A-Z]\w*|undefined|NaN|\[object/

const outcomes = [...answers, { _tag: "InFlight" } as const, { _tag: "NotExecuted" } as const]

describe("the details of events", () => {
  for (const [tag, kinds] of Object.entries(every)) {
    it(`are words of the reader's language: ${tag}`, () => {
      assert.isTrue(kinds.length > 0 || tag === "Intended")
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
