import { assert, describe, it } from "@effect/vitest"
import type { ConfirmRecord, TokenReply } from "../src/model/Observation.ts"
import type { Payment } from "../src/model/Payment.ts"
import type { PolicyShape } from "../src/model/Policy.ts"
import { tokenMemoryOf, newTracking, type NoteSummary } from "../src/model/PaymentRecord.ts"
import {
  accepted,
  after,
  answered,
  completed,
  contradictory,
  day,
  direct,
  Events,
  failed,
  hosted,
  hour,
  judged,
  minute,
  newPayin,
  newPayout,
  noReply,
  noteEvents,
  notFound,
  otpSent,
  pending,
  policy,
  policyWith,
  push,
  refused,
  said,
  second,
  silence,
  started,
  tags,
  tried,
  turnedAway,
  unsent,
  walletPayin,
  withoutToken,
  rulingsOf,
} from "./samples.ts"

it("one round over several handles raises a flag once for its kind and subject, however many handles ask for it", () => {
  const payin = tried(tried(newPayin(push), accepted(1)), accepted(2), 0, "pay", true)
  const odd = { ...pending, unknownStatus: "paid" }
  const { events } = judged(payin, [said(2, odd), said(1, odd)])
  assert.deepStrictEqual(tags(events), ["flagged unknown_status paid"])
})

describe("a token that two answers brought", () => {
  const first = tried(newPayin(push), accepted(1))
  const both = tried(first, silence, 0, "pay", true)
  const done = after(both, judged(both, [said(1, completed(500))]).events)
  const late = answered(done, accepted(1), 2)

  it("is one handle: its completion under the newer attempt's number is no second one (P21)", () => {
    assert.strictEqual(late.state._tag, "completed")
    assert.deepStrictEqual(tags(judged(late, [said(2, completed(500))]).events), [])
  })

  it("is one handle although other calls were made beside them (P21)", () => {
    const third = tried(tried(first, refused, 0, "pay", true), silence, 0, "pay", true)
    const paid = after(third, judged(third, [said(1, completed(500))]).events)
    const told = answered(paid, accepted(1), 3)
    assert.deepStrictEqual(tags(judged(told, [said(3, completed(500))]).events), [])
  })

  it("contradicts the completion under either attempt's number (P20)", () => {
    const { tracking } = judged(late, [said(2, failed())])
    const { events } = judged(late, [said(2, failed(), minute)], { tracking })
    assert.deepStrictEqual(tags(events), ["flagged terminal_contradiction 2"])
  })
})

const ruled = { by: "A colleague", reason: "statement", evidence: "letter 7", asOf: 1 }
const waiting = () => tried(newPayin(push), accepted(1))
/** A payin with two handles: another code after a wrong one. */
const twoHandles = () =>
  tried(tried(newPayin(direct("ussd_otp")), accepted(1), 0, "pay", true), accepted(2), 0, "pay", true)
const sent = () => tried(newPayout(), accepted(1))

/** The names of the events of one round over one handle. */
const says = (payment: Payment, record: ConfirmRecord, more: { readonly policy?: PolicyShape } = {}) =>
  tags(judged(payment, [said(1, record)], more).events)

/** A payout with two handles: a person had it sent again, and then the first call's answer came. */
const paidTwice = () => {
  const doubtful = tried(newPayout(), silence)
  const again = after(doubtful, [Events.resolved.make({ to: "intended", ...ruled })], 4 * day)
  return answered(tried(again, accepted(2), 4 * day), accepted(1), 1)
}

it("a confirm that says notcompleted ends a payment with what the service says of it in words (P14, #83, #84)", () => {
  const { events } = judged(waiting(), [said(1, failed({ detail: "Solde insuffisant" }))])
  assert.deepStrictEqual(events, [Events.not_completed.make({ detail: "Solde insuffisant" })])
})

