import { assert, describe, it } from "@effect/vitest"
import { Duration, Result } from "effect"
import { decide } from "../src/machine/decide.ts"
import { newRecord, newTracking } from "../src/model/PaymentRecord.ts"
import type { Payment } from "../src/model/Payment.ts"
import type { Stimulus } from "../src/model/stimulus.ts"
import type { AttemptKind } from "../src/model/ValidationMode.ts"
import { planActAt } from "../src/machine/schedule.ts"
import {
  accepted,
  after,
  completed,
  decided,
  direct,
  Events,
  hosted,
  hour,
  minute,
  newPayin,
  newPayout,
  noReply,
  otpSent,
  pending,
  policy,
  recordOf,
  refused,
  said,
  silence,
  tried,
  unsent,
  walletPayin,
} from "./samples.ts"

const waiting = tried(newPayin(), accepted(1))
const person = { by: "A colleague", reason: "statement" }
const round = (
  replies: Extract<Stimulus, { readonly _tag: "Confirmed" }>["replies"],
  startedAt = minute,
): Extract<Stimulus, { readonly _tag: "Confirmed" }> => ({
  _tag: "Confirmed",
  replies,
  startedAt,
  readNote: 0,
  isDenied: false,
})
const because = (...[record, stimulus, now = 0]: [Parameters<typeof decide>[0], Stimulus, number?]) => {
  const decision = decide(record, stimulus, now, policy)
  return Result.isFailure(decision) ? decision.failure : null
}

const unsentTwice = (payment: Payment) => tried(tried(payment, unsent), unsent)

describe("no call outruns a callback (P2, P9, P10, P11, P16, O2)", () => {
  const smsAsked = tried(newPayin(direct("sms_otp")), accepted(1), 0, "sms_otp_request")
  const wallet = tried(newPayin(walletPayin), otpSent, 0, "wallet_otp_request")
  const drafted = after(newPayout(), [
    Events.held.make({ because: "refund_draft" }),
    Events.released.make({ by: "A colleague", reason: "looked at it" }),
  ])
  const calls: ReadonlyArray<readonly [what: string, payment: Payment, kind?: AttemptKind, hasOtp?: boolean]> = [
    ["the first call", newPayin()],
    ["one that was not sent, repeated", unsentTwice(newPayin())],
    ["the code by SMS", smsAsked, "pay", true],
    [
      "the code of a request without an answer",
      tried(newPayin(direct("sms_otp")), silence, 0, "sms_otp_request"),
      "pay",
      true,
    ],
    ["another code", tried(smsAsked, accepted(2), 0, "pay", true), "pay", true],
    ["the wallet's code", wallet, "pay", true],
    ["a code that is sent again", smsAsked, "sms_otp_request"],
    ["the wallet's, sent again", wallet, "wallet_otp_request"],
    [
      "the wallet's, whose sending had no answer",
      tried(newPayin(walletPayin), silence, 0, "wallet_otp_request"),
      "wallet_otp_request",
    ],
    ["a further try", tried(newPayin(), silence)],
    ["a page that is created again", tried(newPayin(hosted), silence)],
    ["a payout", newPayout()],
    ["a payout that was not sent, repeated", unsentTwice(newPayout())],
    ["a refund that was drafted and released", drafted],
  ]

  it("not while one is unread, nor while one is known for an attempt without a token", () => {
    for (const [what, payment, kind = "pay", carriesOtp = false] of calls) {
      const start: Stimulus = { _tag: "Started", kind, carriesOtp, asOf: payment.seq }
      assert.isNull(because(recordOf(payment), start, 10 * minute), what)
      assert.strictEqual(because(recordOf(payment, { newestNote: 1 }), start, 10 * minute), "unread_callback", what)
      const unnamed = tried(payment, unsent)
      const notes = [{ attempt: unnamed.attempts.length, newest: 1 }]
      const read = { ...newTracking(unnamed, policy), notesSeen: 1 }
      const noted = recordOf(unnamed, { tracking: read, notes, newestNote: 1 })
      const again: Stimulus = { ...start, asOf: unnamed.seq }
      assert.strictEqual(because(noted, again, 10 * minute), "callback_without_token", what)
    }
  })
})

