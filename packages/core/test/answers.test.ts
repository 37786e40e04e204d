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

describe("an attempt whose answer brought a token", () => {
  it("takes no second answer, so the token is never given up (S7)", () => {
    const payin = tried(newPayin(), contradictory(1))
    assert.deepStrictEqual(issuedTokensOf(payin.attempts), [{ attempt: 1, token: token(1) }])
    for (const answer of [accepted(2), refused, silence, contradictory(2)]) {
      assert.deepStrictEqual(late(payin, 1, answer), [])
    }
  })
})

describe("the flag Unanswered", () => {
  const payin = tried(newPayin(), silence)

  it("is closed by a late answer that brings a token, whatever the code beside it", () => {
    const closed = "FlagClosed Unanswered 1"
    assert.deepStrictEqual(tags(late(payin, 1, accepted(1))), ["AnsweredLate", closed])
    assert.deepStrictEqual(tags(late(payin, 1, contradictory(1))), ["AnsweredLate", closed])
    assert.deepStrictEqual(tags(late(payin, 1, refused)), ["AnsweredLate", "Refused", closed])
    const expected = { by: "cauri", reason: "The service's answer arrived." }
    assert.deepInclude(late(payin, 1, accepted(1)).at(-1), expected, "no person closed it")
  })

  it("is not closed by an answer without a token, nor by the answer of another attempt", () => {
    const failed = after(payin, [Events.Resolved.make({ to: "NotCompleted", ...ruled, asOf: 4 })])
    const told = ["AnsweredLate", "Flagged LateAnswer 1", "Flagged AcceptedWithoutToken 1"]
    assert.deepStrictEqual(tags(late(failed, 1, withoutToken)), told)
    const empty = tried(tried(newPayin(), withoutToken), silence)
    const looked = Events.FlagClosed.make({ kind: "Unanswered", subject: "1", by: "A colleague", reason: "looked" })
    assert.deepStrictEqual(tags(late(after(empty, [looked]), 1, accepted(1))), ["AnsweredLate"])
  })
})

describe("a late answer with another attempt's token", () => {
  it("is still saved on its own attempt, which is then no longer unanswered", () => {
    const payin = tried(tried(newPayin(), accepted(1)), silence, 0, "Pay", true)
    const told = answered(payin, contradictory(1), 2)
    assert.deepStrictEqual(issuedTokensOf(told.attempts), [{ attempt: 2, token: token(1) }])
    assert.strictEqual(told.attempts[1]?.outcome._tag === "NoAnswer" && told.attempts[1].outcome.token, token(1))
  })
})

describe("the flag LateAnswer", () => {
  it("is raised when a person had ruled on the attempt before its answer came (O8)", () => {
    const doubtful = tried(newPayout(), silence)
    for (const to of ["Intended", "NotCompleted", "Completed"] as const) {
      const decided = after(doubtful, [Events.Resolved.make({ to, ...ruled, asOf: doubtful.seq })], 4 * day)
      assert.include(tags(late(decided, 1, accepted(1))), "Flagged LateAnswer 1", to)
    }
  })

  it("is not raised for an attempt that was made after the release or the ruling (O8)", () => {
    const held = after(newPayout(), [Events.Held.make({ because: "Twin" })])
    const released = after(held, [Events.Released.make({ by: "A colleague", reason: "two salaries" })], minute)
    assert.notInclude(tags(late(tried(released, silence, minute), 1, accepted(1))), "Flagged LateAnswer 1")

    const doubtful = tried(newPayout(), silence)
    const again = after(doubtful, [Events.Resolved.make({ to: "Intended", ...ruled, asOf: doubtful.seq })], 4 * day)
    assert.notInclude(tags(late(tried(again, silence, 4 * day), 2, accepted(2))), "Flagged LateAnswer 2")
    assert.include(tags(late(started(again, 4 * day), 1, accepted(1))), "Flagged LateAnswer 1")
  })

  it("is not raised where a confirm ended the payment without a decision", () => {
    const waiting = tried(tried(newPayin(), silence), accepted(2))
    const paid = after(waiting, judged(waiting, [said(2, completed())]).events)
    assert.deepStrictEqual(tags(late(paid, 1, accepted(1))), ["AnsweredLate", "FlagClosed Unanswered 1"])
  })
})

