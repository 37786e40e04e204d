import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { HistoryEntry, PaymentEvent } from "../src/model/Event.ts"
import { nextAction } from "../src/machine/nextAction.ts"
import { append, fold } from "../src/machine/decide.ts"
import {
  closedAt,
  deadlineOf,
  isFinal,
  lastStartedAt,
  type Payment,
  attemptsState,
  scheduleOf,
} from "../src/model/Payment.ts"
import { toPaymentWrite } from "../src/ports/PaymentRow.ts"
import { newTracking } from "../src/model/PaymentRecord.ts"
import { planActAt } from "../src/machine/schedule.ts"
import { everyEvent } from "./everyEvent.ts"
import { randomFrom } from "./lives.ts"
import {
  accepted,
  after,
  completed,
  day,
  Events,
  hosted,
  minute,
  newPayin,
  newPayout,
  payinIntent,
  payoutIntent,
  policy,
  recordOf,
  said,
  judged,
  silence,
  tried,
  unsent,
} from "./samples.ts"

const encoded = (payment: Payment) => toPaymentWrite(payment, newTracking(payment, policy)).body

/** The event with the numbers of its attempts redrawn, so that it may fit a payment of several attempts. */
const renumbered = (event: PaymentEvent, number: number): PaymentEvent => {
  if (event._tag === "completed") return { ...event, observation: { ...event.observation, attempt: number } }
  if (event._tag === "reopened") return { ...event, attempts: [number] }
  return "attempt" in event ? { ...event, attempt: number } : event
}

/** A history of any events that the tables allow, sensible or not. */
const wildHistory = (seed: number): readonly [HistoryEntry, ...ReadonlyArray<HistoryEntry>] => {
  const random = randomFrom(seed)
  const intent = random.chance(0.5) ? payinIntent() : payoutIntent()
  const entries: [HistoryEntry, ...Array<HistoryEntry>] = [intent]
  let payment: Payment =
    intent.event._tag === "intended" && intent.event.content.kind === "payin" ? newPayin() : newPayout()
  const events: ReadonlyArray<PaymentEvent> = Object.values(everyEvent).flat()
  for (let at = 1; at < 60; at++) {
    const event = renumbered(random.pick(events), 1 + random.below(3))
    const step = append(payment, [event], at * random.below(20) * minute)
    if (Result.isFailure(step)) continue
    payment = step.success.payment
    entries.push(...step.success.entries)
  }
  return entries
}

const wild = Array.from({ length: 1_000 }, (_, index) => ({ seed: index + 1, entries: wildHistory(index + 1) }))

describe("any history that the tables allow, sensible or not", () => {
  it("folds to one payment, in one step or in many, and its numbers have no gap (S14)", () => {
    for (const { seed, entries } of wild) {
      const [intent, ...others] = entries
      const folded = Result.getOrThrow(fold(entries))
      let stepped = Result.getOrThrow(fold([intent]))
      for (const { event, at } of others) stepped = after(stepped, [event], at)
      assert.strictEqual(encoded(stepped), encoded(folded), `seed ${seed}`)
      assert.strictEqual(folded.seq, entries.length, `seed ${seed}`)
    }
  })

  it("never leaves a final state (S6)", () => {
    for (const { seed, entries } of wild) {
      const [intent, ...others] = entries
      let payment = Result.getOrThrow(fold([intent]))
      for (const { event, at } of others) {
        const next = after(payment, [event], at)
        if (isFinal(payment)) assert.strictEqual(next.state._tag, payment.state._tag, `seed ${seed}`)
        payment = next
      }
    }
  })

  it("leaves a payment with which something can be done or waited for, at any time", () => {
    for (const { seed, entries } of wild) {
      const payment = Result.getOrThrow(fold(entries))
      for (const now of [0, minute, day, 30 * day]) {
        const planned = planActAt(payment, newTracking(payment, policy), now, policy)
        assert.isTrue(planned === null || Number.isFinite(planned), `seed ${seed}`)
        const action = nextAction(recordOf(payment), policy, now)
        if (payment._tag === "Payout" && action._tag === "Submit") {
          const spent = payment.attempts.some(({ outcome }) =>
            ["accepted", "in_flight", "no_answer"].includes(outcome._tag),
          )
          assert.isFalse(spent, `seed ${seed}`)
        }
      }
    }
  })
})