describe("a step that closes a payment", () => {
  it("begins its follow-up, even when the payment was closed otherwise before (P12)", () => {
    const expired = after(waiting, [Events.expired.make({})], minute)
    const tracking = { ...newTracking(expired, policy), followUp: 5, followUpTries: 2, followUpFrom: 7, failures: 2 }
    const done = decided(recordOf(expired, { tracking }), round([said(1, completed())]), minute)
    assert.strictEqual(done.payment.state._tag, "completed")
    assert.deepInclude(done.tracking, { followUp: 0, followUpTries: 0, followUpFrom: null, failures: 0 })
  })

  it("begins its follow-up when a late answer opens it again, and a flag leaves it alone (P18, P19)", () => {
    const closed = tried(tried(newPayin(hosted), silence), refused)
    const tracking = { ...newTracking(closed, policy), followUp: 3, followUpTries: 1, followUpFrom: 7 }
    const opened = decided(
      recordOf(closed, { tracking }),
      { _tag: "Answered", attempt: 1, answer: accepted(1) },
      minute,
    )
    assert.strictEqual(opened.payment.state._tag, "pending")
    assert.deepInclude(opened.tracking, { followUp: 0, followUpTries: 0, followUpFrom: null })
    const flag = { kind: "unanswered", subject: "1", asOf: closed.seq } as const
    const seen = decided(recordOf(closed, { tracking }), { _tag: "FlagClosed", ...flag, ...person }, minute)
    assert.deepInclude(seen.tracking, { followUp: 3, followUpTries: 1, followUpFrom: 7 })
  })

  it("is the only one that does: between open states what was counted stays (P9)", () => {
    const payin = tried(newPayin(direct("sms_otp")), accepted(1), 0, "sms_otp_request")
    const tracking = { ...newTracking(payin, policy), followUp: 1, followUpTries: 2, failures: 3, followUpFrom: 7 }
    const started: Stimulus = { _tag: "Started", kind: "pay", carriesOtp: true, asOf: payin.seq }
    const submitting = decided(recordOf(payin, { tracking }), started, minute)
    assert.strictEqual(submitting.payment.state._tag, "submitting")
    assert.deepInclude(submitting.tracking, { followUp: 1, followUpTries: 2, failures: 3, followUpFrom: 7 })
  })

  it("is planned on from where it led", () => {
    const { payment, tracking } = decided(recordOf(waiting), round([said(1, pending, hour)], hour), hour)
    assert.strictEqual(payment.state._tag, "expired")
    assert.strictEqual(tracking.actAt, planActAt(payment, tracking, hour, policy))
    assert.strictEqual(tracking.actAt, hour + 15 * minute)
  })
})

describe("a stimulus is refused", () => {
  it("when no row makes a step of it, with the state and what was asked for (P3, P19, O3)", () => {
    const asOf = waiting.seq
    assert.strictEqual(because(recordOf(waiting), { _tag: "Cancelled", by: "A colleague", asOf: null }), "wrong_state")
    assert.strictEqual(
      because(recordOf(waiting), { _tag: "Decided", to: "completed", evidence: "letter 7", ...person, asOf }),
      "wrong_state",
    )
    assert.strictEqual(because(recordOf(waiting), { _tag: "Released", ...person, asOf }), "wrong_state")
  })

  it("when the payment has moved on since it was looked at (P2, P19, O10)", () => {
    const moved = "changed"
    const started: Stimulus = { _tag: "Started", kind: "pay", carriesOtp: false, asOf: 0 }
    assert.strictEqual(because(recordOf(newPayin()), started), moved)
    assert.strictEqual(because(recordOf(waiting), { _tag: "Cancelled", by: "A colleague", asOf: 1 }), moved)
  })

  it("when a token came that a round did not ask for (P12, O11)", () => {
    const twice = tried(waiting, accepted(2), 0, "pay", true)
    const paid = said(1, completed())
    assert.strictEqual(because(recordOf(twice), round([paid])), "changed")
    assert.isNull(because(recordOf(twice), round([paid, said(2, pending)])))
    assert.isNull(because(recordOf(tried(waiting, accepted(1), 0, "pay", true)), round([paid])), "the same token")
  })

  it("when it is a plan for another version than the stored one", () => {
    const postponed: Stimulus = { _tag: "Postponed", until: hour, version: 1 }
    assert.isNull(because(recordOf(waiting), postponed))
    assert.strictEqual(because(recordOf(waiting, { version: 2 }), postponed), "changed")
  })

  it("when a payout has an unread callback: it is neither sent nor cancelled (O2, O9, O15)", () => {
    const noted = recordOf(newPayout(), { newestNote: 1, notes: [{ attempt: 1, newest: 1 }] })
    const started: Stimulus = { _tag: "Started", kind: "pay", carriesOtp: false, asOf: 1 }
    assert.isNotNull(because(noted, started))
    assert.strictEqual(because(noted, { _tag: "Cancelled", by: "A colleague", asOf: null }), "unread_callback")
    assert.isNull(because(recordOf(newPayout()), started))
  })
})

