import { assert, describe, it } from "@effect/vitest"
import {
  accepted,
  after,
  completed,
  direct,
  Events,
  failed,
  judged,
  minute,
  newPayin,
  otpSent,
  policy,
  refused,
  said,
  second,
  silence,
  started,
  tried,
  walletPayin,
  rulingsOf,
} from "./samples.ts"

const decision = { by: "A colleague", reason: "statement", evidence: "letter 7", asOf: 4 }
const waiting = () => tried(newPayin(), accepted(1))
const expired = () => after(waiting(), [Events.expired.make({})], minute)

describe("a payin's life as it is remembered", () => {
  it("begins intended, with nothing called and nothing to look at (P1, #35, #243, #244)", () => {
    const payin = newPayin()
    assert.deepInclude(payin, { createdAt: 0, attempts: [], flags: [], seq: 1, decidedAt: null })
    assert.deepStrictEqual({ ...payin.state }, { _tag: "intended" })
    assert.deepStrictEqual(payin.key, { kind: "payin", project: payin.content.project, id: payin.content.id })
  })

  it("has each call with its kind, its time and whether it carried a code (P2, P9)", () => {
    const payin = started(tried(newPayin(walletPayin), otpSent, second, "wallet_otp_request"), minute, "pay", true)
    assert.deepStrictEqual(
      payin.attempts.map(({ number, kind, carriesOtp, startedAt, outcome }) => [
        number,
        kind,
        carriesOtp,
        startedAt,
        outcome._tag,
      ]),
      [
        [1, "wallet_otp_request", false, second, "otp_sent"],
        [2, "pay", true, minute, "in_flight"],
      ],
    )
  })

  it("says when it ended, and whether the money came late (P3, P7, P12, P14, P15)", () => {
    const paid = after(expired(), judged(expired(), [said(1, completed())]).events, 2 * minute)
    assert.deepStrictEqual(
      { ...paid.state },
      { _tag: "completed", at: 2 * minute, attempt: 1, late: true, amountPaid: 500 },
    )
    const lost = after(expired(), judged(expired(), [said(1, failed())]).events, 2 * minute)
    assert.deepStrictEqual({ ...lost.state }, { _tag: "not_completed", at: 2 * minute })
    assert.deepStrictEqual({ ...expired().state }, { _tag: "expired", at: minute })
    const cancelled = after(newPayin(), [Events.cancelled.make({ because: "too_old", by: null })], minute)
    assert.deepStrictEqual({ ...cancelled.state }, { _tag: "cancelled", at: minute })
    assert.deepStrictEqual({ ...tried(newPayin(), refused, minute).state }, { _tag: "refused", at: minute })
  })
})

