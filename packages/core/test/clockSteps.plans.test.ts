/** The plans of single payments after the clock was set back: which times are moved, by how much, and which are left as they are. */
import { assert, describe, it } from "@effect/vitest"
import { plannedAnew } from "../src/clockSteps.ts"
import type { PaymentRecord } from "../src/model/PaymentRecord.ts"
import { Payin } from "../src/Payin.ts"
import type { Payment } from "../src/Payment.ts"
import { newWatch, planActAt, type Watch } from "../src/Watch.ts"
import { live, livesPolicy } from "./lives.ts"
import {
  accepted,
  after,
  Events,
  hour,
  judged,
  completed,
  day,
  minute,
  newPayin,
  newPayout,
  policy,
  recordOf,
  said,
  second,
  silence,
  tried,
} from "./samples.ts"

const plain = { ...policy, jitter: 0 }

/** What is planned anew of a payment, at ten o'clock, when the clock has just been set back from eleven. */
const ten = 10 * hour
const eleven = 11 * hour
const anew = (payment: Payment, watch: Partial<Watch>, more: Partial<PaymentRecord> = {}) => {
  const record = recordOf(payment, { watch: { ...newWatch(payment, plain), ...watch }, ...more })
  return plannedAnew(record, ten, hour, plain)
}

const pending = tried(newPayin(), accepted(1), eleven - 20 * second)
const sent = tried(newPayout(), accepted(1), eleven - 5 * minute)
const paid = after(pending, judged(pending, [said(1, completed())]).events, eleven)

describe("when to act", () => {
  it("is moved with the clock, so that everybody keeps the distance from everybody else", () => {
    for (const soon of [0, 7 * second, 15 * second]) {
      assert.strictEqual(anew(pending, { confirms: 3, actAt: eleven + soon })?.actAt, ten + soon)
    }
  })

  it("is now where it was over already, and stays where a plan of now would have it", () => {
    assert.strictEqual(anew(pending, { confirms: 3, actAt: eleven - minute })?.actAt, ten)
    assert.isNull(anew(pending, { confirms: 3, actAt: ten + 15 * second }))
    assert.strictEqual(anew(pending, { confirms: 3, actAt: ten + 15 * second + 1 })?.actAt, ten)
  })

  it("is never later than a plan of now, by however much more than the clock it was put off", () => {
    assert.strictEqual(anew(pending, { confirms: 3, actAt: eleven + 5 * hour })?.actAt, ten + 15 * second)
  })

  it("of an intent that nobody sent is as long after its creation as ever (P2, O2)", () => {
    const payin = new Payin(Object.assign({}, newPayin(), { createdAt: eleven - second }))
    assert.strictEqual(anew(payin, { actAt: eleven + 4 * second })?.actAt, ten + 4 * second)
    assert.strictEqual(anew(payin, { actAt: eleven + 30 * second, unsent: 4 })?.actAt, ten + 30 * second)
    assert.isNull(anew(tried(newPayout(), silence, eleven), { actAt: null }), "one that waits for a person waits on")
  })

  it("of a closed payment is left to its slots", () => {
    assert.isNull(anew(paid, { actAt: eleven + hour }))
    const retry = { actAt: eleven + minute, lastConfirmAt: eleven, slotTries: 1 }
    assert.isNull(anew(paid, retry), "which count from its closing")
  })
})

