import { assert, describe, it } from "@effect/vitest"
import { Duration } from "effect"
import { DirectMode } from "../src/model/ValidationMode.ts"
import type { Payment } from "../src/model/Payment.ts"
import { earliest, isTokenLost, tokenMemoryOf, newTracking, type Tracking } from "../src/model/PaymentRecord.ts"
import { callAgain, needsCallersOtp, planActAt, usesFollowUp } from "../src/machine/schedule.ts"
import {
  accepted,
  after,
  asPayin,
  completed,
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
  notFound,
  otpSent,
  policy,
  policyWith,
  refused,
  said,
  second,
  silence,
  started,
  tried,
  turnedAway,
  unsent,
  walletPayin,
} from "./samples.ts"

const watchOf = (payment: Payment, more: Partial<Tracking> = {}): Tracking => ({
  ...newTracking(payment, policy),
  ...more,
})

describe("two confirms of one payment", () => {
  it("are never closer than 3 s, not even at the deadline", () => {
    const payin = tried(newPayin(), accepted(1))
    const now = 15 * minute - 1
    assert.strictEqual(planActAt(payin, watchOf(payin, { confirms: 9 }), now, policy), now + 3 * second)
  })

  it("are never closer than 3 s, not even when a payout's failure is due to be asked again (O12)", () => {
    const payout = tried(newPayout(), accepted(1))
    const tracking = watchOf(payout, { confirms: 2, agreedAt: 10 * second })
    assert.strictEqual(planActAt(payout, tracking, 20 * second, policy), 40 * second)
    assert.strictEqual(planActAt(payout, tracking, 41 * second, policy), 44 * second)
  })

  it("are never closer than 3 s, not even at a level of a payout's age (O13)", () => {
    const payout = tried(newPayout(), accepted(1))
    assert.strictEqual(planActAt(payout, watchOf(payout, { confirms: 30 }), day - 1, policy), day - 1 + 3 * second)
  })

  it("are never closer than 3 s, not even when several slots went by unused", () => {
    const payin = tried(newPayin(), accepted(1))
    const paid = after(payin, judged(payin, [said(1, completed())]).events, minute)
    const tracking = watchOf(paid, { followUp: 1, lastConfirmAt: 2 * day })
    assert.strictEqual(planActAt(paid, tracking, 2 * day, policy), 2 * day + 3 * second)
  })
})

describe("a contradiction of a final state (P20)", () => {
  const payin = tried(newPayin(), accepted(1))
  const paid = after(payin, judged(payin, [said(1, completed())]).events, minute)
  const at = minute + 23 * hour
  const { tracking } = judged(paid, [said(1, failed(), at)], { tracking: watchOf(paid, { followUp: 1 }), now: at })

  it("is asked about again a minute later, even when it came with the last audit", () => {
    assert.strictEqual(planActAt(paid, { ...tracking, followUp: 2, lastConfirmAt: at }, at, policy), at + minute)
  })

  it("is asked about again once, and no more", () => {
    const twice = { ...tracking, followUp: 2, lastConfirmAt: at + minute }
    assert.strictEqual(planActAt(paid, twice, at + minute, policy), null)
  })
})

const plain = policyWith(policy, { confirms: { jitter: 0 } })
const plan = (payment: Payment, now: number, more: Partial<Tracking> = {}) =>
  planActAt(payment, watchOf(payment, more), now, plain)
const decision = { by: "A colleague", reason: "statement", evidence: "letter 7", asOf: 4 }

