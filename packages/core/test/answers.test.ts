import { assert, describe, it } from "@effect/vitest"
import { issuedTokensOf } from "../src/model/Attempt.ts"
import type { CreationAnswer } from "../src/model/CreationAnswer.ts"
import type { Payment } from "../src/model/Payment.ts"
import {
  accepted,
  after,
  answered,
  answerEvents,
  completed,
  contradictory,
  day,
  direct,
  Events,
  failed,
  hosted,
  judged,
  minute,
  newPayin,
  newPayout,
  otpSent,
  payinWith,
  policy,
  refused,
  said,
  silence,
  started,
  tags,
  token,
  tried,
  turnedAway,
  unsent,
  walletPayin,
  withoutToken,
} from "./samples.ts"

const late = (
  payment: Parameters<typeof answerEvents>[0],
  attempt: number,
  answer: Parameters<typeof answerEvents>[2],
) => answerEvents(payment, attempt, answer, false, policy)

const ruled = { by: "A colleague", reason: "statement", evidence: "letter 7" }

it("an attempt whose answer brought a token takes no second answer, so the token is never given up (S7)", () => {
  const payin = tried(newPayin(), contradictory(1))
  assert.deepStrictEqual(issuedTokensOf(payin.attempts), [{ attempt: 1, token: token(1) }])
  for (const answer of [accepted(2), refused, silence, contradictory(2)]) {
    assert.deepStrictEqual(late(payin, 1, answer), [])
  }
})

describe("the flag Unanswered", () => {
  const payin = tried(newPayin(), silence)

  it("is closed by a late answer that brings a token, whatever the code beside it", () => {
    const closed = "flag_closed unanswered 1"
    assert.deepStrictEqual(tags(late(payin, 1, accepted(1))), ["answered_late", closed])
    assert.deepStrictEqual(tags(late(payin, 1, contradictory(1))), ["answered_late", closed])
    assert.deepStrictEqual(tags(late(payin, 1, refused)), ["answered_late", "refused", closed])
    const expected = { by: "cauri", reason: "The service's answer arrived." }
    assert.deepInclude(late(payin, 1, accepted(1)).at(-1), expected, "no person closed it")
  })

  it("is not closed by an answer without a token, nor by the answer of another attempt", () => {
    const failed = after(payin, [Events.resolved.make({ to: "not_completed", ...ruled, asOf: 4 })])
    const told = ["answered_late", "flagged late_answer 1", "flagged accepted_without_token 1"]
    assert.deepStrictEqual(tags(late(failed, 1, withoutToken)), told)
    const empty = tried(tried(newPayin(), withoutToken), silence)
    const looked = Events.flag_closed.make({ kind: "unanswered", subject: "1", by: "A colleague", reason: "looked" })
    assert.deepStrictEqual(tags(late(after(empty, [looked]), 1, accepted(1))), ["answered_late"])
  })
})

it("a late answer with another attempt's token is still saved on its own attempt, which is then no longer unanswered", () => {
  const payin = tried(tried(newPayin(), accepted(1)), silence, 0, "pay", true)
  const told = answered(payin, contradictory(1), 2)
  assert.deepStrictEqual(issuedTokensOf(told.attempts), [{ attempt: 2, token: token(1) }])
  assert.strictEqual(told.attempts[1]?.outcome._tag === "no_answer" && told.attempts[1].outcome.token, token(1))
})

describe("the flag late_answer", () => {
  it("is raised when a person had ruled on the attempt before its answer came (O8)", () => {
    const doubtful = tried(newPayout(), silence)
    for (const to of ["intended", "not_completed", "completed"] as const) {
      const decided = after(doubtful, [Events.resolved.make({ to, ...ruled, asOf: doubtful.seq })], 4 * day)
      assert.include(tags(late(decided, 1, accepted(1))), "flagged late_answer 1", to)
    }
  })

  it("is not raised for an attempt that was made after the release or the ruling (O8)", () => {
    const held = after(newPayout(), [Events.held.make({ because: "twin" })])
    const released = after(held, [Events.released.make({ by: "A colleague", reason: "two salaries" })], minute)
    assert.notInclude(tags(late(tried(released, silence, minute), 1, accepted(1))), "flagged late_answer 1")

    const doubtful = tried(newPayout(), silence)
    const again = after(doubtful, [Events.resolved.make({ to: "intended", ...ruled, asOf: doubtful.seq })], 4 * day)
    assert.notInclude(tags(late(tried(again, silence, 4 * day), 2, accepted(2))), "flagged late_answer 2")
    assert.include(tags(late(started(again, 4 * day), 1, accepted(1))), "flagged late_answer 1")
  })

  it("is not raised where a confirm ended the payment without a decision", () => {
    const waiting = tried(tried(newPayin(), silence), accepted(2))
    const paid = after(waiting, judged(waiting, [said(2, completed())]).events)
    assert.deepStrictEqual(tags(late(paid, 1, accepted(1))), ["answered_late", "flag_closed unanswered 1"])
  })
})

