import { assert, describe, it } from "@effect/vitest"
import { everyFault, jointWorld, twinWorld } from "../src/settings.ts"
import { explored } from "./exploring.ts"

describe("two payments that share two workers", () => {
  it("a payout and a payin, three faults of every kind: 80,000 states, 50,000 situations (S1, S2, S4, S6, S9, S11)", () => {
    const { states, situations } = explored(jointWorld({ faults: 3, ticks: 2, kinds: everyFault }), { states: 80_000 })
    assert.strictEqual(states, 80_000)
    assert.isAtLeast(situations, 50_000)
  })

  it("two payouts of one amount to one beneficiary: 20,000 states, and never both by themselves (O2, S2)", () => {
    const { states } = explored(twinWorld({ faults: 2, ticks: 2 }), { states: 20_000 })
    assert.strictEqual(states, 20_000)
  })

  it("is not sent beside its twin by a ruling that was made without knowing of it: 30,000 states (O2)", () => {
    const world = twinWorld({ faults: 2, ticks: 1, kinds: ["answer lost", "person"] })
    assert.strictEqual(explored(world, { states: 30_000 }).states, 30_000)
  })
})