describe("an intended payment", () => {
  it("is left to the caller that made it for 5 s, and never beyond its limit (P2, P3, O2, O16)", () => {
    assert.strictEqual(plan(newPayin(), 0), 5 * second)
    assert.strictEqual(plan(newPayin(), minute), minute)
    assert.strictEqual(plan(newPayin(), 2 * minute + 1), 2 * minute + 1)
    assert.strictEqual(plan(newPayout(), 0), 5 * second)
    assert.strictEqual(newTracking(newPayout(), policy).actAt, 5 * second)
  })

  it("waits longer after each call of which nothing left (P4, O4)", () => {
    const waits = [1, 2, 3, 4, 9].map((times) => (plan(newPayout(), hour, { unsent: times }) ?? 0) - hour)
    assert.deepStrictEqual(waits, [2 * second, 5 * second, 15 * second, minute, minute])
    assert.strictEqual(plan(newPayin(), 119 * second, { unsent: 3 }), 2 * minute, "but not beyond its limit")
  })

  it("that only its caller can send just runs out (P3)", () => {
    const coded = newPayin(direct("ussd_otp"))
    assert.strictEqual(plan(coded, 0), 2 * minute)
    assert.isTrue(needsCallersOtp(coded))
    const others = [hosted, walletPayin, ...DirectMode.literals.filter((mode) => mode !== "ussd_otp").map(direct)]
    for (const method of others) assert.isFalse(needsCallersOtp(newPayin(method)))
    assert.isFalse(needsCallersOtp(newPayout()))
  })

  it("that was let go again counts from then (O3)", () => {
    const held = after(newPayout(), [Events.held.make({ because: "stale" })], day)
    assert.isNull(plan(held, day), "a held one waits for a person")
    const released = after(held, [Events.released.make({ by: "A colleague", reason: "still wanted" })], 2 * day)
    assert.strictEqual(plan(released, 3 * day - second, { unsent: 4 }), 3 * day)
  })
})

it("a call under way is looked at when its lease is over (L4)", () => {
  assert.strictEqual(plan(started(newPayin(), 7), 8), minute + 7)
})

const waits = (payment: Payment, counts: ReadonlyArray<number>, now = 0) =>
  counts.map((confirms) => ((plan(payment, now, { confirms }) ?? 0) - now) / second)

describe("an open payment with a handle", () => {
  const waiting = tried(newPayin(), accepted(1))
  const sent = tried(newPayout(), accepted(1))

  it("is asked about by the schedule of its rail", () => {
    assert.deepStrictEqual(waits(waiting, [0, 1, 2, 3, 4, 5, 6, 7, 99]), [5, 5, 10, 15, 20, 30, 45, 60, 60])
    assert.deepStrictEqual(waits(sent, [0, 1, 2, 3, 4, 5]), [30, 60, 120, 300, 900, 1_800])
    const bands = [hour, 2 * day, 5 * day, 30 * day].map((age) => waits(sent, [9], age)[0])
    assert.deepStrictEqual(bands, [3_600, 3 * 3_600, 6 * 3_600, 24 * 3_600])
    const later = tried(newPayout(), accepted(1), day)
    assert.deepStrictEqual(waits(later, [9], day + hour), [3_600], "by its age since the last call")
  })

  it("is asked about later while the service cannot be asked, and by its schedule when that is later still", () => {
    const waits = [1, 2, 5, 7, 30].map((failures) => (plan(waiting, 0, { failures, confirms: 1 }) ?? 0) / second)
    assert.deepStrictEqual(waits, [5, 10, 60, 300, 300])
    assert.strictEqual(plan(waiting, 0, { failures: 1, confirms: 9 }), minute)
  })

  it("is spread by a fifth at most, the same way whenever it runs", () => {
    const runs = [1, 2].map(() =>
      Array.from(
        { length: 200 },
        (_, index) => planActAt(waiting, watchOf(waiting, { confirms: index + 7 }), 0, policy) ?? 0,
      ),
    )
    const spread = runs[0] ?? []
    assert.isTrue(spread.every((time) => time >= 48 * second && time <= 72 * second))
    assert.isAbove(new Set(spread).size, 100)
    assert.deepStrictEqual(runs[1], spread)
  })

  it("is asked about at its deadline, and by its schedule afterwards (P15, #122)", () => {
    assert.strictEqual(plan(waiting, 15 * minute - 10 * second, { confirms: 9 }), 15 * minute)
    assert.strictEqual(plan(waiting, 15 * minute, { confirms: 9 }), 16 * minute)
  })

  it("of a payout is asked about at every level of its age (O13)", () => {
    assert.strictEqual(plan(sent, day - minute, { confirms: 9 }), day)
    assert.strictEqual(plan(sent, 3 * day - minute, { confirms: 9 }), 3 * day)
  })

  it("of a payout is asked again when its failure may be agreed on (O12)", () => {
    assert.strictEqual(plan(sent, 5 * minute, { confirms: 9, agreedAt: 5 * minute - second }), 5 * minute + 29 * second)
  })

  it("of a payout that the service lost ends after its seventh day, unless a person closes the flag (O13, L1)", () => {
    const lost = after(sent, [Events.flagged.make({ kind: "token_lost", subject: "1" })])
    assert.strictEqual(plan(lost, 7 * day - 1, { confirms: 9 }), 7 * day + 3 * second - 1)
    assert.isNull(plan(lost, 7 * day, { confirms: 9 }))
    const closed = Events.flag_closed.make({ kind: "token_lost", subject: "1", by: "A colleague", reason: "asked" })
    assert.strictEqual(plan(after(lost, [closed]), 7 * day, { confirms: 9 }), 8 * day)
    const without = policyWith(plain, { limits: { lostToken: Infinity } })
    assert.strictEqual(planActAt(lost, watchOf(lost, { confirms: 9 }), 30 * day, without), 31 * day)
  })

  it("has no deadline where the policy knows none", () => {
    const endless = policyWith(plain, { schedules: { ussd_push: { deadline: null } } })
    assert.strictEqual(planActAt(waiting, watchOf(waiting, { confirms: 9 }), day, endless), day + minute)
  })
})

