import { assert, describe, it } from "@effect/vitest"
import { nextAction } from "../src/nextAction.ts"
import { judge } from "../src/verdicts.ts"
import { newWatch, planActAt } from "../src/Watch.ts"
import {
  after,
  day,
  Events,
  hosted,
  minute,
  newPayin,
  policy,
  recordOf,
  refused,
  silence,
  tried,
  turnedAway,
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
    const expired = after(payin, judge(payin, record.watch, [], [], 15 * minute, policy).events, 15 * minute)
    assert.strictEqual(expired.state._tag, "Expired")
    assert.deepStrictEqual(nextAction(recordOf(expired), policy, 16 * minute), { _tag: "Wait", until: null })
  })

  it("a payin that a person decided without a handle is left alone", () => {
    const decision = { by: "Awa", reason: "statement", evidence: "letter 7", asOf: 4 }
    const payin = after(tried(newPayin(), silence), [Events.Resolved.make({ to: "Completed", ...decision })])
    assert.deepStrictEqual(nextAction(recordOf(payin), policy, day), { _tag: "Wait", until: null })
  })
})

describe("a hosted payin whose creation got no answer", () => {
  it("is not submitted before the time to which it was put off, so that others may be served meanwhile", () => {
    const payin = tried(newPayin(hosted), silence)
    const watch = { ...newWatch(payin, policy), actAt: 30_000 }
    assert.deepStrictEqual(nextAction(recordOf(payin, { watch }), policy, 29_999), { _tag: "Wait", until: 30_000 })
    assert.deepStrictEqual(nextAction(recordOf(payin, { watch }), policy, 30_000), { _tag: "Submit", kind: "Pay" })
  })

  it("gets its two new attempts even when the service turned us away in between", () => {
    const payin = tried(tried(tried(newPayin(hosted), silence), turnedAway), turnedAway)
    assert.strictEqual(payin.state._tag, "InDoubt")
    const watch = { ...newWatch(payin, policy), actAt: planActAt(payin, newWatch(payin, policy), minute, policy) }
    assert.strictEqual(watch.actAt, minute)
    assert.deepStrictEqual(nextAction(recordOf(payin, { watch }), policy, minute), { _tag: "Submit", kind: "Pay" })
    const spent = tried(tried(payin, silence), silence)
    assert.strictEqual(nextAction(recordOf(spent, { watch }), policy, minute)._tag, "Wait")
  })

  it("is tried again although its rail has no deadline", () => {
    const endless = {
      ...policy,
      schedules: { ...policy.schedules, Hosted: { ...policy.schedules.Hosted, deadline: null } },
    }
    const payin = tried(newPayin(hosted), silence)
    const watch = { ...newWatch(payin, policy), actAt: 0 }
    assert.deepStrictEqual(nextAction(recordOf(payin, { watch }), endless, day), { _tag: "Submit", kind: "Pay" })
  })
})