describe("a confirm that says completed", () => {
  it("completes a payin with exactly the expected amount (P12, #80, #88, #113, #207)", () => {
    const { events } = judged(waiting(), [said(1, completed(500), 7)])
    assert.deepStrictEqual(tags(events), ["completed"])
    const paid = after(waiting(), events, 9)
    assert.deepStrictEqual({ ...paid.state }, { _tag: "completed", at: 9, attempt: 1, late: false, amountPaid: 500 })
    assert.deepInclude(events[0], { late: false })
  })

  it("flags any other amount and moves nothing (P13, #88)", () => {
    const flag = ["flagged amount_mismatch 1"]
    assert.deepStrictEqual(says(waiting(), completed(499)), flag, "below")
    assert.deepStrictEqual(says(waiting(), completed(501)), flag, "above, without a fee policy")
    assert.deepStrictEqual(says(waiting(), completed(500, { amount: null })), flag, "no amount")
  })

  it("takes an amount above the expected one within the fees of the policy, and no further (P12, P13, #123, #124)", () => {
    const fees = { policy: policyWith(policy, { merchant: { fees: [{ basisPoints: 100, fixedXof: 3 }] } }) }
    assert.deepStrictEqual(says(waiting(), completed(508), fees), ["completed"])
    assert.deepStrictEqual(says(waiting(), completed(500), fees), ["completed"])
    assert.deepStrictEqual(says(waiting(), completed(509), fees), ["flagged amount_mismatch 1"])
    assert.deepStrictEqual(says(waiting(), completed(499), fees), ["flagged amount_mismatch 1"])
    const other = {
      policy: policyWith(policy, { merchant: { fees: [{ rail: "hosted" as const, basisPoints: 100, fixedXof: 3 }] } }),
    }
    assert.deepStrictEqual(says(waiting(), completed(501), other), ["flagged amount_mismatch 1"])
  })

  it("takes a transaction_id that is ours or absent, and flags a foreign one (P12, P13, #90)", () => {
    assert.deepStrictEqual(says(waiting(), completed(500, { transactionId: "order-1" })), ["completed"])
    assert.deepStrictEqual(says(waiting(), completed(500, { transactionId: null })), ["completed"])
    for (const foreign of ["order-2", "", "order-11"]) {
      const record = completed(500, { transactionId: foreign })
      assert.deepStrictEqual(says(waiting(), record), ["flagged reference_mismatch 1"])
    }
  })

  it("flags a record without our reference that another number paid, and completes nothing by it (P12, P13, #82, #90)", () => {
    for (const payer of ["22670000099", "+226 70 00 00 99", "70000099"]) {
      assert.deepStrictEqual(says(waiting(), completed(500, { payer })), ["flagged reference_mismatch 1"], payer)
      assert.deepStrictEqual(says(waiting(), failed({ payer })), ["flagged reference_mismatch 1"], payer)
      assert.deepStrictEqual(says(waiting(), completed(500, { payer, transactionId: "order-1" })), ["completed"])
      assert.deepStrictEqual(says(waiting(), completed(500, { payer, externalId: "log-7order-1" })), ["completed"])
    }
    for (const payer of [null, "", "22670000001", "0022670000001", "70 00 00 01", "226•••••99", "2267000xx99", "99"]) {
      assert.deepStrictEqual(says(waiting(), completed(500, { payer })), ["completed"], `${payer}`)
    }
    assert.deepStrictEqual(says(tried(newPayin(hosted), accepted(1)), completed(500, { payer: "22670000099" })), [
      "completed",
    ])
  })

  it("only flags an external_id without our id, and still completes (#90, #91)", () => {
    const odd = says(waiting(), completed(500, { externalId: "x-9" }))
    assert.deepStrictEqual(odd, ["completed", "flagged external_id_mismatch 1"])
    assert.deepStrictEqual(says(waiting(), completed(500, { externalId: "log-7order-1" })), ["completed"])
    assert.deepStrictEqual(says(sent(), completed(700, { externalId: "x-9" })), ["completed"], "a payout has none")
  })

  it("flags no external_id that is the hosted payin's own, whatever the service makes of it (#43, #90)", () => {
    const url = "https://shop.example"
    const named = { returnUrl: url, cancelUrl: url, phone: null, externalId: "Facture 17" }
    const payin = tried(newPayin({ type: "hosted", ...named }), accepted(1))
    assert.deepStrictEqual(says(payin, completed(500, { externalId: "Facture 17" })), ["completed"])
    const odd = says(payin, completed(500, { externalId: "x-9" }))
    assert.deepStrictEqual(odd, ["completed", "flagged external_id_mismatch 1"])
  })

  it("completes a payin in every state that may still have a handle, late when it was closed (P12)", () => {
    const expired = after(waiting(), [Events.expired.make({})])
    const { events } = judged(expired, [said(1, completed())])
    assert.deepInclude(events[0], { _tag: "completed", late: true })
    const sms = tried(newPayin(direct("sms_otp")), accepted(1), 0, "sms_otp_request")
    assert.strictEqual(sms.state._tag, "awaiting_otp")
    assert.deepStrictEqual(says(sms, completed()), ["completed"])
  })

  it("changes nothing while a call is under way (P12)", () => {
    assert.deepStrictEqual(says(started(waiting(), 0, "pay", true), completed()), [])
  })

  it("completes a payout whose token it names, and flags any other (O11, #104, #113)", () => {
    const { events } = judged(sent(), [said(1, completed(700))])
    assert.deepStrictEqual(tags(events), ["completed"])
    assert.deepInclude(events[0], { late: false }, "a payout is never closed before it is known")
    const foreign = completed(700, { tokenIsOurs: false })
    assert.deepStrictEqual(says(sent(), foreign), ["flagged reference_mismatch 1"])
    assert.deepStrictEqual(says(sent(), failed({ tokenIsOurs: false })), ["flagged reference_mismatch 1"])
    assert.deepStrictEqual(says(sent(), { ...pending, tokenIsOurs: false }), [])
    assert.deepStrictEqual(says(after(sent(), judged(sent(), [said(1, completed(700))]).events), completed(700)), [])
  })

  it("moves a payout from nowhere but pending (O11)", () => {
    const told = answered(tried(newPayout(), silence), refused)
    assert.deepStrictEqual(says(told, completed(700)), [])
    const again = judged(told, [said(1, completed(700, { tokenIsOurs: false }))])
    assert.deepStrictEqual(tags(again.events), ["flagged reference_mismatch 1"])
    assert.isNull(again.tracking.agreedAt)
  })
})

