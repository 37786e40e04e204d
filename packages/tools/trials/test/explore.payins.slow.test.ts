import { assert, describe, it } from "@effect/vitest"
import { codeWorld, everyFault, hostedWorld, pushWorld } from "../src/settings.ts"
import { explored } from "./exploring.ts"

describe("a payin in every order", () => {
  it("by push, two workers, nothing goes wrong, time passes once: all of it (S1, S4, S6, S11, S13)", () => {
    const { complete, states } = explored(pushWorld({ faults: 0, ticks: 1 }), { states: 100_000 })
    assert.isTrue(complete)
    assert.isAbove(states, 8_000)
  })

  it("by push, one worker, a lost answer, a callback for it and a customer who tries again: all of it (P16)", () => {
    const kinds = ["answer lost", "not sent", "forged callback"] as const
    const { complete, states } = explored(pushWorld({ faults: 2, ticks: 1, kinds, workers: 1 }), { states: 100_000 })
    assert.isTrue(complete)
    assert.isAbove(states, 1_000)
  })

  it("by push, one worker, a service that is asked by our id and a customer who tries again: all of it (O8)", () => {
    const kinds = ["answer lost", "confirm failed"] as const
    const budget = { faults: 2, ticks: 1, kinds, workers: 1, looksUp: true } as const
    const { complete, states } = explored(pushWorld(budget), { states: 100_000 })
    assert.isTrue(complete)
    assert.isAbove(states, 8_000)
  })

  it("by push, two workers, three faults of every kind: 20,000 states (S1, S4, S5, S13)", () => {
    const { states } = explored(pushWorld({ faults: 3, ticks: 2, kinds: everyFault }), { states: 20_000 })
    assert.strictEqual(states, 20_000)
  })

  it("on the hosted page, two workers, three faults of every kind: 20,000 states (S1, S4, S5, S13)", () => {
    const { states } = explored(hostedWorld({ faults: 3, ticks: 2, kinds: everyFault }), { states: 20_000 })
    assert.strictEqual(states, 20_000)
  })

  it("with a code by SMS, two workers, two faults of every kind: 20,000 states (S1, S4, S7, S17)", () => {
    const { states } = explored(codeWorld({ faults: 2, ticks: 2, kinds: everyFault }), { states: 20_000 })
    assert.strictEqual(states, 20_000)
  })
})