const inTime = (payment: Payment, answer: CreationAnswer, noted = false) => {
  const events = answerEvents(payment, payment.attempts.length, answer, noted, policy)
  return [...tags(events), after(payment, events).state._tag]
}

describe("the answer of a payin's call", () => {
  const push = started(newPayin())
  const ussdOtp = started(newPayin(direct("UssdOtp")), 0, "Pay", true)
  const smsRequest = started(newPayin(direct("SmsOtp")), 0, "SmsOtpRequest")
  const walletRequest = started(newPayin(walletPayin), 0, "WalletOtpRequest")

  it("that nothing left or that we were turned away rests at Intended while attempts are left (P4, #188, #229)", () => {
    for (const answer of [unsent, turnedAway]) {
      assert.deepStrictEqual(inTime(push, answer), ["AttemptNotSent", "Intended"])
    }
    const thrice = started(tried(tried(newPayin(), unsent), unsent))
    assert.deepStrictEqual(inTime(thrice, unsent), ["AttemptNotSent", "Cancelled", "Cancelled"])
    const turned = started(tried(tried(newPayin(), turnedAway), turnedAway))
    assert.deepStrictEqual(inTime(turned, turnedAway), ["AttemptNotSent", "Intended"], "being turned away uses none up")
  })

  it("that nothing left cancels it when the call carried a code that only its caller has (P4)", () => {
    for (const answer of [unsent, turnedAway]) {
      assert.deepStrictEqual(inTime(ussdOtp, answer), ["AttemptNotSent", "Cancelled", "Cancelled"])
    }
  })

  it("that nothing left of a code's submission goes back to waiting for the code (P4)", () => {
    const wallet = started(tried(newPayin(walletPayin), otpSent, 0, "WalletOtpRequest"), 0, "Pay", true)
    const sms = started(tried(newPayin(direct("SmsOtp")), accepted(1), 0, "SmsOtpRequest"), 0, "Pay", true)
    for (const payin of [wallet, sms]) assert.deepStrictEqual(inTime(payin, unsent), ["AttemptNotSent", "AwaitingOtp"])
  })

  it("that it was accepted stores the token in the same step, and it is pending from then on (P5, #71, #73, #78, #128)", () => {
    const [event, ...others] = answerEvents(push, 1, accepted(1), false, policy)
    assert.deepInclude(event, { _tag: "Accepted", attempt: 1, token: token(1), url: null, to: "Pending" })
    assert.deepStrictEqual(others, [])
    assert.deepStrictEqual(issuedTokensOf(answered(push, accepted(1)).attempts), [{ attempt: 1, token: token(1) }])
  })

  it("that it was accepted without an address is flagged where the mode needs one, and only there (P5)", () => {
    const flag = "Flagged NoPaymentUrl 1"
    for (const method of [hosted, direct("OperatorRedirect"), direct("ServiceRedirect")]) {
      assert.deepStrictEqual(inTime(started(newPayin(method)), accepted(1)), ["Accepted", flag, "Pending"])
      const withUrl = accepted(1, "https://pay.example/p/1")
      assert.deepStrictEqual(inTime(started(newPayin(method)), withUrl), ["Accepted", "Pending"])
    }
    assert.deepStrictEqual(inTime(push, accepted(1)), ["Accepted", "Pending"])
    assert.deepStrictEqual(inTime(smsRequest, accepted(1)), ["OtpRequested", "AwaitingOtp"])
  })

  it("that a code was sent waits for it, or stays pending when a handle is being asked (P6, #154, #155, #163)", () => {
    assert.deepStrictEqual(inTime(smsRequest, accepted(1)), ["OtpRequested", "AwaitingOtp"])
    assert.deepStrictEqual(inTime(walletRequest, otpSent), ["OtpRequested", "AwaitingOtp"])
    const paying = tried(tried(newPayin(walletPayin), otpSent, 0, "WalletOtpRequest"), accepted(1), 0, "Pay", true)
    assert.deepStrictEqual(inTime(started(paying, 0, "WalletOtpRequest"), otpSent), ["OtpRequested", "Pending"])
  })

  it("that it was refused rests at Refused, and says so, unless an earlier call may still be paid (P7, #142, #216)", () => {
    assert.deepStrictEqual(inTime(push, refused), ["AttemptRefused", "Refused", "Refused"])
    const second = started(tried(newPayin(direct("UssdOtp")), accepted(1), 0, "Pay", true), 0, "Pay", true)
    assert.deepStrictEqual(inTime(second, refused), ["AttemptRefused", "Pending"])
    const sms = started(tried(newPayin(direct("SmsOtp")), accepted(1), 0, "SmsOtpRequest"), 0, "Pay", true)
    assert.deepStrictEqual(inTime(sms, refused), ["AttemptRefused", "Refused", "Refused"])
  })

  it("that a retry was refused leaves a payin in doubt, but closes a hosted one whose page no customer saw (P7)", () => {
    assert.deepStrictEqual(inTime(started(tried(newPayin(), silence)), refused), ["AttemptRefused", "InDoubt"])
    const page = started(tried(newPayin(hosted), silence))
    assert.deepStrictEqual(inTime(page, refused), ["AttemptRefused", "Refused", "Refused"])
  })

  it("that never came is in doubt, says so and is flagged (P8, #241)", () => {
    assert.deepStrictEqual(inTime(push, silence), ["AttemptUnanswered", "InDoubt", "Flagged Unanswered 1", "InDoubt"])
    const second = started(tried(newPayin(), accepted(1)), 0, "Pay", true)
    assert.deepStrictEqual(inTime(second, silence), ["AttemptUnanswered", "Flagged Unanswered 2", "Pending"])
    assert.deepStrictEqual(inTime(walletRequest, silence), ["AttemptUnanswered", "AwaitingOtp"], "no money can move")
    assert.deepStrictEqual(inTime(smsRequest, silence).at(-1), "InDoubt")
  })

  it("that brought no token, or a token beside a refusal, is no answer: the first is flagged, the second asked (P8)", () => {
    assert.deepStrictEqual(inTime(push, withoutToken), [
      "AttemptUnanswered",
      "InDoubt",
      "Flagged AcceptedWithoutToken 1",
      "Flagged Unanswered 1",
      "InDoubt",
    ])
    assert.deepStrictEqual(inTime(push, contradictory(1)), ["AttemptUnanswered", "Pending"])
  })

  it("comes with a flag when a callback was there first and it brought no token (P17, #200)", () => {
    for (const answer of [refused, unsent, silence]) {
      assert.include(inTime(push, answer, true), "Flagged CallbackWithoutToken 1")
    }
    for (const answer of [accepted(1), contradictory(1)]) {
      assert.notInclude(inTime(push, answer, true), "Flagged CallbackWithoutToken 1")
    }
  })

  it("that is no answer to any of its calls changes nothing", () => {
    assert.deepStrictEqual(late(push, 2, accepted(1)), [])
    for (const answer of [accepted(1), refused, turnedAway, unsent]) {
      const settled = answered(push, answer)
      assert.deepStrictEqual(late(settled, 1, accepted(2)), [], answer._tag)
    }
    assert.deepStrictEqual(late(tried(newPayin(walletPayin), otpSent, 0, "WalletOtpRequest"), 1, refused), [])
  })

  it("rests at Intended when, against all rules, another call is under way beside it", () => {
    const flying = push.attempts.concat(push.attempts.map((attempt) => ({ ...attempt, number: 2 })))
    const [event] = late(payinWith(push, { attempts: flying }), 2, unsent)
    assert.deepInclude(event, { _tag: "AttemptNotSent", to: "Intended" })
  })
})

