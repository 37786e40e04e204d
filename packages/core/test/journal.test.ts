import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { answerEvents } from "../src/answers.ts"
import { advance, saved } from "../src/journal.ts"
import { newWatch, planActAt } from "../src/Watch.ts"
import {
  accepted,
  after,
  completed,
  direct,
  Events,
  hosted,
  hour,
  judged,
  minute,
  newPayin,
  policy,
  recordOf,
  refused,
  said,
  silence,
  tried,
} from "./samples.ts"

describe("a step that closes a payment", () => {
  it("begins its slots anew, even when the payment was closed otherwise at the same moment", () => {
    const payin = tried(newPayin(), accepted(1))
    const watch = { ...newWatch(payin, policy), slot: 0, failures: 2 }
    const expired = Result.getOrThrow(advance(recordOf(payin), [Events.Expired.make({})], watch, minute, policy))
    const listening = { ...expired.watch, slot: 5, slotTries: 2, listeningSince: 7 }
    const record = recordOf(expired.change.payment)
    const { events } = judged(record.payment, [said(1, completed())])
    const done = Result.getOrThrow(advance(record, events, listening, minute, policy))
    assert.deepInclude(done.watch, { slot: 0, slotTries: 0, listeningSince: null, failures: 0 })
  })

  it("begins its slots anew when a late answer opens it again, and leaves them alone otherwise", () => {
    const payin = after(tried(newPayin(), accepted(1)), [Events.Expired.make({})])
    const watch = { ...newWatch(payin, policy), slot: 3, slotTries: 1, listeningSince: 7 }
    const flag = [Events.Flagged.make({ kind: "UnknownStatus", subject: "paid" })]
    const flagged = Result.getOrThrow(advance(recordOf(payin), flag, watch, minute, policy))
    assert.deepInclude(flagged.watch, { slot: 3, slotTries: 1, listeningSince: 7 })
    const closed = tried(tried(newPayin(hosted), silence), refused)
    const events = answerEvents(closed, 1, accepted(1), false, policy)
    const opened = Result.getOrThrow(advance(recordOf(closed), events, watch, minute, policy))
    assert.deepInclude(opened.watch, { slot: 0, slotTries: 0, listeningSince: null })
  })

  it("is the only one that does: between open states what was counted stays", () => {
    const payin = tried(newPayin(direct("SmsOtp")), accepted(1), 0, "SmsOtpRequest")
    const watch = { ...newWatch(payin, policy), slot: 1, slotTries: 2, failures: 3, listeningSince: 7 }
    const submission = [Events.AttemptStarted.make({ attempt: 2, kind: "Pay", carriesOtp: true })]
    const submitting = Result.getOrThrow(advance(recordOf(payin), submission, watch, minute, policy))
    assert.strictEqual(submitting.change.payment.state._tag, "Submitting")
    assert.deepInclude(submitting.watch, { slot: 1, slotTries: 2, failures: 3, listeningSince: 7 })
  })
})

const waiting = tried(newPayin(), accepted(1))
describe("a step", () => {
  const payin = waiting

  it("plans the next one from where it led", () => {
    const step = Result.getOrThrow(
      advance(recordOf(payin), [Events.Expired.make({})], newWatch(payin, policy), hour, policy),
    )
    assert.strictEqual(step.watch.actAt, planActAt(step.change.payment, step.watch, hour, policy))
    assert.strictEqual(step.watch.actAt, hour + 15 * minute)
  })

  it("that the tables refuse is no step", () => {
    const step = advance(
      recordOf(payin),
      [Events.Cancelled.make({ because: "Asked", by: null })],
      newWatch(payin, policy),
      0,
      policy,
    )
    assert.isTrue(Result.isFailure(step) && step.failure.event === "Cancelled")
  })

  it("that was saved leaves the next version of the record, and its notes and lease as they were", () => {
    const record = recordOf(payin, { version: 4, newestNote: 2, notes: [{ attempt: 1, newest: 2 }] })
    const step = Result.getOrThrow(advance(record, [Events.Expired.make({})], newWatch(payin, policy), hour, policy))
    assert.deepStrictEqual(saved(record, step), {
      ...record,
      payment: step.change.payment,
      watch: step.watch,
      version: 5,
    })
  })
})