const bothSay = (one: TokenReply, other: TokenReply, payin = twoHandles()) => tags(judged(payin, [one, other]).events)

describe("confirms that say notcompleted of a payin (P14, #114, #115)", () => {
  it("end it when every handle says so in one round (#114, #115)", () => {
    assert.deepStrictEqual(says(waiting(), failed()), ["not_completed"])
    const waitingForCode = tried(newPayin(direct("sms_otp")), accepted(1), 0, "sms_otp_request")
    assert.strictEqual(waitingForCode.state._tag, "awaiting_otp")
    assert.deepStrictEqual(says(waitingForCode, failed()), ["not_completed"])
    assert.deepStrictEqual(bothSay(said(2, failed()), said(1, failed())), ["not_completed"])
    assert.deepStrictEqual(says(after(waiting(), [Events.expired.make({})]), failed()), ["not_completed"])
  })

  it("end nothing while one handle is pending, was not found or could not be asked (#115)", () => {
    for (const reply of [said(1, pending), notFound(1), noReply(1)]) {
      assert.deepStrictEqual(bothSay(said(2, failed()), reply), [])
    }
  })

  it("end nothing while a call is unanswered, or when a record names another payment, which is flagged (P13, #90, #115)", () => {
    const unknown = tried(tried(newPayin(direct("ussd_otp")), accepted(1), 0, "pay", true), silence, 0, "pay", true)
    assert.deepStrictEqual(says(unknown, failed()), [])
    assert.deepStrictEqual(says(waiting(), failed({ transactionId: "order-2" })), ["flagged reference_mismatch 1"])
    assert.deepStrictEqual(says(waiting(), { ...pending, transactionId: "order-2" }), [])
    assert.deepStrictEqual(says(waiting(), failed({ transactionId: "order-1" })), ["not_completed"])
  })

  it("end nothing without a handle, and nothing that is refused", () => {
    assert.deepStrictEqual(tags(judged(tried(newPayin(), silence), []).events), [])
    const asked = tried(newPayin(walletPayin), otpSent, 0, "wallet_otp_request")
    assert.deepStrictEqual(tags(judged(asked, []).events), [])
    assert.deepStrictEqual(says(tried(newPayin(), refused), failed()), [])
  })

  it("end it although a wallet's code request got no answer: that one moves no money", () => {
    const wallet = tried(tried(newPayin(walletPayin), silence, 0, "wallet_otp_request"), accepted(1), 0, "pay", true)
    assert.deepStrictEqual(tags(judged(wallet, [said(2, failed())]).events), ["not_completed"])
  })
})

describe("the deadline of a payin (P15, #121, #122, #248)", () => {
  const deadline = 15 * minute
  const at = (replies: ReadonlyArray<TokenReply>, now = deadline + second, payin = waiting()) =>
    tags(judged(payin, replies, { now }).events)

  it("expires it once every handle has answered a confirm that began after it", () => {
    assert.deepStrictEqual(at([said(1, pending, deadline)]), ["expired"])
    assert.deepStrictEqual(at([said(1, completed(499), deadline)]), ["flagged amount_mismatch 1", "expired"])
    const unknown = tried(tried(newPayin(direct("ussd_otp")), accepted(1), 0, "pay", true), silence, 0, "pay", true)
    assert.deepStrictEqual(
      at([said(1, failed(), deadline)], deadline, unknown),
      ["expired"],
      "notcompleted, one unknown",
    )
  })

  it("does nothing for a confirm that began before it, however late it ended", () => {
    assert.deepStrictEqual(at([said(1, pending, deadline - 1)]), [])
  })

  it("does nothing while one handle has not answered, but a lost one counts as answered", () => {
    for (const reply of [noReply(1, deadline), notFound(1, deadline)]) {
      assert.deepStrictEqual(at([said(2, pending, deadline), reply], deadline, twoHandles()), [])
    }
    const tracking = {
      ...newTracking(waiting(), policy),
      tokens: [{ ...tokenMemoryOf(newTracking(waiting(), policy), 1), notFound: 2 }],
    }
    const lost = judged(waiting(), [notFound(1, deadline)], { tracking, now: deadline })
    assert.deepStrictEqual(tags(lost.events), ["expired", "flagged token_lost 1"])
    const before = judged(waiting(), [notFound(1, deadline - 1)], { tracking, now: deadline })
    assert.deepStrictEqual(tags(before.events), ["flagged token_lost 1"], "it was asked before the deadline")
    const still = judged(waiting(), [noReply(1, deadline)], { tracking: lost.tracking, now: deadline })
    assert.notInclude(tags(still.events), "expired", "nothing expires while confirms are blind (S13)")
    const back = judged(waiting(), [said(1, pending, deadline - 1)], { tracking: lost.tracking, now: deadline })
    assert.deepStrictEqual(tags(back.events), [], "a handle that is found again is not lost")
  })

  it("counts from the last attempt", () => {
    const later = tried(waiting(), accepted(2), 10 * minute, "pay", true)
    const replies = [said(2, pending, 24 * minute), said(1, pending, 24 * minute)]
    assert.deepStrictEqual(at(replies, 24 * minute, later), [])
    const after25 = [said(2, pending, 25 * minute), said(1, pending, 25 * minute)]
    assert.deepStrictEqual(at(after25, 25 * minute, later), ["expired"])
  })

  it("expires what has nothing to ask, and not a moment earlier", () => {
    for (const payin of [tried(newPayin(), silence), tried(newPayin(walletPayin), otpSent, 0, "wallet_otp_request")]) {
      assert.deepStrictEqual(at([], deadline - 1, payin), [])
      assert.deepStrictEqual(at([], deadline, payin), ["expired"])
    }
  })

  it("is none of what is intended, refused or expired, and no payout's", () => {
    assert.deepStrictEqual(at([], day, newPayin()), [])
    assert.deepStrictEqual(at([], day, tried(newPayin(), refused)), [])
    assert.deepStrictEqual(at([said(1, pending, day)], day, after(waiting(), [Events.expired.make({})])), [])
    assert.notInclude(tags(judged(sent(), [said(1, pending, 30 * day)], { now: 30 * day }).events), "expired")
  })

  it("is none where the policy knows none", () => {
    const endless = policyWith(policy, { schedules: { ussd_push: { deadline: null } } })
    const forever = { now: day, policy: endless }
    assert.deepStrictEqual(tags(judged(waiting(), [said(1, pending, day)], forever).events), [])
    assert.deepStrictEqual(tags(judged(tried(newPayin(), silence), [], forever).events), [])
  })
})

