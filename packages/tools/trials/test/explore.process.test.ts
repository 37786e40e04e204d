/** The worlds that take minutes: each of them to its last state. */
import { assert, describe, it } from "@effect/vitest"
import { codeWorld, payoutWorld, pushWorld, twinWorld } from "../src/settings.ts"
import { explored } from "./exploring.ts"

/** A slow machine takes five times as long as a quick one. */
const minutes = { timeout: 1_800_000 }

describe("whole worlds", () => {
  it("a payout, one worker, two faults, time passes twice: all of it (S1, S2, S4, S9, S15)", minutes, () => {
    const { complete, states } = explored(payoutWorld({ faults: 2, ticks: 2, workers: 1 }), { states: 1_000_000 })
    assert.isTrue(complete)
    assert.isAbove(states, 150_000)
  })

  it("a push payin, one worker, one fault, time passes twice: all of it (S4, S6, S13, S15)", minutes, () => {
    const { complete, states } = explored(pushWorld({ faults: 1, ticks: 2, workers: 1 }), { states: 1_000_000 })
    assert.isTrue(complete)
    assert.isAbove(states, 100_000)
  })

  it(
    "a payin with a code by SMS, wrong and right, one worker, time passes twice: all of it (S4, S6, S13, S17)",
    minutes,
    () => {
      const { complete, states } = explored(codeWorld({ faults: 0, ticks: 2, workers: 1 }), { states: 100_000 })
      assert.isTrue(complete)
      assert.isAbove(states, 50_000)
    },
  )

  it("two twin payouts, one worker, one fault, time passes once: all of it (O2, S2)", minutes, () => {
    const { complete, states } = explored(twinWorld({ faults: 1, ticks: 1, workers: 1 }), { states: 1_000_000 })
    assert.isTrue(complete)
    assert.isAbove(states, 100_000)
  })
})
