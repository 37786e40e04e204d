import { assert, describe, it } from "@effect/vitest"
import { type Attempt, AttemptMark } from "../src/model/Attempt.ts"
import { nextCallbackConfirmAt, firstKind, attemptsAllowSending, nextAction } from "../src/machine/nextAction.ts"
import { newTracking, type PaymentRecord, type Tracking } from "../src/model/PaymentRecord.ts"
import { PayinState } from "../src/model/Payin.ts"
import { deadlineOf, type Payment } from "../src/model/Payment.ts"
import { PayoutState } from "../src/model/Payout.ts"
import type { PolicyShape } from "../src/model/Policy.ts"
import { DirectMode, Rail } from "../src/model/ValidationMode.ts"
import { planActAt } from "../src/machine/schedule.ts"
import { live, randomFrom } from "./lives.ts"
import {
  accepted,
  after,
  answered,
  completed,
  day,
  direct,
  Events,
  hosted,
  hour,
  judged,
  minute,
  newPayin,
  newPayout,
  otpSent,
  payinWith,
  payoutWith,
  policy,
  policyWith,
  push,
  recordOf,
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

describe("what to do with a payment that is over", () => {
  it("a refused payin without a handle is left alone at any age, so its announcement is never put off", () => {
    const record = recordOf(tried(newPayin(), refused))
    for (const now of [0, 14 * minute, 15 * minute, day]) {
      assert.deepStrictEqual(nextAction(record, policy, now), { _tag: "Wait", until: null })
    }
  })

  it("an expired payin without a handle is judged once and not again", () => {
    const payin = tried(newPayin(), silence)
    const record = recordOf(payin)
    assert.strictEqual(nextAction(record, policy, 15 * minute)._tag, "Judge")
    const expired = after(payin, judged(payin, [], { now: 15 * minute }).events, 15 * minute)
    assert.strictEqual(expired.state._tag, "expired")
    assert.deepStrictEqual(nextAction(recordOf(expired), policy, 16 * minute), { _tag: "Wait", until: null })
  })

  it("a payin that a person decided without a handle is left alone", () => {
    const decision = { by: "A colleague", reason: "statement", evidence: "letter 7", asOf: 4 }
    const payin = after(tried(newPayin(), silence), [Events.resolved.make({ to: "completed", ...decision })])
    assert.deepStrictEqual(nextAction(recordOf(payin), policy, day), { _tag: "Wait", until: null })
  })
})

describe("a hosted payin whose creation got no answer", () => {
  it("is not submitted before the time to which it was put off, so that others may be served meanwhile", () => {
    const payin = tried(newPayin(hosted), silence)
    const tracking = { ...newTracking(payin, policy), actAt: 30_000 }
    assert.deepStrictEqual(nextAction(recordOf(payin, { tracking }), policy, 29_999), { _tag: "Wait", until: 30_000 })
    assert.deepStrictEqual(nextAction(recordOf(payin, { tracking }), policy, 30_000), { _tag: "Submit", kind: "pay" })
  })

  it("gets its two new attempts even when the service turned us away in between", () => {
    const payin = tried(tried(tried(newPayin(hosted), silence), turnedAway), turnedAway)
    assert.strictEqual(payin.state._tag, "in_doubt")
    const tracking = {
      ...newTracking(payin, policy),
      actAt: planActAt(payin, newTracking(payin, policy), minute, policy),
    }
    assert.strictEqual(tracking.actAt, minute)
    assert.deepStrictEqual(nextAction(recordOf(payin, { tracking }), policy, minute), { _tag: "Submit", kind: "pay" })
    const never = { ...tracking, actAt: null }
    assert.strictEqual(nextAction(recordOf(payin, { tracking: never }), policy, minute)._tag, "Submit")
    const spent = tried(tried(payin, silence), silence)
    assert.strictEqual(nextAction(recordOf(spent, { tracking }), policy, minute)._tag, "Wait")
  })

  it("is tried again although its rail has no deadline", () => {
    const endless = policyWith(policy, { schedules: { hosted: { deadline: null } } })
    const payin = tried(newPayin(hosted), silence)
    const tracking = { ...newTracking(payin, policy), actAt: 0 }
    assert.deepStrictEqual(nextAction(recordOf(payin, { tracking }), endless, day), { _tag: "Submit", kind: "pay" })
  })
})

/** What to do with a payment at a time, in a word. */
const at = (payment: Payment, now: number, tracking: Partial<Tracking> = {}, more: Partial<PaymentRecord> = {}) => {
  const action = nextAction(
    recordOf(payment, { tracking: { ...newTracking(payment, policy), ...tracking }, ...more }),
    policy,
    now,
  )
  if (action._tag === "Submit") return `Submit ${action.kind}`
  return action._tag === "Wait" ? `Wait ${action.until}` : action._tag
}

const decision = { by: "A colleague", reason: "statement", evidence: "letter 7", asOf: 4 }

describe("an intended payin", () => {
  it("is left to its caller for 5 s, then submitted, until it is two minutes old (P2, P3)", () => {
    assert.strictEqual(at(newPayin(), 5 * second - 1), "Wait 5000")
    assert.strictEqual(at(newPayin(), 5 * second), "Submit pay")
    assert.strictEqual(at(newPayin(), 2 * minute - 1), "Submit pay")
    assert.strictEqual(at(newPayin(), 2 * minute), "GiveUp")
    assert.strictEqual(at(newPayin(), 0, { actAt: null }), "Submit pay")
  })

  it("is submitted again after a call of which nothing left, when its wait is over (P2, P4)", () => {
    const again = tried(newPayin(), unsent)
    assert.strictEqual(at(again, 10 * second, { actAt: 12 * second }), "Wait 12000")
    assert.strictEqual(at(again, 12 * second, { actAt: 12 * second }), "Submit pay")
  })

  it("that carries a code is never submitted by anybody but its caller, and runs out (P2, #149)", () => {
    for (const now of [5 * second, minute, 2 * minute - 1]) {
      assert.strictEqual(at(newPayin(direct("ussd_otp")), now), `Wait ${2 * minute}`)
    }
    assert.strictEqual(at(newPayin(direct("ussd_otp")), 2 * minute), "GiveUp")
  })

  it("begins with the call that its mode begins with (P2, #154, #170)", () => {
    assert.strictEqual(at(newPayin(direct("sms_otp")), minute), "Submit sms_otp_request")
    assert.strictEqual(at(newPayin(walletPayin), minute), "Submit wallet_otp_request")
    for (const mode of DirectMode.literals.filter((each) => each !== "sms_otp")) {
      assert.strictEqual(firstKind(newPayin(direct(mode))), "pay")
    }
    assert.strictEqual(firstKind(newPayin(hosted)), "pay")
    assert.strictEqual(firstKind(newPayout({ type: "wallet", funds: "keep_in_wallet" })), "pay")
  })
})

const sentAgain = () =>
  after(tried(newPayout(), silence), [Events.resolved.make({ to: "intended", ...decision })], 3 * day)

describe("an intended payout", () => {
  it("is submitted until it is a day old, then held for a person (O2, O16)", () => {
    assert.strictEqual(at(newPayout(), 5 * second), "Submit pay")
    assert.strictEqual(at(newPayout(), day - 1), "Submit pay")
    assert.strictEqual(at(newPayout(), day), "GiveUp")
  })

  it("counts its day from the last release (O3, O16)", () => {
    const held = after(newPayout(), [Events.held.make({ because: "stale" })], day)
    const released = after(held, [Events.released.make({ by: "A colleague", reason: "still wanted" })], 2 * day)
    assert.strictEqual(at(released, 3 * day - 1), "Submit pay")
    assert.strictEqual(at(released, 3 * day), "GiveUp")
    assert.strictEqual(at(sentAgain(), 4 * day - 1), "Submit pay")
    assert.strictEqual(at(sentAgain(), 4 * day), "GiveUp")
  })

  it("reads a callback before it is claimed, and so does a held one (O9)", () => {
    assert.strictEqual(at(sentAgain(), 3 * day, {}, { newestNote: 1 }), "Judge")
    assert.strictEqual(at(sentAgain(), 3 * day, { notesSeen: 1 }, { newestNote: 1 }), "Submit pay")
    const held = after(sentAgain(), [Events.held.make({ because: "stale" })])
    assert.strictEqual(at(held, 30 * day, {}, { newestNote: 1 }), "Judge")
    assert.strictEqual(at(held, 30 * day), "Wait null")
  })

  it("is unspent only while every call of it was refused, turned away, not sent or ruled not executed (O2)", () => {
    for (const answer of [refused, turnedAway, unsent]) assert.isTrue(attemptsAllowSending(tried(newPayout(), answer)))
    assert.isTrue(attemptsAllowSending(sentAgain()))
    for (const payout of [started(newPayout()), tried(newPayout(), silence), tried(newPayout(), accepted(1))]) {
      assert.isFalse(attemptsAllowSending(payout))
      assert.strictEqual(at(payoutWith(payout, { state: PayoutState.cases.intended.make({}) }), minute), "Wait null")
    }
    assert.isFalse(attemptsAllowSending(tried(newPayin(walletPayin), otpSent, 0, "wallet_otp_request")))
  })
})

it("a call under way belongs to its worker until the lease is over, then its answer is lost (P8, O7)", () => {
  for (const payment of [started(newPayin()), started(newPayout())]) {
    const lease = { number: 1, until: minute }
    assert.strictEqual(at(payment, minute - 1, {}, { lease, newestNote: 3 }), "Wait 60000")
    assert.strictEqual(at(payment, minute, {}, { lease }), "AssumeLost")
  }
})

describe("an open payment", () => {
  const waiting = tried(newPayin(push), accepted(1))

  it("with a handle is confirmed when it is due", () => {
    assert.strictEqual(at(waiting, 4 * second, { actAt: 5 * second }), "Wait 5000")
    assert.strictEqual(at(waiting, 5 * second, { actAt: 5 * second }), "Confirm")
    const paid = after(waiting, judged(waiting, [said(1, completed())]).events)
    assert.strictEqual(at(paid, hour, { actAt: hour }), "Confirm", "and audited when it is final")
    assert.strictEqual(at(paid, hour, { actAt: null }), "Wait null")
  })

  it("is confirmed sooner for a callback, once in 5 s and 20 times an hour (S12, #206)", () => {
    const noted = { newestNote: 1 }
    assert.strictEqual(at(waiting, 10 * second, { actAt: hour }, noted), "Confirm")
    assert.strictEqual(at(waiting, 10 * second, { actAt: hour, notesSeen: 1 }, noted), `Wait ${hour}`)
    assert.strictEqual(at(waiting, 10 * second, { actAt: hour, lastConfirmAt: 6 * second }, noted), "Wait 11000")
    assert.strictEqual(at(waiting, 11 * second, { actAt: hour, lastConfirmAt: 6 * second }, noted), "Confirm")
    assert.strictEqual(at(waiting, 10 * second, { actAt: null, lastConfirmAt: 6 * second }, noted), "Wait 11000")
    const spent = { actAt: 2 * hour, callbackHour: { since: 0, count: 20 } }
    assert.strictEqual(at(waiting, hour - 1, spent, noted), `Wait ${hour}`)
    assert.strictEqual(at(waiting, hour, spent, noted), "Confirm")
    assert.strictEqual(at(waiting, hour - 1, { ...spent, actAt: hour - 5 }, noted), "Confirm", "what is due is due")
    assert.strictEqual(nextCallbackConfirmAt(newTracking(waiting, policy), 7, policy), 7)
    const putOff = { actAt: hour, notesAt: 12 * second, notesSeen: 1 }
    assert.strictEqual(at(waiting, 10 * second, putOff, noted), "Wait 12000", "a callback that was put off stays so")
    assert.strictEqual(at(waiting, 12 * second, putOff, noted), "Confirm")
    const newer = { newestNote: 2 }
    const failed = { ...putOff, notesAt: 5 * minute, lastConfirmAt: 0 }
    assert.strictEqual(at(waiting, 10 * second, failed, newer), "Confirm", "a newer one does not wait with it")
    assert.strictEqual(at(waiting, 10 * second, { ...failed, lastConfirmAt: 6 * second }, newer), "Wait 11000")
  })

  it("without a handle reads its callbacks at once", () => {
    for (const payment of [tried(newPayin(), silence), tried(newPayout(), silence), tried(newPayin(), refused)]) {
      assert.strictEqual(at(payment, minute, { actAt: null }, { newestNote: 1 }), "Judge")
    }
  })

  it("without a handle waits for its deadline, and a payout for a person (P15, O10)", () => {
    const doubtful = tried(newPayin(), silence)
    assert.strictEqual(at(doubtful, 15 * minute - 1, { actAt: 15 * minute }), `Wait ${15 * minute}`)
    assert.strictEqual(at(doubtful, 15 * minute), "Judge")
    assert.strictEqual(at(tried(newPayout(), silence), 365 * day), "Wait null")
  })

  it("whose wallet's code request got no answer has it sent again after a minute, three times in all (P10)", () => {
    const asked = tried(newPayin(walletPayin), silence, 0, "wallet_otp_request")
    assert.strictEqual(at(asked, minute - 1, { actAt: minute }), "Wait 60000")
    assert.strictEqual(at(asked, minute, { actAt: minute }), "Submit wallet_otp_request")
    const thrice = [minute, 2 * minute].reduce(
      (payin, time) => tried(payin, silence, time, "wallet_otp_request"),
      asked,
    )
    assert.strictEqual(at(thrice, 5 * minute, { actAt: 17 * minute }), `Wait ${17 * minute}`)
    const sent = tried(newPayin(walletPayin), otpSent, 0, "wallet_otp_request")
    assert.strictEqual(at(sent, 5 * minute, { actAt: 15 * minute }), `Wait ${15 * minute}`)
  })

  it("of another mode is never called again by itself (P16)", () => {
    for (const mode of DirectMode.literals) {
      const doubtful = tried(newPayin(direct(mode)), silence)
      const deadline = deadlineOf(doubtful, policy)
      assert.strictEqual(at(doubtful, 5 * minute, { actAt: 0 }), `Wait ${deadline}`, mode)
    }
    const sms = tried(newPayin(direct("sms_otp")), silence, 0, "sms_otp_request")
    assert.strictEqual(at(sms, 5 * minute, { actAt: 0 }), `Wait ${15 * minute}`)
  })
})

/** A policy with other times and limits, as after a restart or during a rolling deploy. */
const otherPolicy = (random: ReturnType<typeof randomFrom>): PolicyShape => {
  const time = () => random.pick([0, second, minute, 5 * minute, hour, day, 7 * day])
  const schedules = Rail.literals.map((rail) => {
    const first = time()
    return [rail, { first, deadline: rail.endsWith("payout") ? null : time() }] as const
  })
  return policyWith(policy, {
    schedules: Object.fromEntries(schedules),
    limits: {
      payinIntent: time(),
      payoutIntent: time(),
      maxHostedRetries: random.below(4),
      otpRequestCoolDown: time(),
      maxOtpRequests: random.below(4),
    },
    confirms: { spacing: 0, callbackSpacing: time(), callbacksPerHour: random.below(3) },
    calls: { lease: random.pick([minute, 5 * minute]) },
    worker: { patience: time() },
  })
}

it("under another policy than the one that planned its payment, a worker waits for no time that has passed", () => {
  let waits = 0
  for (let seed = 1; seed <= 450; seed++) {
    const random = randomFrom(seed)
    const other = otherPolicy(random)
    live(seed, 30, ({ after: record, now }) => {
      const asked = now + random.pick([0, 1, second, minute, 15 * minute, 2 * hour, day])
      const action = nextAction(record, other, asked)
      if (action._tag !== "Wait" || action.until === null) return
      waits++
      assert.isAbove(action.until, asked, `seed ${seed}, ${record.payment.state._tag}`)
    })
  }
  assert.isAbove(waits, 1_000)
})

describe("whatever payout it is given, consistent or not", () => {
  const outcomes = [
    accepted(1),
    silence,
    refused,
    turnedAway,
    unsent,
    otpSent,
    AttemptMark.cases.in_flight.make({}),
    AttemptMark.cases.not_executed.make({}),
  ]
  const cases = PayoutState.cases
  const states = [
    cases.intended.make({}),
    cases.held.make({ because: "twin" }),
    cases.submitting.make({}),
    cases.pending.make({}),
    cases.in_doubt.make({}),
    cases.completed.make({ at: 0, attempt: 1 }),
    cases.not_completed.make({ at: 0 }),
    cases.refused.make({ at: 0 }),
    cases.cancelled.make({ at: 0 }),
  ]

  it("never asks to send one that was accepted, is under way, or has no answer (O2)", () => {
    let submits = 0
    for (let seed = 1; seed <= 3_000; seed++) {
      const random = randomFrom(seed)
      const attempts = Array.from({ length: random.below(4) }, (_, index): Attempt => ({
        number: index + 1,
        kind: random.pick(["pay", "wallet_otp_request", "sms_otp_request"]),
        carriesOtp: random.chance(0.2),
        startedAt: random.below(day),
        outcome: random.pick(outcomes),
      }))
      const payout = payoutWith(newPayout(), { state: random.pick(states), attempts })
      const time = () => random.pick([null, 0, minute, day])
      const tracking = { actAt: time(), lastConfirmAt: time(), notesSeen: random.below(2) }
      const action = at(payout, random.pick([0, minute, hour, 9 * day]), tracking, { newestNote: random.below(2) })
      if (!action.startsWith("Submit")) continue
      submits++
      assert.strictEqual(payout.state._tag, "intended", `seed ${seed}`)
      const names = attempts.map(({ outcome }) => outcome._tag)
      assert.notMatch(names.join(), /accepted|in_flight|no_answer|otp_sent/, `seed ${seed}`)
    }
    assert.isAbove(submits, 20)
  })

  it("waits when an open payin has no attempt at all", () => {
    const odd = payinWith(newPayin(), { state: PayinState.cases.in_doubt.make({}) })
    assert.strictEqual(at(odd, minute, { actAt: 15 * minute }), `Wait ${15 * minute}`)
    assert.strictEqual(answered(started(newPayin()), silence).state._tag, "in_doubt")
  })
})