describe("an open payment without a handle", () => {
  it("waits for its deadline, and a payout for a person (P15, O10)", () => {
    assert.strictEqual(plan(tried(newPayin(), silence), minute), 15 * minute)
    assert.isNull(plan(tried(newPayout(), silence), minute))
    const sent = tried(newPayin(walletPayin), otpSent, 0, "wallet_otp_request")
    assert.strictEqual(plan(sent, minute), 15 * minute)
    const rail = { ...plain.schedules.mobile_money_payout, deadline: Duration.hours(1) }
    const hasty = { ...plain, schedules: { ...plain.schedules, mobile_money_payout: rail } }
    const doubtful = tried(newPayout(), silence)
    assert.isNull(planActAt(doubtful, watchOf(doubtful), minute, hasty), "whatever deadline a policy gives its rail")
  })

  it("on a hosted page is called again at once, two times (P16)", () => {
    const lost = tried(newPayin(hosted), silence, second)
    assert.deepStrictEqual(callAgain(asPayin(lost), plain), { kind: "pay", from: second })
    assert.strictEqual(plan(lost, 7 * second), 7 * second)
    const twice = tried(lost, silence, second)
    assert.strictEqual(plan(twice, 7 * second), 7 * second)
    assert.strictEqual(plan(tried(twice, silence, second), 7 * second), 2 * hour + second)
    assert.isNull(callAgain(asPayin(tried(newPayin(hosted), refused)), plain))
    assert.isNull(callAgain(newPayin(hosted), plain))
  })

  it("waits before it is called again after calls of which nothing was sent, and no longer than to its deadline", () => {
    const lost = tried(tried(newPayin(hosted), silence, second), unsent, minute)
    assert.strictEqual(planActAt(lost, watchOf(lost, { unsent: 1 }), minute, plain), minute + 2 * second)
    assert.strictEqual(planActAt(lost, watchOf(lost, { unsent: 9 }), 2 * hour, plain), 2 * hour + second)
  })

  it("with a wallet's unanswered code request is called again after a minute, three times in all (P10)", () => {
    const asked = tried(newPayin(walletPayin), silence, second, "wallet_otp_request")
    assert.strictEqual(plan(asked, 2 * second), minute + second)
    assert.strictEqual(plan(asked, 5 * minute), 5 * minute)
    const thrice = [2 * minute, 3 * minute].reduce(
      (payin, at) => tried(payin, silence, at, "wallet_otp_request"),
      asked,
    )
    assert.strictEqual(plan(thrice, 4 * minute), 18 * minute)
    const submitted = [1, 2].reduce(
      (payin) => tried(payin, unsent, second, "pay", true),
      tried(newPayin(walletPayin), otpSent, 0, "wallet_otp_request"),
    )
    const asks = { kind: "wallet_otp_request", from: 2 * minute }
    const again = asPayin(tried(submitted, silence, minute, "wallet_otp_request"))
    assert.deepStrictEqual(callAgain(again, plain), asks, "submissions of a code are no requests for one")
  })

  it("on a hosted page without a deadline is still called again", () => {
    const lost = tried(newPayin(hosted), silence)
    const endless = policyWith(plain, { schedules: { hosted: { deadline: null } } })
    assert.strictEqual(planActAt(lost, watchOf(lost), day, endless), day)
    assert.isNull(planActAt(tried(tried(lost, silence), silence), watchOf(lost), day, endless))
  })

  it("that was turned away, or not sent, meanwhile keeps its new attempts", () => {
    assert.strictEqual(plan(tried(tried(newPayin(hosted), silence), turnedAway), minute), minute)
    assert.strictEqual(plan(tried(tried(tried(newPayin(hosted), silence), unsent), unsent), minute), minute)
  })
})