const inTime = (payment: Payment, answer: CreationAnswer, noted = false) => {
  const events = answerEvents(payment, payment.attempts.length, answer, noted, policy)
  return [...tags(events), after(payment, events).state._tag]
}

describe("the answer of a payin's call", () => {
  const push = started(newPayin())
  const ussdOtp = started(newPayin(direct("ussd_otp")), 0, "pay", true)
  const smsRequest = started(newPayin(direct("sms_otp")), 0, "sms_otp_request")
  const walletRequest = started(newPayin(walletPayin), 0, "wallet_otp_request")

  it("that nothing left or that we were turned away rests at intended while attempts are left (P4, #188, #229)", () => {
    for (const answer of [unsent, turnedAway]) {
      assert.deepStrictEqual(inTime(push, answer), ["attempt_not_sent", "intended"])
    }
    const thrice = started(tried(tried(newPayin(), unsent), unsent))
    assert.deepStrictEqual(inTime(thrice, unsent), ["attempt_not_sent", "cancelled", "cancelled"])
    const turned = started(tried(tried(newPayin(), turnedAway), turnedAway))
    assert.deepStrictEqual(
      inTime(turned, turnedAway),
      ["attempt_not_sent", "intended"],
      "being turned away uses none up",
    )
  })

  it("that nothing left cancels it when the call carried a code that only its caller has (P4)", () => {
    for (const answer of [unsent, turnedAway]) {
      assert.deepStrictEqual(inTime(ussdOtp, answer), ["attempt_not_sent", "cancelled", "cancelled"])
    }
  })

  it("that nothing left of a code's submission goes back to waiting for the code (P4)", () => {
    const wallet = started(tried(newPayin(walletPayin), otpSent, 0, "wallet_otp_request"), 0, "pay", true)
    const sms = started(tried(newPayin(direct("sms_otp")), accepted(1), 0, "sms_otp_request"), 0, "pay", true)
    for (const payin of [wallet, sms])
      assert.deepStrictEqual(inTime(payin, unsent), ["attempt_not_sent", "awaiting_otp"])
  })

  it("that it was accepted stores the token in the same step, and it is pending from then on (P5, #71, #73, #78, #128)", () => {
    const [event, ...others] = answerEvents(push, 1, accepted(1), false, policy)
    assert.deepInclude(event, { _tag: "accepted", attempt: 1, token: token(1), url: null, to: "pending" })
    assert.deepStrictEqual(others, [])
    assert.deepStrictEqual(issuedTokensOf(answered(push, accepted(1)).attempts), [{ attempt: 1, token: token(1) }])
  })

  it("that it was accepted without an address is flagged where the mode needs one, and only there (P5)", () => {
    const flag = "flagged no_payment_url 1"
    for (const method of [hosted, direct("operator_redirect"), direct("service_redirect")]) {
      assert.deepStrictEqual(inTime(started(newPayin(method)), accepted(1)), ["accepted", flag, "pending"])
      const withUrl = accepted(1, "https://pay.example/p/1")
      assert.deepStrictEqual(inTime(started(newPayin(method)), withUrl), ["accepted", "pending"])
    }
    assert.deepStrictEqual(inTime(push, accepted(1)), ["accepted", "pending"])
    assert.deepStrictEqual(inTime(smsRequest, accepted(1)), ["otp_requested", "awaiting_otp"])
  })

  it("that a code was sent waits for it, or stays pending when a handle is being asked (P6, #154, #155, #163)", () => {
    assert.deepStrictEqual(inTime(smsRequest, accepted(1)), ["otp_requested", "awaiting_otp"])
    assert.deepStrictEqual(inTime(walletRequest, otpSent), ["otp_requested", "awaiting_otp"])
    const paying = tried(tried(newPayin(walletPayin), otpSent, 0, "wallet_otp_request"), accepted(1), 0, "pay", true)
    assert.deepStrictEqual(inTime(started(paying, 0, "wallet_otp_request"), otpSent), ["otp_requested", "pending"])
  })

  it("that it was refused rests at refused, and says so, unless an earlier call may still be paid (P7, #142, #216)", () => {
    assert.deepStrictEqual(inTime(push, refused), ["attempt_refused", "refused", "refused"])
    const second = started(tried(newPayin(direct("ussd_otp")), accepted(1), 0, "pay", true), 0, "pay", true)
    assert.deepStrictEqual(inTime(second, refused), ["attempt_refused", "pending"])
    const sms = started(tried(newPayin(direct("sms_otp")), accepted(1), 0, "sms_otp_request"), 0, "pay", true)
    assert.deepStrictEqual(inTime(sms, refused), ["attempt_refused", "refused", "refused"])
  })

  it("that a retry was refused leaves a payin in doubt, but closes a hosted one whose page no customer saw (P7)", () => {
    assert.deepStrictEqual(inTime(started(tried(newPayin(), silence)), refused), ["attempt_refused", "in_doubt"])
    const page = started(tried(newPayin(hosted), silence))
    assert.deepStrictEqual(inTime(page, refused), ["attempt_refused", "refused", "refused"])
  })

  it("that never came is in doubt, says so and is flagged (P8, #241)", () => {
    assert.deepStrictEqual(inTime(push, silence), [
      "attempt_unanswered",
      "in_doubt",
      "flagged unanswered 1",
      "in_doubt",
    ])
    const second = started(tried(newPayin(), accepted(1)), 0, "pay", true)
    assert.deepStrictEqual(inTime(second, silence), ["attempt_unanswered", "flagged unanswered 2", "pending"])
    assert.deepStrictEqual(inTime(walletRequest, silence), ["attempt_unanswered", "awaiting_otp"], "no money can move")
    assert.deepStrictEqual(inTime(smsRequest, silence).at(-1), "in_doubt")
  })

  it("that brought no token, or a token beside a refusal, is no answer: the first is flagged, the second asked (P8)", () => {
    assert.deepStrictEqual(inTime(push, withoutToken), [
      "attempt_unanswered",
      "in_doubt",
      "flagged accepted_without_token 1",
      "flagged unanswered 1",
      "in_doubt",
    ])
    assert.deepStrictEqual(inTime(push, contradictory(1)), ["attempt_unanswered", "pending"])
  })

  it("comes with a flag when a callback was there first and it brought no token (P17, #200)", () => {
    for (const answer of [refused, unsent, silence]) {
      assert.include(inTime(push, answer, true), "flagged callback_without_token 1")
    }
    for (const answer of [accepted(1), contradictory(1)]) {
      assert.notInclude(inTime(push, answer, true), "flagged callback_without_token 1")
    }
  })

  it("that is no answer to any of its calls changes nothing", () => {
    assert.deepStrictEqual(late(push, 2, accepted(1)), [])
    for (const answer of [accepted(1), refused, turnedAway, unsent]) {
      const settled = answered(push, answer)
      assert.deepStrictEqual(late(settled, 1, accepted(2)), [], answer._tag)
    }
    assert.deepStrictEqual(late(tried(newPayin(walletPayin), otpSent, 0, "wallet_otp_request"), 1, refused), [])
  })

  it("rests at intended when, against all rules, another call is under way beside it", () => {
    const flying = push.attempts.concat(push.attempts.map((attempt) => ({ ...attempt, number: 2 })))
    const [event] = late(payinWith(push, { attempts: flying }), 2, unsent)
    assert.deepInclude(event, { _tag: "attempt_not_sent", to: "intended" })
  })
})

