import { assert, describe, it } from "@effect/vitest"
import type { Payment } from "../src/Payment.ts"
import { newWatch, planActAt, type Watch } from "../src/Watch.ts"
import {
  accepted,
  after,
  completed,
  day,
  failed,
  hour,
  judged,
  minute,
  newPayin,
  newPayout,
  policy,
  said,
  second,
  tried,
} from "./samples.ts"

const watchOf = (payment: Payment, more: Partial<Watch> = {}): Watch => ({ ...newWatch(payment, policy), ...more })

describe("two confirms of one payment", () => {
  it("are never closer than 3 s, not even at the deadline", () => {
    const payin = tried(newPayin(), accepted(1))
    const now = 15 * minute - 1
    assert.strictEqual(planActAt(payin, watchOf(payin, { confirms: 9 }), now, policy), now + 3 * second)
  })

  it("are never closer than 3 s, not even when a payout's failure is due to be asked again (O12)", () => {
    const payout = tried(newPayout(), accepted(1))
    const watch = watchOf(payout, { confirms: 2, agreedAt: 10 * second })
    assert.strictEqual(planActAt(payout, watch, 20 * second, policy), 40 * second)
    assert.strictEqual(planActAt(payout, watch, 41 * second, policy), 44 * second)
  })

  it("are never closer than 3 s, not even at a level of a payout's age (O13)", () => {
    const payout = tried(newPayout(), accepted(1))
    assert.strictEqual(planActAt(payout, watchOf(payout, { confirms: 30 }), day - 1, policy), day - 1 + 3 * second)
  })

  it("are never closer than 3 s, not even when several slots went by unused", () => {
    const payin = tried(newPayin(), accepted(1))
    const paid = after(payin, judged(payin, [said(1, completed())]).events, minute)
    const watch = watchOf(paid, { slot: 1, lastConfirmAt: 2 * day })
    assert.strictEqual(planActAt(paid, watch, 2 * day, policy), 2 * day + 3 * second)
  })
})

describe("a contradiction of a final state (P20)", () => {
  const payin = tried(newPayin(), accepted(1))
  const paid = after(payin, judged(payin, [said(1, completed())]).events, minute)
  const at = minute + 23 * hour
  const { watch } = judged(paid, [said(1, failed(), at)], { watch: watchOf(paid, { slot: 1 }), now: at })

  it("is asked about again a minute later, even when it came with the last audit", () => {
    assert.strictEqual(planActAt(paid, { ...watch, slot: 2, lastConfirmAt: at }, at, policy), at + minute)
  })

  it("is asked about again once, and no more", () => {
    const twice = { ...watch, slot: 2, lastConfirmAt: at + minute }
    assert.strictEqual(planActAt(paid, twice, at + minute, policy), null)
  })
})
