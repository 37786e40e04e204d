import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { takeDue, wrongIn } from "../src/takeDue.ts"

describe("takeDue", () => {
  it.live("takes what is due in its turn among finished payments, on both stores", () =>
    Effect.gen(function* () {
      const run = yield* takeDue(1_000, { warmUp: 1, takings: 3, rest: 0 })
      for (const side of [run.sqlite, run.sqliteByHand, run.postgres, run.postgresByHand]) {
        assert.deepStrictEqual([side.takings, side.inTurn, side.finished], [4, 400, 1_000])
      }
      for (const page of [run.sqlitePage, run.postgresPage]) assert.isAbove(page.medianMillis, 0)
      assert.deepStrictEqual(wrongIn(run), [])
    }),
  )

  it("one payment that was taken out of its turn makes the run wrong", () => {
    const times = { medianMillis: 1, p99Millis: 1, slowestMillis: 1 }
    const right = { finished: 10, takings: 2, inTurn: 200, ...times }
    const all = { sqlite: right, sqliteByHand: right, postgres: right, postgresByHand: right }
    assert.deepStrictEqual(wrongIn(all), [])
    for (const side of ["sqlite", "sqliteByHand", "postgres", "postgresByHand"] as const) {
      assert.lengthOf(wrongIn({ ...all, [side]: { ...right, inTurn: 199 } }), 1)
    }
  })
})