describe("the answer of a payout's call", () => {
  const call = started(newPayout())

  it("that nothing left or that we were turned away rests at intended, and at held when attempts are used up (O4)", () => {
    for (const answer of [unsent, turnedAway]) {
      assert.deepStrictEqual(inTime(call, answer), ["attempt_not_sent", "intended"])
    }
    const thrice = started(tried(tried(newPayout(), unsent), unsent))
    const events = late(thrice, 3, unsent)
    assert.deepStrictEqual(tags(events), ["attempt_not_sent", "held"])
    assert.deepInclude(events[1], { because: "attempts" })
  })

  it("that it was accepted stores the token in the same step (O5, #78, #172)", () => {
    assert.deepStrictEqual(inTime(call, accepted(1)), ["accepted", "pending"])
    assert.deepStrictEqual(issuedTokensOf(answered(call, accepted(1)).attempts), [{ attempt: 1, token: token(1) }])
  })

  it("that it was refused closes it and says so (O6, #23, #173)", () => {
    assert.deepStrictEqual(inTime(call, refused), ["attempt_refused", "refused", "refused"])
  })

  it("that never came is in doubt and says so, whatever is known of it beside (O7, #241)", () => {
    assert.deepStrictEqual(inTime(call, silence), ["attempt_unanswered", "in_doubt", "in_doubt"])
    const empty = ["attempt_unanswered", "in_doubt", "flagged accepted_without_token 1", "in_doubt"]
    assert.deepStrictEqual(inTime(call, withoutToken), empty)
    assert.deepStrictEqual(inTime(call, contradictory(1)), ["attempt_unanswered", "pending"], "but a token is asked")
  })
})

