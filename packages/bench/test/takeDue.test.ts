import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { takeDue, wrongIn } from "../src/takeDue.ts"

describe("takeDue", () => {
  it.live("takes what is due in its turn among finished payments, on both stores", () =>
    Effect.gen(function* () {
      const run = yield* takeDue(1_000, { warmUp: 1, takings: 3, rest: 0 })
      assert.deepStrictEqual([run.sqlite.takings, run.sqlite.inTurn, run.sqlite.finished], [4, 400, 1_000])
      assert.deepStrictEqual([run.postgres.takings, run.postgres.inTurn, run.postgres.finished], [4, 400, 1_000])
      assert.deepStrictEqual([run.byHand.takings, run.byHand.inTurn, run.byHand.finished], [4, 400, 1_000])
      assert.deepStrictEqual(wrongIn(run), [])
    }),
  )

  it("one payment that was taken out of its turn makes the run wrong", () => {
    const times = { medianMillis: 1, p99Millis: 1, slowestMillis: 1 }
    const right = { finished: 10, takings: 2, inTurn: 200, ...times }
    assert.deepStrictEqual(wrongIn({ sqlite: right, postgres: right, byHand: right }), [])
    assert.lengthOf(wrongIn({ sqlite: right, postgres: { ...right, inTurn: 199 }, byHand: right }), 1)
  })
})
