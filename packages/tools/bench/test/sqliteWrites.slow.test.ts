import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { sqliteWrites, wrongIn } from "../src/sqliteWrites.ts"

const landed = (payments: number) => ({ payments, pendingWithToken: payments, events: 3 * payments })

describe("sqliteWrites", () => {
  it.live("every side writes the same three steps of every payout, and they lie in its file", () =>
    Effect.gen(function* () {
      const run = yield* sqliteWrites(80)
      assert.deepStrictEqual(run.store.landed, landed(80))
      assert.deepStrictEqual(run.commitPer64.landed, landed(80))
      assert.deepStrictEqual(run.commitPerWrite.landed, landed(20))
      assert.deepStrictEqual([run.store.writes, run.commitPer64.writes, run.commitPerWrite.writes], [240, 240, 60])
      assert.deepStrictEqual(wrongIn(run), [])
    }),
  )

  it("one payment without its token, or one event too few, makes the run wrong", () => {
    const right = { writes: 6, perSecond: 1, landed: { payments: 2, pendingWithToken: 2, events: 6 } }
    const sides = { store: right, commitPerWrite: right, commitPer64: right, fsyncMicros: 1 }
    assert.deepStrictEqual(wrongIn(sides), [])
    assert.lengthOf(wrongIn({ ...sides, store: { ...right, landed: { ...right.landed, pendingWithToken: 1 } } }), 1)
    assert.lengthOf(wrongIn({ ...sides, commitPer64: { ...right, landed: { ...right.landed, events: 5 } } }), 1)
  })
})