describe("confirms that say notcompleted of a payout (O12, #108, #114)", () => {
  const first = judged(sent(), [said(1, failed(), 10 * second)], { now: 12 * second })
  const then = (replies: ReadonlyArray<TokenReply>, tracking = first.tracking, payout: Payment = sent()) =>
    judged(payout, replies, { tracking, now: hour })

  it("end it only when they say so again 30 s later, by the times at which the asking began", () => {
    assert.deepStrictEqual(tags(first.events), [])
    assert.strictEqual(first.tracking.agreedAt, 10 * second)
    const early = then([said(1, failed(), 40 * second - 1)])
    assert.deepStrictEqual(tags(early.events), [])
    assert.strictEqual(early.tracking.agreedAt, 10 * second)
    assert.deepStrictEqual(tags(then([said(1, failed(), 40 * second)]).events), ["not_completed"])
  })

  it("start again after anything else in between", () => {
    for (const reply of [
      said(1, pending, 20 * second),
      noReply(1),
      notFound(1),
      said(1, failed({ tokenIsOurs: false })),
    ]) {
      const between = then([reply])
      assert.isNull(between.tracking.agreedAt)
      const again = then([said(1, failed(), 50 * second)], between.tracking)
      assert.deepStrictEqual(tags(again.events), [])
      assert.strictEqual(again.tracking.agreedAt, 50 * second)
    }
  })

  it("count from the last handle of the first round to the first handle of the second", () => {
    const payout = paidTwice()
    const round = (one: number, other: number, tracking = newTracking(payout, policy)) =>
      judged(payout, [said(2, failed(), one), said(1, failed(), other)], { tracking, now: 4 * day })
    const begun = round(0, 5 * second)
    assert.strictEqual(begun.tracking.agreedAt, 5 * second)
    assert.notInclude(tags(round(34 * second, 60 * second, begun.tracking).events), "not_completed")
    assert.include(tags(round(35 * second, 60 * second, begun.tracking).events), "not_completed")
  })

  it("end nothing while one of several handles disagrees or a call is unanswered", () => {
    const payout = paidTwice()
    for (const reply of [said(1, pending, hour), notFound(1, hour), noReply(1, hour)]) {
      const tracking = { ...newTracking(payout, policy), agreedAt: 0 }
      const { events } = judged(payout, [said(2, failed(), hour), reply], { tracking, now: 4 * day })
      assert.notInclude(tags(events), "not_completed")
    }
    const doubtful = tried(newPayout(), silence)
    const again = after(doubtful, [Events.resolved.make({ to: "intended", ...ruled })], 4 * day)
    const unknown = answered(tried(again, accepted(2), 4 * day), withoutToken, 1)
    const tracking = { ...newTracking(unknown, policy), agreedAt: 0 }
    assert.notInclude(
      tags(judged(unknown, [said(2, failed(), hour)], { tracking, now: 4 * day }).events),
      "not_completed",
    )
  })
})

const overdueAt = (now: number, payout: Payment = sent()) =>
  tags(judged(payout, [said(1, pending, now)], { now }).events)