describe("a person's decision about a payin (P19, #205)", () => {
  it("is possible in doubt, and with an open flag where the service may know more", () => {
    const both = ["completed", "not_completed"]
    const flag = [Events.flagged.make({ kind: "amount_mismatch", subject: "1" })]
    const sms = tried(newPayin(direct("sms_otp")), accepted(1), 0, "sms_otp_request")
    assert.deepStrictEqual<ReadonlyArray<string>>(rulingsOf(tried(newPayin(), silence)), both)
    const cancelled = after(newPayin(), [Events.cancelled.make({ because: "asked", by: null })])
    for (const payin of [waiting(), sms, expired(), tried(newPayin(), refused), cancelled]) {
      assert.deepStrictEqual<ReadonlyArray<string>>(rulingsOf(payin), [], payin.state._tag)
      assert.deepStrictEqual<ReadonlyArray<string>>(rulingsOf(after(payin, flag)), both, payin.state._tag)
      const closed = Events.flag_closed.make({
        kind: "amount_mismatch",
        subject: "1",
        by: "A colleague",
        reason: "credited",
      })
      assert.deepStrictEqual<ReadonlyArray<string>>(rulingsOf(after(payin, [...flag, closed])), [], payin.state._tag)
    }
  })

  it("is possible nowhere else", () => {
    const flag = [Events.flagged.make({ kind: "amount_mismatch", subject: "1" })]
    for (const payin of [
      newPayin(),
      started(newPayin()),
      after(waiting(), judged(waiting(), [said(1, completed())]).events),
      after(waiting(), judged(waiting(), [said(1, failed())]).events),
    ]) {
      assert.deepStrictEqual<ReadonlyArray<string>>(rulingsOf(after(payin, flag)), [], payin.state._tag)
    }
  })

  it("completes or ends it without an observation, and is remembered with its time", () => {
    const doubtful = tried(newPayin(), silence)
    const paid = after(doubtful, [Events.resolved.make({ to: "completed", ...decision })], minute)
    assert.deepStrictEqual(
      { ...paid.state },
      { _tag: "completed", at: minute, attempt: null, late: false, amountPaid: 500 },
    )
    assert.strictEqual(paid.decidedAt, minute)
    assert.strictEqual(paid.attempts[0]?.outcome._tag, "no_answer", "what the call came to is still unknown")
    const lost = after(doubtful, [Events.resolved.make({ to: "not_completed", ...decision })], minute)
    assert.deepStrictEqual({ ...lost.state }, { _tag: "not_completed", at: minute })
    assert.strictEqual(lost.attempts[0]?.outcome._tag, "not_executed")
    const flagged = after(expired(), [Events.flagged.make({ kind: "amount_mismatch", subject: "1" })])
    const late = after(flagged, [Events.resolved.make({ to: "completed", ...decision })], 2 * minute)
    assert.deepInclude({ ...late.state }, { late: true })
    const refusedBefore = after(tried(newPayin(), refused), [Events.resolved.make({ to: "completed", ...decision })])
    assert.deepInclude({ ...refusedBefore.state }, { late: true }, "a refused payin was closed as well")
    assert.strictEqual(late.attempts[0]?.outcome._tag, "accepted", "no token is given up")
  })

  it("is never to send it again: that is for payouts, and stores nothing here", () => {
    const again = Events.resolved.make({ to: "intended", ...decision })
    for (const payin of [tried(newPayin(), silence), waiting(), expired(), tried(newPayin(), refused)]) {
      assert.throws(() => after(payin, [again]), `is ${payin.state._tag}, and no row allows resolved there`)
    }
  })

  it("may be to close the flag only, which keeps who did it and why", () => {
    const flagged = after(waiting(), [
      Events.flagged.make({ kind: "amount_mismatch", subject: "1" }),
      Events.flagged.make({ kind: "amount_mismatch", subject: "2" }),
      Events.flagged.make({ kind: "token_lost", subject: "1" }),
    ])
    const close = Events.flag_closed.make({
      kind: "amount_mismatch",
      subject: "1",
      by: "A colleague",
      reason: "credited",
    })
    const closed = after(flagged, [close], minute)
    assert.strictEqual(closed.state._tag, "pending")
    assert.deepStrictEqual(
      closed.flags.map((flag) => flag.closed),
      [{ at: minute, by: "A colleague", reason: "credited" }, null, null],
    )
    const again = after(closed, [{ ...close, by: "Another colleague" }], 2 * minute)
    assert.strictEqual(again.flags[0]?.closed?.by, "A colleague", "a closed flag stays as it was closed")
  })

  it("that had no completion to rest on takes the first one that is seen as its own, and no other (P21)", () => {
    const doubtful = tried(newPayin(), silence)
    const paid = after(doubtful, [Events.resolved.make({ to: "completed", ...decision })], minute)
    const seen = after(paid, [Events.completion_seen.make({ attempt: 1 })], 2 * minute)
    assert.deepStrictEqual(
      { ...seen.state },
      { _tag: "completed", at: minute, attempt: 1, late: false, amountPaid: 500 },
    )
    assert.strictEqual(policy.limits.maxTries, 3)
  })
})
