import { assert, describe, it } from "@effect/vitest"
import { everyFault, payoutWorld, ratedWorld } from "../src/settings.ts"
import { explored } from "./exploring.ts"

describe("a payout in every order", () => {
  it("two workers, nothing goes wrong, time passes once: all of it (S1, S2, S4, S6, S11, S13)", () => {
    const { complete, states } = explored(payoutWorld({ faults: 0, ticks: 1 }), { states: 100_000 })
    assert.isTrue(complete)
    assert.isAbove(states, 4_000)
  })

  it("one worker, one fault, time passes twice: all of it, to the audits after the end (S1, S2, S4, S9, S15)", () => {
    const { complete, states, depth } = explored(payoutWorld({ faults: 1, ticks: 2, workers: 1 }), { states: 100_000 })
    assert.isTrue(complete)
    assert.isAbove(states, 15_000)
    assert.isAbove(depth, 25)
  })

  it("two workers, a recheck and a rate that is used up once: all of it (S18)", () => {
    const { complete, states } = explored(ratedWorld({ faults: 1, ticks: 0, kinds: ["no turn"] }), { states: 100_000 })
    assert.isTrue(complete)
    assert.isAbove(states, 1_000)
  })

  it("one worker, whose confirm is due and finds no turn for the callback before: all of it (S18)", () => {
    const budget = { faults: 1, ticks: 1, kinds: ["no turn"], workers: 1 } as const
    const { complete, states } = explored(ratedWorld(budget), { states: 100_000 })
    assert.isTrue(complete)
    assert.isAbove(states, 1_000)
  })

  it("one worker, a call of which nothing left and a callback for it: all of it (O9)", () => {
    const kinds = ["not sent", "forged callback"] as const
    const { complete, states } = explored(payoutWorld({ faults: 2, ticks: 1, kinds, workers: 1 }), { states: 100_000 })
    assert.isTrue(complete)
    assert.isAbove(states, 1_000)
  })

  it('one worker, a call that is told "not now" and a callback for it: all of it (O4, O9, L7, S2)', () => {
    const kinds = ["not now", "forged callback"] as const
    const { complete, states } = explored(payoutWorld({ faults: 2, ticks: 1, kinds, workers: 1 }), { states: 100_000 })
    assert.isTrue(complete)
    assert.isAbove(states, 1_000)
  })

  it("one worker, a service that is asked by our id: all of it (O8, S1, S2, S9, S15, L1)", () => {
    const kinds = ["answer lost", "request lost", "crash"] as const
    const budget = { faults: 1, ticks: 1, kinds, workers: 1, looksUp: true } as const
    const { complete, states } = explored(payoutWorld(budget), { states: 100_000 })
    assert.isTrue(complete)
    assert.isAbove(states, 2_000)
  })

  it("one worker, a service that is asked by our id, and a person: 30,000 states (O8, O10, S2)", () => {
    const kinds = ["answer lost", "confirm failed", "person"] as const
    const budget = { faults: 2, ticks: 1, kinds, workers: 1, looksUp: true } as const
    const { depth, states } = explored(payoutWorld(budget), { states: 30_000 })
    assert.strictEqual(states, 30_000)
    assert.isAbove(depth, 15)
  })

  it("two workers, two calls of the merchant, three faults of every kind: 20,000 states (S1, S2, S9, S10)", () => {
    const { states } = explored(payoutWorld({ faults: 3, ticks: 2, kinds: everyFault }, 2), { states: 20_000 })
    assert.strictEqual(states, 20_000)
  })

  it("two workers, a lost answer, a person and a callback: 80,000 states (O9, O10, S2, S18)", () => {
    const kinds = ["answer lost", "person", "forged callback"] as const
    const { states, depth } = explored(payoutWorld({ faults: 2, ticks: 2, kinds }), { states: 80_000 })
    assert.strictEqual(states, 80_000)
    assert.isAbove(depth, 11)
  })
})