describe("the answer of a payout's call", () => {
  const call = started(newPayout())

  it("that nothing left or that we were turned away rests at Intended, and at Held when attempts are used up (O4)", () => {
    for (const answer of [unsent, turnedAway]) {
      assert.deepStrictEqual(inTime(call, answer), ["AttemptNotSent", "Intended"])
    }
    const thrice = started(tried(tried(newPayout(), unsent), unsent))
    const events = late(thrice, 3, unsent)
    assert.deepStrictEqual(tags(events), ["AttemptNotSent", "Held"])
    assert.deepInclude(events[1], { because: "Attempts" })
  })

  it("that it was accepted stores the token in the same step (O5, #78, #172)", () => {
    assert.deepStrictEqual(inTime(call, accepted(1)), ["Accepted", "Pending"])
    assert.deepStrictEqual(issuedTokensOf(answered(call, accepted(1)).attempts), [{ attempt: 1, token: token(1) }])
  })

  it("that it was refused closes it and says so (O6, #23, #173)", () => {
    assert.deepStrictEqual(inTime(call, refused), ["AttemptRefused", "Refused", "Refused"])
  })

  it("that never came is in doubt and says so, whatever is known of it beside (O7, #241)", () => {
    assert.deepStrictEqual(inTime(call, silence), ["AttemptUnanswered", "InDoubt", "InDoubt"])
    const empty = ["AttemptUnanswered", "InDoubt", "Flagged AcceptedWithoutToken 1", "InDoubt"]
    assert.deepStrictEqual(inTime(call, withoutToken), empty)
    assert.deepStrictEqual(inTime(call, contradictory(1)), ["AttemptUnanswered", "Pending"], "but a token is asked")
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
  const decided = (to: "Completed" | "NotCompleted") =>
    after(doubtful, [Events.Resolved.make({ to, ...ruled, asOf: 4 })])

  it("moves a payin in doubt to where its attempts rest", () => {
    expectLate(doubtful, "Pending", "Pending", "Refused", "Intended", "Intended", "InDoubt", "InDoubt")
  })

  it("keeps its token where another call is under way, or the payin is pending, expired, completed or failed", () => {
    const waiting = tried(doubtful, accepted(2))
    expectLate(started(doubtful), "stands")
    expectLate(waiting, "stands")
    expectLate(after(doubtful, [Events.Expired.make({})]), "stands")
    expectLate(after(waiting, judged(waiting, [said(2, completed())]).events), "stands")
    expectLate(decided("Completed"), "stands")
    expectLate(decided("NotCompleted"), "stands")
  })

  it("reopens a refused hosted payin only when there is something to ask", () => {
    const closed = tried(tried(newPayin(hosted), silence), refused)
    expectLate(closed, "Pending", "Pending", "Refused", "Refused", "Refused", "Refused", "Refused")
  })

  it("of a wallet's code request leads where the code may still come", () => {
    const asked = tried(newPayin(walletPayin), silence, 0, "WalletOtpRequest")
    const states = [otpSent, refused, turnedAway, unsent, silence].map((each) => answered(asked, each).state._tag)
    assert.deepStrictEqual(states, ["AwaitingOtp", "Refused", "Intended", "Intended", "AwaitingOtp"])
  })

  it("that nothing left of a call with a code cancels the payin", () => {
    const asked = tried(newPayin(direct("UssdOtp")), silence, 0, "Pay", true)
    assert.deepStrictEqual(tags(late(asked, 1, unsent)), ["AnsweredLate", "Cancelled", "FlagClosed Unanswered 1"])
  })

  it("of a submission that was refused ends the payin", () => {
    const request = tried(newPayin(direct("SmsOtp")), accepted(1), 0, "SmsOtpRequest")
    const submitted = tried(request, silence, 0, "Pay", true)
    assert.strictEqual(submitted.state._tag, "Pending")
    assert.strictEqual(answered(submitted, refused, 2).state._tag, "Refused")
  })

  it("leaves a flag that a person has closed already closed, and raises none twice", () => {
    const closed = after(doubtful, [
      Events.FlagClosed.make({ kind: "Unanswered", subject: "1", by: "A colleague", reason: "looked" }),
    ])
    assert.deepStrictEqual(tags(late(closed, 1, accepted(1))), ["AnsweredLate"])
    assert.deepStrictEqual(late(closed, 1, silence), [])
    assert.deepStrictEqual(tags(late(closed, 1, withoutToken)), ["Flagged AcceptedWithoutToken 1"])
  })

  it("tells the refusal in which the payin rests, whichever answer leads there", () => {
    const [first] = late(tried(doubtful, refused), 1, unsent).filter(({ _tag }) => _tag === "Refused")
    assert.deepStrictEqual(first, Events.Refused.make("reason" in refused ? { reason: refused.reason } : {}))
  })

  it("says nothing again that was said of the payin before", () => {
    const closed = tried(tried(newPayin(hosted), silence), refused)
    assert.deepStrictEqual(tags(late(closed, 1, refused)), ["AnsweredLate", "FlagClosed Unanswered 1"])
    const twice = tried(doubtful, silence)
    assert.deepStrictEqual(tags(late(twice, 1, refused)), ["AnsweredLate", "FlagClosed Unanswered 1"])
  })

  it("cancels nothing that has expired, although its call can never be made again", () => {
    const coded = tried(newPayin(direct("UssdOtp")), silence, 0, "Pay", true)
    const expired = after(coded, [Events.Expired.make({})])
    assert.deepStrictEqual(tags(late(expired, 1, unsent)), ["AnsweredLate", "FlagClosed Unanswered 1"])
  })

  it("comes with a flag when a callback was there and it brought no token (P17)", () => {
    const events = answerEvents(doubtful, 1, refused, true, policy)
    assert.include(tags(events), "Flagged CallbackWithoutToken 1")
  })
})

describe("a payout's answer that comes late (O8, #78)", () => {
  const doubtful = tried(newPayout(), silence)
  const again = after(doubtful, [Events.Resolved.make({ to: "Intended", ...ruled, asOf: 4 })], 4 * day)

  it("moves a payout in doubt to where its attempts rest", () => {
    expectLate(doubtful, "Pending", "Pending", "Refused", "Intended", "Intended", "InDoubt", "InDoubt")
  })

  it("takes a payout back that a person wanted sent again, before it is claimed", () => {
    expectLate(again, "Pending", "Pending", "Refused", "Intended", "Intended", "InDoubt", "Intended")
  })

  it("never lets go what is held or cancelled, and still takes it back when it may have been executed", () => {
    const held = after(again, [Events.Held.make({ because: "Stale" })])
    expectLate(held, "Pending", "Pending", "Refused", "Held", "Held", "InDoubt", "Held")
    const cancelled = after(again, [Events.Cancelled.make({ because: "Asked", by: "A colleague" })])
    expectLate(cancelled, "Pending", "Pending", "Refused", "Cancelled", "Cancelled", "InDoubt", "Cancelled")
  })

  it("says that a payout is in doubt again, or refused", () => {
    assert.include(tags(late(again, 1, withoutToken)), "InDoubt")
    assert.include(tags(late(again, 1, refused)), "Refused")
    assert.notInclude(tags(late(doubtful, 1, withoutToken)), "InDoubt")
  })

  it("joins what the second call came to", () => {
    expectLate(started(again, 4 * day), "stands")
    expectLate(tried(again, accepted(2), 4 * day), "stands")
    expectLate(
      tried(again, silence, 4 * day),
      "Pending",
      "Pending",
      "InDoubt",
      "InDoubt",
      "InDoubt",
      "InDoubt",
      "InDoubt",
    )
    expectLate(
      tried(again, refused, 4 * day),
      "Pending",
      "Pending",
      "Refused",
      "Refused",
      "Refused",
      "InDoubt",
      "Refused",
    )
  })

  it("moves nothing that is completed or failed (S6)", () => {
    const second = tried(again, accepted(2), 4 * day)
    expectLate(after(second, judged(second, [said(2, completed(700))]).events), "stands")
    const told = judged(second, [said(2, failed())])
    expectLate(after(second, judged(second, [said(2, failed(), minute)], told).events), "stands")
    expectLate(after(doubtful, [Events.Resolved.make({ to: "NotCompleted", ...ruled, asOf: 4 })]), "stands")
  })

  it("that nothing left holds the payout when its attempts are used up", () => {
    const used = tried(tried(newPayout(), unsent), unsent)
    const events = late(tried(used, silence), 3, unsent)
    assert.deepStrictEqual(tags(events), ["AnsweredLate", "Held"])
  })
})