describe("a payout that takes long (O13, #126)", () => {
  it("is flagged once at each level of its rail", () => {
    assert.deepStrictEqual(overdueAt(day - 1), [])
    assert.deepStrictEqual(overdueAt(day), ["flagged overdue 1"])
    assert.deepStrictEqual(overdueAt(3 * day), ["flagged overdue 1", "flagged overdue 2"])
    const told = after(sent(), judged(sent(), [said(1, pending, day)], { now: day }).events)
    assert.deepStrictEqual(overdueAt(2 * day, told), [])
    assert.deepStrictEqual(overdueAt(7 * day, told), ["flagged overdue 2", "flagged overdue 3"])
    const wallet = tried(newPayout({ type: "wallet", funds: "keep_in_wallet" }), accepted(1))
    assert.deepStrictEqual(overdueAt(2 * minute - 1, wallet), [])
    assert.deepStrictEqual(overdueAt(2 * minute, wallet), ["flagged overdue 1"])
  })

  it("is flagged while its first failure waits for the second, and not when it is known", () => {
    const once = judged(sent(), [said(1, failed(), day)], { now: day })
    assert.deepStrictEqual(tags(once.events), ["flagged overdue 1"])
    const done = judged(sent(), [said(1, failed(), 2 * day)], { now: 2 * day, tracking: once.tracking })
    assert.deepStrictEqual(tags(done.events), ["not_completed"])
    assert.deepStrictEqual(tags(judged(sent(), [said(1, completed(700), day)], { now: day }).events), ["completed"])
  })
})

const saysAgain = (payment: Payment, record: ConfirmRecord, times: ReadonlyArray<readonly [number, ConfirmRecord]>) => {
  let { tracking } = judged(payment, [said(1, record, 0)])
  let events: ReadonlyArray<string> = []
  for (const [startedAt, each] of times) {
    const round = judged(payment, [said(1, each, startedAt)], { tracking })
    tracking = round.tracking
    events = tags(round.events)
  }
  return events
}

describe("a final payment that is contradicted (P20, O14, #130)", () => {
  const paid = after(waiting(), judged(waiting(), [said(1, completed())]).events)
  const lost = after(waiting(), judged(waiting(), [said(1, failed())]).events)
  const paidOut = after(sent(), judged(sent(), [said(1, completed(700))]).events)
  const lostOut = after(sent(), [Events.not_completed.make({})])
  it("is flagged when the service says so twice, a minute apart", () => {
    for (const [payment, opposite, flag] of [
      [paid, failed(), "flagged terminal_contradiction 1"],
      [lost, completed(), "flagged completed_after_not_completed 1"],
      [paidOut, failed(), "flagged terminal_contradiction 1"],
      [lostOut, completed(700), "flagged completed_after_not_completed 1"],
    ] as const) {
      assert.deepStrictEqual(tags(judged(payment, [said(1, opposite)]).events), [], "once")
      assert.deepStrictEqual(saysAgain(payment, opposite, [[minute - 1, opposite]]), [], "too soon")
      assert.deepStrictEqual(saysAgain(payment, opposite, [[minute, opposite]]), [flag])
      assert.strictEqual(after(payment, judged(payment, [said(1, opposite)]).events).state._tag, payment.state._tag)
    }
  })

  it("is not flagged when the service takes it back in between", () => {
    for (const [payment, opposite, agreeing] of [
      [paid, failed(), completed()],
      [paid, failed(), pending],
      [lost, completed(), failed()],
    ] as const) {
      const rounds = [
        [30 * second, agreeing],
        [minute, opposite],
      ] as const
      assert.deepStrictEqual(saysAgain(payment, opposite, rounds), [])
      assert.isAbove(saysAgain(payment, opposite, [...rounds, [2 * minute, opposite]]).length, 0)
    }
  })

  it("keeps the first contradiction in mind while the service cannot be asked", () => {
    const { tracking } = judged(paid, [said(1, failed(), 0)])
    const blind = judged(paid, [noReply(1, second)], { tracking })
    assert.strictEqual(tokenMemoryOf(blind.tracking, 1).contradictedAt, 0)
  })

  it("is contradicted by no other handle than the one that completed it", () => {
    const base = twoHandles()
    const byFirst = after(base, judged(base, [said(2, pending), said(1, completed())]).events)
    const { tracking } = judged(byFirst, [said(2, failed(), 0), said(1, completed(), 0)])
    const again = judged(byFirst, [said(2, failed(), minute), said(1, completed(), minute)], { tracking })
    assert.deepStrictEqual(tags(again.events), [])
  })
})

const paidBy = (more: Partial<ConfirmRecord>, other: Partial<ConfirmRecord>) =>
  tags(judged(twoHandles(), [said(2, completed(500, more)), said(1, completed(500, other))]).events)

/** A round in which both handles say completed. */
const bothComplete = (startedAt: number) => [said(2, completed(500), startedAt), said(1, completed(500), startedAt)]

