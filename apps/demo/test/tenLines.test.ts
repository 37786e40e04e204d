import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { program } from "../src/tenLines.ts"

describe("ten lines over a scripted gateway", () => {
  it.effect("run, and send one payout once although it is asked for twice (#199)", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* program, "in_doubt, in_doubt, 1 call")
    }),
  )
})
