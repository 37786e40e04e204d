/**
 * Evidence that counts only when it lies far enough apart, under a wall clock that is set forward. Times are wall-clock times, so a step
 * forward satisfies every such distance at once: these tests say what is wanted and are expected to fail until evidence is counted in a
 * clock that nobody sets.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { noAnswer, Settlement } from "@cauri/core"
import { completed, failed, flagsOf, payinKey, payoutKey, stateOf } from "./scripted.ts"
import { rule, why } from "./setups.ts"
import { hour, pay, payOut, world } from "./walls.ts"

const salary = payoutKey("salary-1")
const order = payinKey("order-1")

describe("a clock that is set forward", () => {
  it.effect.fails("does not make two failures of a payout, a second apart, count as 30 s apart (O12)", () =>
    world((script, setBack) =>
      Effect.gen(function* () {
        yield* payOut()
        script.confirms.set("token-1", failed({ tokenIsOurs: true }))
        const settlement = yield* Settlement
        yield* settlement.settle(salary)
        setBack(-hour)
        yield* TestClock.adjust("1 second")
        yield* settlement.settle(salary)
        assert.strictEqual(yield* stateOf(salary), "Pending")
      }),
    ),
  )

  it.effect.fails(
    "does not make two contradictions of a final state, a second apart, count as a minute apart (P20)",
    () =>
      world((script, setBack) =>
        Effect.gen(function* () {
          yield* pay()
          script.confirms.set("token-1", completed(500))
          const settlement = yield* Settlement
          yield* settlement.settle(order)
          assert.strictEqual(yield* stateOf(order), "Completed")
          script.confirms.set("token-1", failed())
          yield* settlement.settle(order)
          setBack(-hour)
          yield* TestClock.adjust("1 second")
          yield* settlement.settle(order)
          assert.deepStrictEqual(yield* flagsOf(order), [])
        }),
      ),
  )

  it.effect.fails("does not let a payout be ruled not executed before 72 hours have passed (O10)", () =>
    world((script, setBack) =>
      Effect.gen(function* () {
        script.creations = [noAnswer("TimedOut")]
        yield* payOut()
        setBack(-73 * hour)
        yield* TestClock.adjust("1 second")
        assert.include(yield* why(rule(salary, "SendAgain")), "72 hours after the last call")
      }),
    ),
  )
})