const decidedOn = (payment: Payment) => {
  const flag = Events.flagged.make({ kind: "late_answer", subject: "1" })
  return after(payment, [flag, Events.resolved.make({ to: "completed", ...ruled })])
}
/** The flags of two rounds, a minute apart, in which the handles said this. */
const twice = (payment: Payment, ...records: ReadonlyArray<ConfirmRecord>) => {
  const round = (at: number) => records.map((record, index) => said(records.length - index, record, at))
  const { tracking, events } = judged(payment, round(0))
  assert.deepStrictEqual(tags(events), [], "not after one round")
  return tags(judged(payment, round(minute), { tracking }).events)
}

describe('a person\'s "completed" that the service contradicts (P20, O14, #130)', () => {
  it("is flagged when every handle says notcompleted, twice", () => {
    for (const payment of [waiting(), sent()]) {
      assert.deepStrictEqual(twice(decidedOn(payment), failed()), ["flagged terminal_contradiction 1"])
    }
    for (const payment of [twoHandles(), paidTwice()]) {
      const flags = ["flagged terminal_contradiction 2", "flagged terminal_contradiction 1"]
      assert.deepStrictEqual(twice(decidedOn(payment), failed(), failed()), flags)
    }
  })

  it("is not flagged while another handle or an unanswered call may be what the decision rests on", () => {
    for (const payment of [twoHandles(), paidTwice()]) {
      assert.deepStrictEqual(twice(decidedOn(payment), failed(), pending), [])
    }
    const doubtful = tried(tried(newPayin(), accepted(1)), silence, minute)
    assert.deepStrictEqual(twice(decidedOn(doubtful), failed()), [])
  })
})

const heardOf = ({ tracking }: ReturnType<typeof judged>) =>
  [1, 2].map((attempt) => tokenMemoryOf(tracking, attempt).newest?.record.status)

it("what the service last said is kept for each token with the time of asking, whatever it was, until it says something else #79 #93", () => {
  const base = twoHandles()
  const first = judged(base, [said(2, pending), said(1, failed({ requestId: "r-1" }))])
  assert.deepStrictEqual(heardOf(first), ["not_completed", "pending"])
  assert.strictEqual(tokenMemoryOf(first.tracking, 1).newest?.record.requestId, "r-1")
  const blind = judged(base, [noReply(2), noReply(1)], { tracking: first.tracking })
  assert.deepStrictEqual(heardOf(blind), ["not_completed", "pending"])
  const paid = judged(base, [said(2, completed(500)), noReply(1)], { tracking: blind.tracking })
  assert.deepStrictEqual(heardOf(paid), ["not_completed", "completed"])
})

describe("money that came twice (P21, O14, #146)", () => {
  it("is flagged when two handles complete, in one round or later", () => {
    assert.deepStrictEqual(paidBy({}, {}), ["completed", "flagged double_collection attempt 1"])
    const base = twoHandles()
    const first = judged(base, [said(2, completed(500, { requestId: "r-2" })), said(1, pending)])
    const paid = after(base, first.events)
    const replies = [said(2, completed(500)), said(1, completed(500, { requestId: "r-1" }))]
    const late = judged(paid, replies, { tracking: first.tracking })
    assert.deepStrictEqual(tags(late.events), ["flagged double_collection attempt 1"])
    assert.deepStrictEqual(
      tags(judged(after(paid, late.events), replies, { tracking: late.tracking }).events),
      [],
      "and once",
    )
  })

  it("is one collection when the records share the operator's reference or request_id, and two when both are empty", () => {
    assert.deepStrictEqual(paidBy({ requestId: "r" }, { requestId: "r" }), ["completed"])
    assert.deepStrictEqual(paidBy({ operatorReference: "o" }, { operatorReference: "o" }), ["completed"])
    const flag = ["completed", "flagged double_collection attempt 1"]
    assert.deepStrictEqual(
      paidBy({ requestId: "r", operatorReference: "o" }, { requestId: "s", operatorReference: "p" }),
      flag,
    )
    assert.deepStrictEqual(paidBy({ requestId: "r" }, { operatorReference: "r" }), flag)
  })

  it("remembers a reference that a later record leaves out", () => {
    const base = twoHandles()
    const first = judged(base, [said(2, completed(500, { operatorReference: "o", requestId: "r" })), said(1, pending)])
    const bare = judged(
      after(base, first.events),
      [said(2, completed()), said(1, completed(500, { operatorReference: "o" }))],
      first,
    )
    assert.deepStrictEqual(tags(bare.events), [])
    const other = [said(2, completed()), said(1, completed(500, { requestId: "r" }))]
    assert.deepStrictEqual(tags(judged(after(base, first.events), other, first).events), [])
  })

  it("is no second collection where the payin had failed: that money came after the end (P20)", () => {
    const base = twoHandles()
    const lost = after(base, judged(base, [said(2, failed()), said(1, failed())]).events)
    const once = judged(lost, bothComplete(0))
    assert.deepStrictEqual(tags(once.events), [])
    const flags = ["flagged completed_after_not_completed 2", "flagged completed_after_not_completed 1"]
    assert.deepStrictEqual(tags(judged(lost, bothComplete(minute), once).events), flags)
  })

  it("is flagged as two transfers on a payout (O14)", () => {
    const replies = [said(2, completed(700)), said(1, completed(700))]
    assert.deepStrictEqual(tags(judged(paidTwice(), replies).events), ["completed", "flagged double_payout attempt 1"])
  })

  it("is measured against the first completion seen where a person decided without one (P21, O14)", () => {
    for (const payment of [twoHandles(), paidTwice()]) {
      const flag = [Events.flagged.make({ kind: "token_lost", subject: "1" })]
      const decided = after(payment, [...flag, Events.resolved.make({ to: "completed", ...ruled })])
      const amount = payment.content.amount
      assert.deepStrictEqual(tags(judged(decided, [said(2, pending), said(1, pending)]).events), [])
      const { events } = judged(decided, [said(2, pending), said(1, completed(amount))])
      assert.deepStrictEqual(tags(events), ["completion_seen"])
      const seen = after(decided, events)
      assert.deepInclude({ ...seen.state }, { _tag: "completed", attempt: 1 })
      const other = judged(seen, [said(2, completed(amount)), said(1, completed(amount))])
      assert.lengthOf(other.events, 1)
      assert.match(tags(other.events).join(), /double_(collection|payout) attempt 2/)
    }
  })
})

