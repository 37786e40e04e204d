import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { waitUntil } from "../src/index.ts"

describe("until", () => {
  it.effect("looks again until it is so, and gives what was seen then", () =>
    Effect.gen(function* () {
      let looks = 0
      const look = Effect.sync(() => ++looks)
      const waiting = yield* Effect.forkChild(waitUntil(look, (seen) => seen === 3))
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual([yield* Fiber.join(waiting), looks], [3, 3])
      assert.strictEqual(yield* waitUntil(look, () => true), 4, "without a wait where it is so at once")
    }),
  )

  it.effect("ends with the failure of a look", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* Effect.flip(waitUntil(Effect.fail("gone"), () => false)), "gone")
    }),
  )
})
