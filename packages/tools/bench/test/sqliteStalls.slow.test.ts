import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { sqliteStalls, wrongIn } from "../src/sqliteStalls.ts"

describe("sqliteStalls", () => {
  it.live(
    "two processes write to one file, see their event loops, and everything lies in the file",
    () =>
      Effect.gen(function* () {
        const run = yield* sqliteStalls(60)
        assert.deepStrictEqual(run.landed, { payments: 120, pendingWithToken: 120, events: 360 })
        assert.deepStrictEqual(wrongIn(run), [])
        assert.lengthOf(run.writers, 2)
        for (const { longestMillis, p99Millis } of run.writers) assert.isAtLeast(longestMillis, p99Millis)
      }),
    60_000,
  )

  it("one payout without its token makes the run wrong", () => {
    const run = { payouts: 1, writers: [], landed: { payments: 2, pendingWithToken: 2, events: 6 } }
    assert.deepStrictEqual(wrongIn(run), [])
    assert.lengthOf(wrongIn({ ...run, landed: { ...run.landed, pendingWithToken: 1 } }), 1)
  })
})