describe("what a round leaves for a person to look at", () => {
  it("is a status outside the specification, once, which counts as pending (#80, #81)", () => {
    const odd = { ...pending, unknownStatus: "x".repeat(60) }
    assert.deepStrictEqual(says(waiting(), odd), [`flagged unknown_status ${"x".repeat(40)}`])
    const told = after(waiting(), judged(waiting(), [said(1, odd)]).events)
    assert.deepStrictEqual(says(told, odd), [])
  })

  it("is not every status that the service invents: after five it only counts as pending", () => {
    const flag = Events.flagged.make({ kind: "amount_mismatch", subject: "1" })
    let payin = after(waiting(), [flag])
    const raised = Array.from({ length: 7 }, (_, round) => {
      const { events } = judged(payin, [said(1, { ...pending, unknownStatus: `status ${round}` })])
      payin = after(payin, events)
      return events.length
    })
    assert.deepStrictEqual(raised, [1, 1, 1, 1, 1, 0, 0])
  })

  it("is a token that was not found three times in a row, while the payment is open", () => {
    let { tracking, events } = judged(waiting(), [notFound(1)])
    assert.deepStrictEqual(tags(events), [])
    ;({ tracking, events } = judged(waiting(), [notFound(1)], { tracking }))
    assert.deepStrictEqual(tags(events), [])
    assert.deepStrictEqual(tags(judged(waiting(), [notFound(1)], { tracking }).events), ["flagged token_lost 1"])
    const found = judged(waiting(), [said(1, pending)], { tracking })
    assert.deepStrictEqual(tags(judged(waiting(), [notFound(1)], found).events), [], "a find in between starts over")
    const expired = after(waiting(), [Events.expired.make({})])
    assert.deepStrictEqual(tags(judged(expired, [notFound(1)], { tracking }).events), [])
  })
})

const note = (attempt: number) => ({ attempt, newest: 1 })

