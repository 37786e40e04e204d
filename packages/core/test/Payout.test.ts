import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { append } from "../src/machine/decide.ts"
import { type Payment } from "../src/model/Payment.ts"
import {
  accepted,
  after,
  answered,
  answerEvents,
  asPayout,
  completed,
  day,
  Events,
  judged,
  minute,
  newPayout,
  policy,
  refused,
  said,
  silence,
  started,
  tags,
  tried,
  turnedAway,
  unsent,
  withoutToken,
  rulingsOf,
} from "./samples.ts"

const ruled = { by: "A colleague", reason: "statement", evidence: "letter 7" }

/** A payout of which a person ruled that its first attempt was not executed, and whose second is under way. */
const sentAgain = () => {
  const doubtful = tried(newPayout(), silence)
  const resolved = after(doubtful, [Events.resolved.make({ to: "intended", ...ruled, asOf: doubtful.seq })], 3 * day)
  return started(resolved, 3 * day)
}

describe("a second call whose first one is answered meanwhile", () => {
  const told = answered(sentAgain(), accepted(1), 1)
  const doubted = answered(sentAgain(), withoutToken, 1)
  for (const [name, answer] of Object.entries({ "not sent": unsent, "turned away": turnedAway, refused })) {
    it(`waits for the first one's token when it is ${name} itself (O4, O6, O8)`, () => {
      assert.strictEqual(told.state._tag, "submitting")
      assert.strictEqual(answered(told, answer).state._tag, "pending")
    })

    it(`is in doubt, and pages someone, when it is ${name} and the first one was accepted without a token (O4, O6, O7)`, () => {
      assert.strictEqual(doubted.state._tag, "submitting")
      const events = answerEvents(doubted, 2, answer, false, policy)
      const step = append(doubted, events, 3 * day)
      assert.strictEqual(Result.getOrThrow(step).payment.state._tag, "in_doubt")
      assert.include(tags(events), "in_doubt")
    })
  }
})

const held = () => after(newPayout(), [Events.held.make({ because: "twin" })])
const release = Events.released.make({ by: "A colleague", reason: "two salaries" })
const cancel = Events.cancelled.make({ because: "asked", by: "A colleague" })
const isLegal = (payment: Payment, event: Parameters<typeof append>[1][number]) =>
  Result.isSuccess(append(payment, [event], minute))

describe("a payout's life as it is remembered", () => {
  it("begins intended, with nothing called and nothing to look at (O1, #61, #64, #250)", () => {
    const payout = newPayout()
    const blank = {
      createdAt: 0,
      attempts: [],
      flags: [],
      seq: 1,
      decidedAt: null,
      releasedAt: null,
      attemptsBefore: 0,
      mayHaveTwins: false,
    }
    assert.deepInclude(payout, blank)
    assert.deepStrictEqual({ ...payout.state }, { _tag: "intended" })
    assert.deepStrictEqual(payout.key, { kind: "payout", project: payout.content.project, id: payout.content.id })
  })

  it("is claimed from intended only, and held from there with its reason (O2, O16)", () => {
    for (const because of ["twin", "stale", "attempts", "refund_draft", "refund_too_high"] as const) {
      const kept = after(newPayout(), [Events.held.make({ because })])
      assert.deepStrictEqual({ ...kept.state }, { _tag: "held", because })
    }
    assert.strictEqual(started(newPayout()).state._tag, "submitting")
    for (const payout of [
      held(),
      tried(newPayout(), silence),
      tried(newPayout(), accepted(1)),
      tried(newPayout(), refused),
    ]) {
      assert.throws(() => started(payout), `is ${payout.state._tag}, and no row allows attempt_started there`)
    }
  })

  it("is let go by a person, who is remembered by the time and the calls before it (O3)", () => {
    const used = tried(tried(tried(newPayout(), unsent), unsent), unsent)
    const released = asPayout(after(used, [release], day))
    assert.deepInclude(released, { releasedAt: day, attemptsBefore: 3, mayHaveTwins: false })
    assert.strictEqual(released.state._tag, "intended")
    const later = asPayout(after(released, [cancel], 2 * day))
    assert.deepInclude(later, { releasedAt: day, attemptsBefore: 3 })
  })

  it("may have twins once a person has released it from a hold for them, until one rules on its attempts (O2, O3, O10)", () => {
    const beside = asPayout(after(held(), [release]))
    assert.isTrue(beside.mayHaveTwins)
    assert.isTrue(asPayout(tried(beside, unsent)).mayHaveTwins, "a call that was not sent changes nothing")
    assert.isTrue(asPayout(after(beside, [Events.held.make({ because: "stale" }), release])).mayHaveTwins)
    assert.isFalse(asPayout(after(newPayout(), [Events.held.make({ because: "stale" }), release])).mayHaveTwins)
    const again = Events.resolved.make({ to: "intended", ...ruled, asOf: 4 })
    assert.isFalse(asPayout(after(tried(beside, silence), [again], 3 * day)).mayHaveTwins)
  })

  it("is cancelled while nothing is accepted, under way or unanswered, and never else (O15)", () => {
    assert.deepStrictEqual({ ...after(newPayout(), [cancel], minute).state }, { _tag: "cancelled", at: minute })
    for (const payout of [newPayout(), held(), tried(newPayout(), unsent), tried(newPayout(), turnedAway)]) {
      assert.isTrue(isLegal(payout, cancel), payout.state._tag)
    }
    for (const payout of [
      started(newPayout()),
      tried(newPayout(), silence),
      tried(newPayout(), accepted(1)),
      tried(newPayout(), refused),
      after(newPayout(), [cancel]),
    ]) {
      assert.isFalse(isLegal(payout, cancel), payout.state._tag)
    }
  })
})

