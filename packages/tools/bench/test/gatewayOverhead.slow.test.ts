import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { gatewayOverhead, wrongIn } from "../src/gatewayOverhead.ts"

describe("gatewayOverhead", () => {
  it.live("both sides read the same answers, accepted for creations and pending for confirms", () =>
    Effect.gen(function* () {
      const run = yield* gatewayOverhead(10)
      for (const { calls, gatewayRight, plainRight } of [run.loopback.creation, run.loopback.confirm]) {
        assert.deepStrictEqual([calls, gatewayRight, plainRight], [10, 10, 10])
      }
      assert.deepStrictEqual([run.slow.creation.calls, run.slow.confirm.calls], [1, 1])
      assert.deepStrictEqual(wrongIn(run), [])
    }),
  )

  it("one answer that says something else makes the run wrong, on either side", () => {
    const right = { calls: 3, gatewayRight: 3, plainRight: 3, gatewayMedianMicros: 1, plainMedianMicros: 1 }
    const pairs = { creation: right, confirm: right }
    assert.deepStrictEqual(wrongIn({ loopback: pairs, slow: pairs }), [])
    assert.lengthOf(wrongIn({ loopback: { ...pairs, creation: { ...right, gatewayRight: 2 } }, slow: pairs }), 1)
    assert.lengthOf(wrongIn({ loopback: pairs, slow: { ...pairs, confirm: { ...right, plainRight: 2 } } }), 1)
  })
})