describe("a closed payment", () => {
  const waiting = tried(newPayin(), accepted(1))
  const expired = after(waiting, [Events.expired.make({})], hour)
  const paid = after(waiting, judged(waiting, [said(1, completed())]).events, hour)

  it("that is final is audited after an hour and after 23", () => {
    const slots = [0, 1, 2].map((followUp) => plan(paid, hour, { followUp }))
    assert.deepStrictEqual(slots, [2 * hour, 24 * hour, null])
    const payout = tried(newPayout(), accepted(1))
    const done = after(payout, judged(payout, [said(1, completed(700))]).events, hour)
    assert.deepStrictEqual(
      [0, 1, 2].map((followUp) => plan(done, hour, { followUp })),
      [2 * hour, 24 * hour, null],
    )
  })

  it("is followed up again after a late answer", () => {
    assert.strictEqual(plan(expired, day, { followUpFrom: day }), day + 15 * minute)
  })

  it("is asked again a minute after a failure on the way, within its slot", () => {
    const tracking = { followUpTries: 1, lastConfirmAt: 2 * hour }
    assert.strictEqual(plan(paid, 2 * hour, tracking), 2 * hour + minute)
    assert.isNull(plan(paid, 2 * hour, { followUp: 2, lastConfirmAt: 2 * hour, followUpTries: 1 }))
  })

  it("is asked again about a contradiction although the way failed, within the same bounds", () => {
    const tokens = [{ ...tokenMemoryOf(watchOf(paid), 1), contradictedAt: 2 * hour }]
    const failing = { followUp: 2, tokens, lastConfirmAt: 2 * hour + minute, followUpTries: 1 }
    assert.strictEqual(plan(paid, 2 * hour + minute, failing), 2 * hour + 2 * minute)
    assert.isNull(plan(paid, 2 * hour + minute, { ...failing, followUpTries: 0 }))
  })

  it("that never had a handle is left alone, and so is one of which nothing left", () => {
    const decided = after(tried(newPayin(), silence), [Events.resolved.make({ to: "completed", ...decision })])
    for (const payment of [
      decided,
      tried(newPayin(), refused),
      tried(newPayout(), refused),
      after(newPayin(), [Events.cancelled.make({ because: "asked", by: null })]),
      after(tried(newPayin(), silence), [Events.expired.make({})]),
    ]) {
      assert.isNull(plan(payment, minute), payment.state._tag)
    }
  })

  it("uses a slot up by a confirm that began when it was open, and by no other", () => {
    assert.isFalse(usesFollowUp(paid, watchOf(paid), 2 * hour - 1, plain))
    assert.isTrue(usesFollowUp(paid, watchOf(paid), 2 * hour, plain))
    assert.isFalse(usesFollowUp(paid, watchOf(paid, { followUp: 2 }), 30 * day, plain))
    assert.isFalse(usesFollowUp(waiting, watchOf(waiting), 30 * day, plain), "an open payment has none")
  })
})

it("the earliest of some times is none when all of them are, and never one that is none", () => {
  assert.isNull(earliest())
  assert.isNull(earliest(null, null))
  assert.strictEqual(earliest(null, 7, null), 7)
  assert.strictEqual(earliest(9, null, 7, 8), 7)
})

it("the memory of a handle is blank for one that was never asked, and lost after three times not found", () => {
  const waiting = tried(newPayin(), accepted(1))
  const blank = { attempt: 1, notFound: 0, contradictedAt: null, operatorReference: "", requestId: "" }
  assert.deepStrictEqual(tokenMemoryOf(watchOf(waiting), 1), blank)
  let tracking = watchOf(waiting)
  for (const lost of [false, false, true]) {
    tracking = judged(waiting, [notFound(1)], { tracking }).tracking
    assert.strictEqual(isTokenLost(tracking, 1, policy), lost)
  }
  assert.strictEqual(tokenMemoryOf(tracking, 1).notFound, 3)
})
