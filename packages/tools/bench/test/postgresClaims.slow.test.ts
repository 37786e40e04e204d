import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { postgresClaims, wrongIn } from "../src/postgresClaims.ts"
import { postgresServer } from "../src/postgresServer.ts"

describe("postgresClaims", () => {
  it.live("every side does every job, and says so in its own tables", () =>
    Effect.gen(function* () {
      const run = yield* postgresClaims(yield* postgresServer(), 150, 1)
      const { graphileWorker, pgBoss, settling, submitting } = run
      assert.deepStrictEqual([settling.done, submitting.done, pgBoss.done, graphileWorker.done], [150, 150, 150, 150])
      assert.deepStrictEqual(wrongIn(run), [])
    }),
  )

  it("one job that is left makes the run wrong", () => {
    const side = { done: 2, perSecond: 1 }
    const run = { jobs: 2, settling: side, submitting: side, pgBoss: side, graphileWorker: side }
    assert.deepStrictEqual(wrongIn(run), [])
    assert.deepStrictEqual(wrongIn({ ...run, pgBoss: { ...side, done: 1 } }), ["pgBoss: 1 of 2 jobs were done"])
  })
})