describe("a delay", () => {
  it("moves the schedule when it was due, and waits beside it when only a callback rang", () => {
    const tracking = newTracking(waiting, policy)
    const due = recordOf(waiting, { newestNote: 2, tracking: { ...tracking, actAt: minute } })
    const early = recordOf(waiting, { newestNote: 2, tracking: { ...tracking, actAt: 9 * minute } })
    const postponed: Stimulus = { _tag: "Postponed", until: hour, version: 1 }
    assert.deepInclude(decided(due, postponed, minute).tracking, { actAt: hour, notesAt: hour, notesSeen: 2 })
    assert.deepInclude(decided(early, postponed, minute).tracking, { actAt: 9 * minute, notesAt: hour })
    const quiet = recordOf(waiting, { tracking: { ...tracking, actAt: minute } })
    assert.deepInclude(decided(quiet, postponed, minute).tracking, { actAt: hour, notesAt: null, notesSeen: 0 })
    const waits = (notesAt: number) =>
      recordOf(waiting, { newestNote: 3, tracking: { ...tracking, actAt: null, notesSeen: 2, notesAt } })
    assert.strictEqual(decided(waits(2 * minute), postponed, minute).tracking.notesAt, 2 * minute, "never for longer")
    assert.strictEqual(decided(waits(minute), postponed, minute).tracking.notesAt, hour)
  })

  it("of a callback ends with a round that read the callback, and with none that began before it (S18)", () => {
    for (const actAt of [minute, 9 * minute]) {
      const tracking = { ...newTracking(waiting, policy), actAt }
      const put = decided(
        recordOf(waiting, { newestNote: 1, tracking }),
        { _tag: "Postponed", until: hour, version: 1 },
        minute,
      )
      const after = (readNote: number) =>
        decided(
          recordOf(waiting, { newestNote: 1, tracking: put.tracking }),
          { ...round([said(1, pending)]), readNote },
          minute,
        ).tracking
      assert.deepInclude(after(0), { notesAt: hour, notesSeen: 1, callbackHour: tracking.callbackHour })
      assert.deepInclude(after(1), { notesAt: null, notesSeen: 1 })
      assert.strictEqual(after(1).callbackHour.count, 1)
    }
  })

  it("of a callback begins when its round brought no answer, also after the last follow-up (S18)", () => {
    const expired = after(waiting, [Events.expired.make({})], minute)
    const tracking = { ...newTracking(expired, policy), actAt: null, followUp: 99 }
    const rung = recordOf(expired, { newestNote: 1, tracking })
    const failed = (record: typeof rung, startedAt: number) =>
      decided(record, { ...round([noReply(1)], startedAt), readNote: 1 }, startedAt).tracking
    const once = failed(rung, hour)
    const [first = 0, second = 0] = policy.confirms.backoff.map((wait) => Duration.toMillis(wait))
    assert.deepInclude(once, { notesAt: hour + first, failures: 1, actAt: null })
    const twice = failed({ ...rung, tracking: once }, 2 * hour)
    assert.deepInclude(twice, { notesAt: 2 * hour + second, failures: 2 })
    const answered = { ...round([said(1, pending)], 3 * hour), readNote: 1 }
    const done = decided({ ...rung, tracking: twice }, answered, 3 * hour).tracking
    assert.deepInclude(done, { notesAt: null, failures: 0 })
    assert.deepInclude(failed({ ...rung, tracking: done }, 4 * hour), { notesAt: null, failures: 0 })
    const asked = policy.confirms.backoff.length
    const last = { ...twice, failures: asked }
    assert.deepInclude(failed({ ...rung, tracking: last }, 5 * hour), { notesAt: null, failures: 0 }, "not for ever")
  })

  it("to another worker changes nothing, and leaves the callbacks unread", () => {
    const record = recordOf(waiting, { newestNote: 2 })
    const left = decided(record, { _tag: "LeftToOthers" }, minute)
    assert.deepStrictEqual(left, { payment: waiting, events: [], tracking: record.tracking })
  })
})

it("the first step is planned as well, and a drafted refund waits for a person (P1, O1, O2)", () => {
  const blank = newRecord(newPayout().content, hour, policy)
  assert.strictEqual(decided(blank, { _tag: "Created", isDraft: false }, hour).payment.state._tag, "intended")
  const draft = decided(blank, { _tag: "Created", isDraft: true }, hour)
  assert.deepStrictEqual(draft.payment.state, { _tag: "held", because: "refund_draft" })
  assert.isNull(draft.tracking.actAt)
})