describe("what is remembered of asking", () => {
  it("is moved as well: the last confirm keeps its distance, and a spent hour its rest (S12)", () => {
    const spent = { actAt: eleven, lastConfirmAt: eleven - second, callbackHour: { since: eleven - minute, count: 20 } }
    const watch = anew(pending, { confirms: 3, ...spent })
    assert.deepInclude(watch, { lastConfirmAt: ten - second, callbackHour: { since: ten - minute, count: 20 } })
    const old = { actAt: eleven, lastConfirmAt: ten, callbackHour: { since: ten, count: 20 } }
    assert.deepInclude(anew(pending, old), { lastConfirmAt: ten, callbackHour: { since: ten, count: 20 } })
  })

  it("forgets that a payout's handles agreed on failure, so that two answers apart are waited for anew (O12)", () => {
    const watch = anew(sent, { confirms: 9, agreedAt: eleven - second, actAt: eleven + 29 * second })
    assert.deepInclude(watch, { agreedAt: null, actAt: ten + 29 * second })
    assert.strictEqual(anew(sent, { confirms: 9, agreedAt: ten, actAt: eleven + 29 * second })?.agreedAt, ten)
    const old = tried(newPayout(), accepted(1), eleven - 2 * day)
    const due = anew(old, { confirms: 9, agreedAt: eleven - second, actAt: eleven + 29 * second })
    assert.strictEqual(due?.actAt, ten + 29 * second, "although it is asked about every three hours")
    assert.strictEqual(anew(sent, { agreedAt: eleven - second, actAt: ten + 5 * second })?.agreedAt, null)
  })
})

describe("a callback", () => {
  it("that waits for its turn has it when it would have had it", () => {
    const waits = { actAt: ten, lastConfirmAt: eleven - second, notesAt: eleven + 4 * second }
    assert.deepInclude(anew(sent, waits), { notesAt: ten + 4 * second })
    assert.strictEqual(anew(sent, { ...waits, lastConfirmAt: null, notesAt: eleven + 30 * second })?.notesAt, ten)
    assert.isNull(anew(sent, { actAt: ten, notesAt: ten }))
  })

  it("that nobody has read is saved for, because the save makes its payment due", () => {
    const watch = { actAt: ten, notesSeen: 1 }
    assert.deepStrictEqual(anew(sent, watch, { newestNote: 2 })?.actAt, ten)
    assert.isNull(anew(sent, watch, { newestNote: 1 }))
  })
})

describe("whatever happened to a payment before", () => {
  const steps = [61 * second, hour, 30 * hour].flatMap((behind) => {
    const found: Array<{ record: PaymentRecord; before: Watch; now: number; behind: number }> = []
    for (let seed = 1; seed <= 200; seed++) {
      live(seed, 30, ({ after: { watch: before, ...record }, now: was }) => {
        const now = was - behind
        const watch = plannedAnew({ ...record, watch: before }, now, behind, livesPolicy)
        if (watch !== null) found.push({ record: { ...record, watch }, before, now, behind })
      })
    }
    return found
  })

  it("an open payment is asked about no later than a plan of now says (L1)", () => {
    for (const { now, record } of steps) {
      const { actAt } = record.watch
      const planned = planActAt(record.payment, record.watch, now, livesPolicy)
      if (planned !== null && actAt !== null) assert.isAtMost(actAt, planned)
    }
  })

  it("nothing is planned later than it was, or out of nothing, or sooner than now and what is over", () => {
    for (const { before, now, record } of steps) {
      const planned = planActAt(record.payment, record.watch, now, livesPolicy) ?? now
      for (const each of ["actAt", "notesAt"] as const) {
        const [time, was] = [record.watch[each], before[each]]
        assert.strictEqual(time === null, was === null)
        if (time === null || was === null || time === was) continue
        assert.isBelow(time, was)
        assert.isAtLeast(time, Math.min(now, planned))
      }
    }
  })

  it("doing it again changes nothing, a second later neither", () => {
    for (const { behind, now, record } of steps) {
      const again = { ...record, newestNote: record.watch.notesSeen }
      for (const later of [0, second]) assert.isNull(plannedAnew(again, now + later, behind, livesPolicy))
    }
  })
})

describe("a held payout", () => {
  it("waits for its person, whatever the clock says", () => {
    assert.isNull(anew(after(newPayout(), [Events.Held.make({ because: "Stale" })], eleven), { actAt: null }))
  })
})