/** The answers that may come late, in the order of the columns below. */
const lateAnswers = [
  accepted("late", "https://pay.example/p/1"),
  contradictory("late"),
  refused,
  turnedAway,
  unsent,
  withoutToken,
  silence,
]

/** A payment whose attempt 1 is still to be answered, and the state in which each of those answers leaves it. */
const expectLate = (payment: Payment, ...states: ReadonlyArray<string>) => {
  const before = payment.state._tag
  const expected = states.length === 1 ? lateAnswers.map(() => before) : states
  assert.deepStrictEqual(
    lateAnswers.map((answer) => answered(payment, answer, 1, 9 * day).state._tag),
    expected,
    before,
  )
  for (const answer of lateAnswers.slice(0, 2)) {
    const { attempts } = answered(payment, answer, 1, 9 * day)
    assert.include(
      issuedTokensOf(attempts).map((issued) => issued.token),
      token("late"),
      before,
    )
    assert.isFalse(JSON.stringify(attempts).includes("pay.example"), "a late address is never shown (#71, #72)")
  }
}

describe("a payin's answer that comes late (P18, #78)", () => {
  const doubtful = tried(newPayin(), silence)
  const decided = (to: "completed" | "not_completed") =>
    after(doubtful, [Events.resolved.make({ to, ...ruled, asOf: 4 })])

  it("moves a payin in doubt to where its attempts rest", () => {
    expectLate(doubtful, "pending", "pending", "refused", "intended", "intended", "in_doubt", "in_doubt")
  })

  it("keeps its token where another call is under way, or the payin is pending, expired, completed or failed", () => {
    const waiting = tried(doubtful, accepted(2))
    expectLate(started(doubtful), "stands")
    expectLate(waiting, "stands")
    expectLate(after(doubtful, [Events.expired.make({})]), "stands")
    expectLate(after(waiting, judged(waiting, [said(2, completed())]).events), "stands")
    expectLate(decided("completed"), "stands")
    expectLate(decided("not_completed"), "stands")
  })

  it("reopens a refused hosted payin only when there is something to ask", () => {
    const closed = tried(tried(newPayin(hosted), silence), refused)
    expectLate(closed, "pending", "pending", "refused", "refused", "refused", "refused", "refused")
  })

  it("of a wallet's code request leads where the code may still come", () => {
    const asked = tried(newPayin(walletPayin), silence, 0, "wallet_otp_request")
    const states = [otpSent, refused, turnedAway, unsent, silence].map((each) => answered(asked, each).state._tag)
    assert.deepStrictEqual(states, ["awaiting_otp", "refused", "intended", "intended", "awaiting_otp"])
  })

  it("that nothing left of a call with a code cancels the payin", () => {
    const asked = tried(newPayin(direct("ussd_otp")), silence, 0, "pay", true)
    assert.deepStrictEqual(tags(late(asked, 1, unsent)), ["answered_late", "cancelled", "flag_closed unanswered 1"])
  })

  it("of a submission that was refused ends the payin", () => {
    const request = tried(newPayin(direct("sms_otp")), accepted(1), 0, "sms_otp_request")
    const submitted = tried(request, silence, 0, "pay", true)
    assert.strictEqual(submitted.state._tag, "pending")
    assert.strictEqual(answered(submitted, refused, 2).state._tag, "refused")
  })

  it("leaves a flag that a person has closed already closed, and raises none twice", () => {
    const closed = after(doubtful, [
      Events.flag_closed.make({ kind: "unanswered", subject: "1", by: "A colleague", reason: "looked" }),
    ])
    assert.deepStrictEqual(tags(late(closed, 1, accepted(1))), ["answered_late"])
    assert.deepStrictEqual(late(closed, 1, silence), [])
    assert.deepStrictEqual(tags(late(closed, 1, withoutToken)), ["flagged accepted_without_token 1"])
  })

  it("tells the refusal in which the payin rests, whichever answer leads there", () => {
    const [first] = late(tried(doubtful, refused), 1, unsent).filter(({ _tag }) => _tag === "refused")
    assert.deepStrictEqual(first, Events.refused.make("reason" in refused ? { reason: refused.reason } : {}))
  })

  it("says nothing again that was said of the payin before", () => {
    const closed = tried(tried(newPayin(hosted), silence), refused)
    assert.deepStrictEqual(tags(late(closed, 1, refused)), ["answered_late", "flag_closed unanswered 1"])
    const twice = tried(doubtful, silence)
    assert.deepStrictEqual(tags(late(twice, 1, refused)), ["answered_late", "flag_closed unanswered 1"])
  })

  it("cancels nothing that has expired, although its call can never be made again", () => {
    const coded = tried(newPayin(direct("ussd_otp")), silence, 0, "pay", true)
    const expired = after(coded, [Events.expired.make({})])
    assert.deepStrictEqual(tags(late(expired, 1, unsent)), ["answered_late", "flag_closed unanswered 1"])
  })

  it("comes with a flag when a callback was there and it brought no token (P17)", () => {
    const events = answerEvents(doubtful, 1, refused, true, policy)
    assert.include(tags(events), "flagged callback_without_token 1")
  })
})

