import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { PaymentId, type PayoutInput, ProjectId } from "@cauri/core"
import { emptyMemory } from "@cauri/core/adapter"
import { judged } from "../src/glass/judge.ts"
import type { Booked } from "../src/glass/service.ts"
import { makeMachine } from "../src/machine.ts"
import { trialPolicy } from "../src/policy.ts"
import { send } from "../src/programs.ts"

const phone = "22670000002"
const id = "refund-payin-1"
const input: PayoutInput = {
  project: "shop",
  id,
  amount: 700,
  method: { type: "mobile_money" },
  phone,
  description: "Refund",
}

/** The payout as it is stored before anything is sent. */
const stored = () => {
  const machine = makeMachine(trialPolicy)
  const { store } = machine.perform(machine.start(send(input), 0), emptyMemory)
  const key = { kind: "payout", project: ProjectId.make("shop"), id: PaymentId.make(id) } as const
  return machine.read(store, (port) => Effect.orDie(Effect.flatMap(port.find(key), Effect.fromNullishOr)))
}

const call = (token: string, at: number): Booked => ({
  kind: "payout",
  id,
  token,
  status: "completed",
  amount: 700,
  at,
  phone,
})

/** What is said of these calls, each of which was paid to this purse. */
const said = (calls: ReadonlyArray<Booked>, { to = phone, lost = { from: Infinity, until: -Infinity } } = {}) =>
  judged({
    orders: [],
    books: {
      delivered: { api: new Map(), reconciler: new Map() },
      taken: new Set(),
      paidBack: new Set(),
      shown: [],
      tell: () => {},
    },
    records: [stored()],
    booked: calls,
    movements: calls.map(({ amount, at, token }, number) => ({
      number,
      at,
      from: "merchant:project-1:12",
      to: `customer:12:${to}`,
      amountXof: amount,
      payment: token,
      why: "a payout",
    })),
    forgotten: new Set(),
    lost,
  })

const twice = `The beneficiary of payout ${id} got 1400 of 700 (S2).`

describe("the judge of the glass", () => {
  it("sees that a refund was paid twice", () => {
    assert.notInclude(said([call("one", 1)]), twice)
    assert.include(said([call("one", 1), call("two", 2)]), twice)
  })

  it("sees that another got what was owed", () => {
    const other = "22670000009"
    assert.include(said([call("one", 1)], { to: other }), `customer:12:${other} got 700 that was owed to another.`)
  })

  it("counts a call that is no attempt, unless a restoration lost the time in which it was made", () => {
    const unknown = `The service has 1 of payout ${id}, of 0 attempts (S1).`
    assert.include(said([call("one", 5)]), unknown)
    assert.include(said([call("one", 5)], { lost: { from: 6, until: 9 } }), unknown)
    assert.notInclude(said([call("one", 5)], { lost: { from: 4, until: 9 } }), unknown)
  })
})
