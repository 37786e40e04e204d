/** The programs killed by turns under load. `pnpm --filter @cauri/trials campaign kills` kills sixty on each store. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { killRun } from "./kills.ts"

describe("API, reconciler and receiver", () => {
  it.live(
    "keep what they answered and create each payment once, though they are killed by turns under load (S1, S2, S15)",
    () =>
      Effect.gen(function* () {
        const { answered, broken, faults, payments, wrong } = yield* killRun({ kills: 6, seed: 1 })
        assert.deepStrictEqual(wrong, [])
        assert.isAtLeast(answered, payments)
        assert.isAbove(Math.min(broken, faults), 0)
      }),
  )
})