const sent = tried(newPayout(), accepted(1))
const flag = (kind: "token_lost" | "late_answer" | "overdue") => [Events.flagged.make({ kind, subject: "1" })]

describe("a person's decision about a payout (O10, #205)", () => {
  it("is possible in doubt, and while pending with a lost handle or a late answer; sent again is only what is in doubt", () => {
    assert.deepStrictEqual(rulingsOf(tried(newPayout(), silence)), ["completed", "not_completed", "send_again"])
    assert.deepStrictEqual(rulingsOf(after(sent, flag("token_lost"))), ["completed", "not_completed"])
    assert.deepStrictEqual(rulingsOf(after(sent, flag("late_answer"))), ["completed", "not_completed"])
  })

  it("stays possible once the flag is closed: the token is as lost as before, and nothing else lets the payout go", () => {
    for (const kind of ["token_lost", "late_answer"] as const) {
      const closed = Events.flag_closed.make({ kind, subject: "1", by: "A colleague", reason: "looked at" })
      assert.deepStrictEqual(rulingsOf(after(sent, [...flag(kind), closed])), ["completed", "not_completed"])
    }
  })

  it("is possible nowhere else", () => {
    for (const payout of [sent, after(sent, flag("overdue"))]) assert.deepStrictEqual(rulingsOf(payout), [])
    const done = after(sent, judged(sent, [said(1, completed(700))]).events)
    for (const payout of [newPayout(), held(), started(newPayout()), tried(newPayout(), refused), done]) {
      assert.deepStrictEqual(rulingsOf(after(payout, flag("late_answer"))), [], payout.state._tag)
    }
  })

  it("sends it again with its calls ruled not executed, counted from zero (O10)", () => {
    const again = asPayout(sentAgain())
    assert.deepInclude(again, { decidedAt: 3 * day, releasedAt: 3 * day, attemptsBefore: 1 })
    assert.deepStrictEqual(
      again.attempts.map(({ outcome }) => outcome._tag),
      ["not_executed", "in_flight"],
    )
    const pending = Events.resolved.make({ to: "intended", ...ruled, asOf: 4 })
    assert.isFalse(isLegal(after(sent, flag("token_lost")), pending), "never what has a token")
  })

  it("completes or ends it without an observation", () => {
    const doubtful = tried(newPayout(), silence)
    const paid = after(doubtful, [Events.resolved.make({ to: "completed", ...ruled, asOf: 4 })], minute)
    assert.deepStrictEqual({ ...paid.state }, { _tag: "completed", at: minute, attempt: null })
    assert.strictEqual(paid.attempts[0]?.outcome._tag, "no_answer")
    const lost = after(doubtful, [Events.resolved.make({ to: "not_completed", ...ruled, asOf: 4 })], minute)
    assert.deepStrictEqual({ ...lost.state }, { _tag: "not_completed", at: minute })
    assert.strictEqual(lost.attempts[0]?.outcome._tag, "not_executed")
    for (const payout of [paid, lost]) {
      assert.deepInclude(asPayout(payout), { releasedAt: null, attemptsBefore: 0 }, "nothing was let go")
    }
    const seen = after(paid, [Events.completion_seen.make({ attempt: 1 })], day)
    assert.deepStrictEqual({ ...seen.state }, { _tag: "completed", at: minute, attempt: 1 })
  })

  it("is taken back by a callback for what it ruled not executed: those calls are unanswered again (O9)", () => {
    const doubtful = tried(newPayout(), silence)
    const again = after(doubtful, [Events.resolved.make({ to: "intended", ...ruled, asOf: 4 })], 3 * day)
    const reopened = after(again, [Events.reopened.make({ attempts: [1] })], 4 * day)
    assert.strictEqual(reopened.state._tag, "in_doubt")
    const expected = { _tag: "no_answer", cause: "connection_lost", code: "", token: null }
    assert.deepStrictEqual({ ...reopened.attempts[0]?.outcome }, expected)
  })
})