describe("appending", () => {
  it("stores all of its events or none, and leaves the payment alone either way", () => {
    const payin = tried(newPayin(), accepted(1))
    const text = encoded(payin)
    const step = append(payin, [Events.expired.make({}), Events.expired.make({})], minute)
    assert.isTrue(Result.isFailure(step))
    assert.strictEqual(encoded(payin), text)
  })

  it("dates and numbers each event after the newest one", () => {
    const payin = newPayin()
    const { entries } = Result.getOrThrow(
      append(
        payin,
        [
          Events.cancelled.make({ because: "asked", by: null }),
          Events.flagged.make({ kind: "unknown_status", subject: "paid" }),
        ],
        minute,
      ),
    )
    assert.deepStrictEqual(
      entries.map(({ seq, at }) => [seq, at]),
      [
        [2, minute],
        [3, minute],
      ],
    )
    assert.deepStrictEqual(Result.getOrThrow(append(payin, [], minute)), { payment: payin, entries: [] })
  })
})

describe("folding", () => {
  it("stops at the first step that the tables refuse", () => {
    const illegal = { seq: 2, at: 0, event: Events.not_completed.make({}) }
    const after = { seq: 3, at: 0, event: Events.cancelled.make({ because: "asked", by: null }) }
    const folded = fold([payinIntent(), illegal, after])
    assert.isTrue(Result.isFailure(folded) && folded.failure.includes("no row allows not_completed there"))
  })

  it("begins with the intent of either kind", () => {
    assert.strictEqual(Result.getOrThrow(fold([payinIntent()]))._tag, "Payin")
    assert.strictEqual(Result.getOrThrow(fold([payoutIntent()]))._tag, "Payout")
    assert.throws(() => fold([{ seq: 1, at: 0, event: Events.expired.make({}) }]), "begins with its intent")
  })
})

describe("the times of a payment", () => {
  const payin = tried(newPayin(), accepted(1), minute)

  it("count its deadline from its last attempt, or from its creation while there is none (P15)", () => {
    assert.strictEqual(deadlineOf(newPayin(), policy), 15 * minute)
    assert.strictEqual(deadlineOf(payin, policy), 16 * minute)
    assert.strictEqual(lastStartedAt(tried(payin, silence, 5 * minute, "pay", true)), 5 * minute)
    assert.strictEqual(deadlineOf(tried(payin, silence, 5 * minute, "pay", true), policy), 20 * minute)
    assert.strictEqual(deadlineOf(newPayin(hosted), policy), 120 * minute)
    assert.isNull(deadlineOf(newPayout(), policy), "a payout waits until it is known")
  })

  it("say when it was closed, and nothing while it is open", () => {
    assert.isNull(closedAt(payin))
    const paid = after(payin, judged(payin, [said(1, completed())]).events, 3 * minute)
    assert.strictEqual(closedAt(paid), 3 * minute)
    assert.deepStrictEqual([isFinal(payin), isFinal(paid)], [false, true])
    const expired = after(payin, [Events.expired.make({})], 16 * minute)
    assert.deepStrictEqual([closedAt(expired), isFinal(expired)], [16 * minute, false])
  })

  it("follow the schedule of the payment's own rail", () => {
    assert.strictEqual(scheduleOf(newPayin(hosted), policy), policy.schedules.hosted)
    assert.strictEqual(scheduleOf(newPayout(), policy), policy.schedules.mobile_money_payout)
    const wallet = newPayout({ type: "wallet", funds: "keep_in_wallet" })
    assert.strictEqual(scheduleOf(wallet, policy), policy.schedules.wallet_payout)
  })
})

it("the attempts that still count are those since a payout was last let go, and all of a payin (O3, O16)", () => {
  const twice = tried(tried(newPayout(), unsent), unsent)
  const held = tried(twice, unsent)
  assert.strictEqual(held.state._tag, "held")
  const released = after(held, [Events.released.make({ by: "A colleague", reason: "network is back" })], minute)
  assert.strictEqual(attemptsState(released, released.attempts, policy), "intended")
  const again = tried(tried(released, unsent), unsent)
  assert.strictEqual(again.state._tag, "intended")
  assert.strictEqual(tried(again, unsent).state._tag, "held")
  const payin = tried(tried(newPayin(), unsent), unsent)
  assert.strictEqual(payin.state._tag, "intended")
  assert.strictEqual(tried(payin, unsent).state._tag, "cancelled")
})
