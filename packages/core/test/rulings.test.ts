/** What a person may decide: the list that programs and pages show, and what a decision is taken or refused for, over every payment. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { decide } from "../src/machine/decide.ts"
import { decisionObstacle, decisionOutcomesFor } from "../src/machine/requests.ts"
import type { Attempt, AttemptOutcome } from "../src/model/Attempt.ts"
import { type Flag, FlagKind } from "../src/model/Event.ts"
import type { Payment } from "../src/model/Payment.ts"
import { PayinState } from "../src/model/Payin.ts"
import { PayoutState } from "../src/model/Payout.ts"
import type { PaymentRecord } from "../src/model/PaymentRecord.ts"
import { decisionOutcomes } from "../src/model/stimulus.ts"
import {
  accepted,
  contradictory,
  day,
  newPayin,
  newPayout,
  payinWith,
  payoutWith,
  policy,
  policyWith,
  recordOf,
  refused,
  silence,
  turnedAway,
  unsent,
  withoutToken,
} from "./samples.ts"

const p = PayoutState.cases
const payoutStates: ReadonlyArray<PayoutState> = [
  p.intended.make({}),
  p.held.make({ because: "twin" }),
  p.submitting.make({}),
  p.pending.make({}),
  p.completed.make({ at: 0, attempt: null }),
  p.not_completed.make({ at: 0 }),
  p.refused.make({ at: 0 }),
  p.in_doubt.make({}),
  p.cancelled.make({ at: 0 }),
]
const i = PayinState.cases
const payinStates: ReadonlyArray<PayinState> = [
  i.intended.make({}),
  i.submitting.make({}),
  i.awaiting_otp.make({}),
  i.pending.make({}),
  i.completed.make({ at: 0, attempt: null, late: false, amountPaid: 500 }),
  i.underpaid.make({ at: 0, attempt: null, late: false, amountPaid: 499 }),
  i.not_completed.make({ at: 0 }),
  i.refused.make({ at: 0 }),
  i.in_doubt.make({}),
  i.expired.make({ at: 0 }),
  i.cancelled.make({ at: 0 }),
]

const closed = { at: 0, by: "A colleague", reason: "looked at it" }
const flagsOf = (kind: FlagKind): ReadonlyArray<Flag> =>
  (kind === "overdue" ? ["1", "3"] : ["1"]).flatMap((subject) =>
    [null, closed].map((end) => ({ kind, subject, raisedAt: 0, closed: end })),
  )
const flagLists: ReadonlyArray<ReadonlyArray<Flag>> = [
  [],
  ...FlagKind.literals.flatMap((kind) => flagsOf(kind).map((flag) => [flag])),
]

const outcomes: ReadonlyArray<AttemptOutcome> = [
  { _tag: "in_flight" },
  { _tag: "not_executed" },
  accepted(1),
  contradictory(2),
  silence,
  withoutToken,
  refused,
  turnedAway,
  unsent,
]
const attempt = (outcome: AttemptOutcome, index: number): Attempt => ({
  number: index + 1,
  kind: "pay",
  carriesOtp: false,
  startedAt: 0,
  outcome,
})
const attemptLists: ReadonlyArray<ReadonlyArray<Attempt>> = [
  [],
  ...outcomes.map((outcome) => [attempt(outcome, 0)]),
  ...outcomes.map((second) => [silence, second].map(attempt)),
]

const payments = function* (): Generator<Payment> {
  for (const flags of flagLists) {
    for (const attempts of attemptLists) {
      for (const state of payoutStates) yield payoutWith(newPayout(), { state, flags, attempts })
      for (const state of payinStates) yield payinWith(newPayin(), { state, flags, attempts })
    }
  }
}

const note = { attempt: 1, newest: 1 }
const situations = [0, 4 * day].flatMap((now) =>
  [[], [note]].map((notes) => ({ now, notes, newestNote: notes.length })),
)
const strict = policyWith({ approvals: { payoutsAbove: 0, approvers: ["Awa Exemple"] } })

/** The decisions that are taken when a person asks for each. */
const taken = (record: PaymentRecord, now: number, under: typeof policy) =>
  decisionOutcomes.filter((to) => {
    const decided = {
      _tag: "Decided",
      to,
      by: "A colleague",
      reason: "asked the service",
      evidence: "letter 7",
    } as const
    const decision = decide(record, { ...decided, asOf: record.payment.seq }, now, under)
    const obstacle = decisionObstacle(record, to, now, under)
    assert.strictEqual(Result.isFailure(decision) ? decision.failure : null, obstacle)
    return Result.isSuccess(decision)
  })

const waits = (kind: FlagKind, subject: string, end: Flag["closed"] = null) =>
  recordOf(
    payoutWith(newPayout(), {
      state: p.pending.make({}),
      attempts: [attempt(accepted(1), 0)],
      flags: [{ kind, subject, raisedAt: 0, closed: end }],
    }),
  )

describe("what a person may decide (P19, O10, #205)", () => {
  it("is listed exactly where the decision is taken, for every state, flag, attempt and callback", () => {
    let some = 0
    for (const payment of payments()) {
      const policies = payment.state._tag === "in_doubt" ? [policy, strict] : [policy]
      for (const { now, ...notes } of situations) {
        for (const under of policies) {
          const record = recordOf(payment, notes)
          const listed = decisionOutcomesFor(record, now, under)
          // The text of a payment is long, and there are thousands of them.
          const agreed = taken(record, now, under).join()
          if (listed.join() !== agreed) assert.strictEqual(listed.join(), agreed, String(payment))
          some += listed.length
        }
      }
    }
    assert.isAbove(some, 1_000)
  })

  for (const [what, kind, subject] of [
    ["is overdue at every level", "overdue", "3"],
    ["has a status outside the specification", "unknown_status", "reversed"],
    ["has a record that does not echo its token", "reference_mismatch", "1"],
    ["is refused to us alone", "confirm_denied", ""],
    ["has a token that the service lost", "token_lost", "1"],
  ] as const) {
    it(`ends a pending payout that ${what}, also once the flag is closed; as failed only after three days`, () => {
      for (const end of [null, closed]) {
        const record = waits(kind, subject, end)
        assert.deepStrictEqual(decisionOutcomesFor(record, 0, policy), ["completed"])
        assert.deepStrictEqual(decisionOutcomesFor(record, 4 * day, policy), ["completed", "not_completed"])
      }
    })
  }

  it("leaves a pending payout to the service while only one level of its delay has passed", () => {
    assert.deepStrictEqual(decisionOutcomesFor(waits("overdue", "1"), 4 * day, policy), [])
  })

  for (const [state, outcome] of [
    [p.refused.make({ at: 0 }), refused],
    [p.cancelled.make({ at: 0 }), turnedAway],
  ] as const) {
    it(`completes a payout that was ${state._tag} before a callback came for its call`, () => {
      const attempts = [attempt(outcome, 0)]
      const before = recordOf(payoutWith(newPayout(), { state, attempts }), { notes: [note], newestNote: 1 })
      assert.deepStrictEqual(decisionOutcomesFor(before, 4 * day, policy), [])
      const flags: ReadonlyArray<Flag> = [{ kind: "callback_without_token", subject: "1", raisedAt: 0, closed: null }]
      const flagged = { ...before, payment: payoutWith(newPayout(), { state, attempts, flags }) }
      assert.deepStrictEqual(decisionOutcomesFor(flagged, 4 * day, policy), ["completed"])
    })
  }
})