describe("a callback (P17, O9, #200, #205)", () => {
  it("is flagged where its attempt has no token, in whatever state the payment is", () => {
    const flag = ["flagged callback_without_token 1"]
    for (const payment of [
      tried(newPayin(), silence),
      tried(newPayin(), refused),
      after(tried(newPayin(), silence), [Events.expired.make({})]),
      started(tried(newPayin(), silence)),
      after(tried(newPayin(), silence), [Events.resolved.make({ to: "completed", ...ruled })]),
      tried(newPayout(), silence),
      tried(newPayout(), refused),
    ]) {
      const { events } = judged(payment, [], { notes: [note(1)] })
      assert.deepStrictEqual(tags(events), flag, payment.state._tag)
      assert.strictEqual(after(payment, events).state._tag, payment.state._tag)
      assert.deepStrictEqual(tags(judged(after(payment, events), [], { notes: [note(1)] }).events), [], "once")
    }
  })

  it("says nothing where a token is asked, while the call is under way, and of attempts that are not there", () => {
    assert.deepStrictEqual(noteEvents(waiting(), [note(1)]), [])
    assert.deepStrictEqual(noteEvents(tried(newPayin(), contradictory(1)), [note(1)]), [])
    assert.deepStrictEqual(noteEvents(started(newPayin()), [note(1)]), [])
    assert.deepStrictEqual(noteEvents(tried(newPayin(), silence), [note(2)]), [])
    assert.deepStrictEqual(noteEvents(tried(newPayin(), silence), []), [])
  })

  it("takes back a payout that was declared not executed, before it is claimed again (O9)", () => {
    const doubtful = tried(newPayout(), silence)
    const again = after(doubtful, [Events.resolved.make({ to: "intended", ...ruled })], 4 * day)
    const expected = ["reopened", "in_doubt", "flagged callback_without_token 1"]
    for (const payout of [again, after(again, [Events.held.make({ because: "stale" })])]) {
      const { events } = judged(payout, [], { notes: [note(1)] })
      assert.deepStrictEqual(tags(events), expected)
      const reopened = after(payout, events)
      assert.strictEqual(reopened.state._tag, "in_doubt")
      assert.strictEqual(reopened.attempts[0]?.outcome._tag, "no_answer")
    }
  })

  it("takes nothing back once the next call is made, or when the attempt was refused (O9)", () => {
    const doubtful = tried(newPayout(), silence)
    const again = after(doubtful, [Events.resolved.make({ to: "intended", ...ruled })], 4 * day)
    const flag = ["flagged callback_without_token 1"]
    assert.deepStrictEqual(tags(noteEvents(started(again), [note(1)])), flag)
    assert.deepStrictEqual(tags(noteEvents(tried(again, accepted(2)), [note(1)])), flag)
    assert.deepStrictEqual(
      tags(noteEvents(after(again, [Events.cancelled.make({ because: "asked", by: "A colleague" })]), [note(1)])),
      flag,
    )
    assert.deepStrictEqual(tags(noteEvents(tried(newPayout(), refused), [note(1)])), flag)
  })

  it("takes back what counted as unsent or turned away as well: the service knows of it (O9)", () => {
    for (const answer of [unsent, turnedAway]) {
      const waits = tried(newPayout(), answer)
      assert.strictEqual(waits.state._tag, "intended")
      assert.deepStrictEqual(tags(noteEvents(waits, [note(1)])), [
        "reopened",
        "in_doubt",
        "flagged callback_without_token 1",
      ])
    }
    const doubtful = tried(newPayout(), silence)
    const again = after(doubtful, [Events.resolved.make({ to: "intended", ...ruled })], 4 * day)
    const events = noteEvents(tried(again, unsent, 4 * day), [note(1), note(2)])
    assert.deepInclude(events[0], { _tag: "reopened", attempts: [1, 2] })
    assert.deepInclude(noteEvents(tried(again, unsent, 4 * day), [note(2)])[0], { _tag: "reopened", attempts: [2] })
  })

  it("for a call without a token keeps the others' failures from ending the payout: a person decides then (O10, O12)", () => {
    const doubtful = tried(newPayout(), silence)
    const again = after(doubtful, [Events.resolved.make({ to: "intended", ...ruled })], 4 * day)
    const waits = tried(again, accepted(2), 4 * day)
    const tracking = { ...newTracking(waits, policy), agreedAt: 0 }
    const round = (notes: ReadonlyArray<NoteSummary>) =>
      judged(waits, [said(2, failed(), 4 * day + hour)], { tracking, notes, now: 4 * day + hour })
    assert.include(tags(round([]).events), "not_completed")
    const { events, tracking: then } = round([note(1)])
    assert.deepStrictEqual(tags(events), ["flagged callback_without_token 1"])
    assert.isNull(then.agreedAt)
    assert.include(rulingsOf(after(waits, events, 4 * day + hour)), "completed")
  })

  it("for a call without a token does not keep the others from being judged", () => {
    const payin = tried(tried(newPayin(direct("ussd_otp")), accepted(1), 0, "pay", true), refused, 0, "pay", true)
    const { events } = judged(payin, [said(1, completed())], { notes: [note(2)] })
    assert.deepStrictEqual(tags(events), ["completed", "flagged callback_without_token 2"])
  })

  it("reopens no payin that a person decided (P17)", () => {
    const decided = after(tried(newPayin(hosted), silence), [Events.resolved.make({ to: "not_completed", ...ruled })])
    assert.deepStrictEqual(tags(noteEvents(decided, [note(1)])), ["flagged callback_without_token 1"])
  })

  it("alone moves nothing that a confirm or a decision would not (S3)", () => {
    const { events } = judged(waiting(), [said(1, pending)], { notes: [note(1)] })
    assert.deepStrictEqual(tags(events), [])
  })
})

it("a round as a whole tells a failure on the way from a token that is not found", () => {
  const payin = twoHandles()
  const closed = after(payin, [Events.expired.make({})])
  const tracking = { ...newTracking(closed, policy), actAt: 0 }
  const triesAfter = (one: TokenReply, other: TokenReply) =>
    judged(closed, [one, other], { tracking }).tracking.followUpTries
  assert.strictEqual(triesAfter(said(2, pending), notFound(1)), 0)
  assert.strictEqual(triesAfter(noReply(2), notFound(1)), 1)
  const failuresAfter = (one: TokenReply, other: TokenReply) => judged(payin, [one, other]).tracking.failures
  assert.strictEqual(failuresAfter(said(2, pending), said(1, pending)), 0)
  assert.strictEqual(failuresAfter(said(2, pending), notFound(1)), 1)
  assert.strictEqual(failuresAfter(noReply(2), notFound(1)), 1)
})