describe("a payout's answer that comes late (O8, #78)", () => {
  const doubtful = tried(newPayout(), silence)
  const again = after(doubtful, [Events.resolved.make({ to: "intended", ...ruled, asOf: 4 })], 4 * day)

  it("moves a payout in doubt to where its attempts rest", () => {
    expectLate(doubtful, "pending", "pending", "refused", "intended", "intended", "in_doubt", "in_doubt")
  })

  it("takes a payout back that a person wanted sent again, before it is claimed", () => {
    expectLate(again, "pending", "pending", "refused", "intended", "intended", "in_doubt", "intended")
  })

  it("never lets go what is held or cancelled, and still takes it back when it may have been executed", () => {
    const held = after(again, [Events.held.make({ because: "stale" })])
    expectLate(held, "pending", "pending", "refused", "held", "held", "in_doubt", "held")
    const cancelled = after(again, [Events.cancelled.make({ because: "asked", by: "A colleague" })])
    expectLate(cancelled, "pending", "pending", "refused", "cancelled", "cancelled", "in_doubt", "cancelled")
  })

  it("says that a payout is in doubt again, or refused", () => {
    assert.include(tags(late(again, 1, withoutToken)), "in_doubt")
    assert.include(tags(late(again, 1, refused)), "refused")
    assert.notInclude(tags(late(doubtful, 1, withoutToken)), "in_doubt")
  })

  it("joins what the second call came to", () => {
    expectLate(started(again, 4 * day), "stands")
    expectLate(tried(again, accepted(2), 4 * day), "stands")
    expectLate(
      tried(again, silence, 4 * day),
      "pending",
      "pending",
      "in_doubt",
      "in_doubt",
      "in_doubt",
      "in_doubt",
      "in_doubt",
    )
    expectLate(
      tried(again, refused, 4 * day),
      "pending",
      "pending",
      "refused",
      "refused",
      "refused",
      "in_doubt",
      "refused",
    )
  })

  it("moves nothing that is completed or failed (S6)", () => {
    const second = tried(again, accepted(2), 4 * day)
    expectLate(after(second, judged(second, [said(2, completed(700))]).events), "stands")
    const told = judged(second, [said(2, failed())])
    expectLate(after(second, judged(second, [said(2, failed(), minute)], told).events), "stands")
    expectLate(after(doubtful, [Events.resolved.make({ to: "not_completed", ...ruled, asOf: 4 })]), "stands")
  })

  it("that nothing left holds the payout when its attempts are used up", () => {
    const used = tried(tried(newPayout(), unsent), unsent)
    const events = late(tried(used, silence), 3, unsent)
    assert.deepStrictEqual(tags(events), ["answered_late", "held"])
  })
})
