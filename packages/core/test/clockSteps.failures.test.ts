/** What a worker does when the wall clock was set back and the store fails while payments are planned anew. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Nudge, StoreError } from "@cauri/core"
import { reconcile, type Script } from "./scripted.ts"
import { hour, minute, pay, second, world } from "./walls.ts"

const storeFails = new StoreError({ operation: "test", cause: new Error("the disk is full") })

/** From now on the store lists nothing. */
const failToList = (script: Script) => {
  const lists = { count: 0 }
  script.beforeStore = (step) =>
    Effect.suspend(() => {
      if (step !== "list") return Effect.void
      lists.count += 1
      return Effect.fail(storeFails)
    })
  return lists
}

describe("a store that fails while payments are planned anew", () => {
  const failures = [
    { name: "cannot be read", step: "list", failure: Effect.fail(storeFails), late: 31 },
    { name: "breaks while it is read", step: "list", failure: Effect.die(new Error("broken")), late: 31 },
    { name: "cannot be written", step: "save", failure: Effect.fail(storeFails), late: 31 },
    { name: "breaks while it is written", step: "save", failure: Effect.die(new Error("broken")), late: 91 },
  ] as const
  for (const { failure, late, name, step } of failures) {
    it.effect(`and ${name} once costs some time and no payment`, () =>
      world((script, setBack) =>
        Effect.gen(function* () {
          yield* pay()
          yield* reconcile
          yield* TestClock.adjust("40 seconds")
          const before = script.asked.length
          let fails = true
          script.beforeStore = (each) =>
            Effect.suspend(() => {
              if (each !== step || !fails) return Effect.void
              fails = false
              return failure
            })
          setBack(hour)
          yield* TestClock.adjust((30 + late) * second)
          assert.isFalse(fails)
          assert.isAbove(script.asked.length, before)
        }),
      ),
    )
  }

  it.effect("and breaks on one of them does not keep the others waiting (L6)", () =>
    world((script, setBack) =>
      Effect.gen(function* () {
        yield* pay("order-1")
        yield* pay("order-2")
        yield* reconcile
        yield* TestClock.adjust("40 seconds")
        const before = script.asked.length
        const asked = () => new Set(script.asked.slice(before).map(({ token }) => token))
        let breaks = true
        script.beforeStore = (step) =>
          Effect.suspend(() => {
            if (step !== "save" || !breaks) return Effect.void
            breaks = false
            return Effect.die(new Error("broken"))
          })
        setBack(hour)
        yield* TestClock.adjust("61 seconds")
        assert.deepStrictEqual([...asked()], ["token-2"])
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual([...asked()], ["token-2", "token-1"])
      }),
    ),
  )

  it.effect("and again and again is asked at most every five seconds, until the clock has caught up", () =>
    world((script, setBack) =>
      Effect.gen(function* () {
        yield* pay()
        yield* reconcile
        yield* TestClock.adjust("40 seconds")
        const lists = failToList(script)
        setBack(5 * minute)
        for (let seconds = 0; seconds < 20; seconds++) {
          yield* (yield* Nudge).wake
          yield* TestClock.adjust("1 second")
        }
        assert.strictEqual(lists.count, 4)
        yield* TestClock.adjust("4 minutes")
        assert.isAtLeast(lists.count, 4 + 7)
        yield* TestClock.adjust("1 minute")
        const tried = lists.count
        yield* TestClock.adjust("10 minutes")
        assert.strictEqual(lists.count, tried)
      }),
    ),
  )

  it.effect("and comes back after a second step has both steps made good at once", () =>
    world((script, setBack) =>
      Effect.gen(function* () {
        yield* pay()
        yield* reconcile
        yield* TestClock.adjust("5 minutes")
        const before = script.asked.length
        failToList(script)
        for (const half of [hour / 2, hour / 2]) {
          setBack(half)
          yield* TestClock.adjust("1 minute")
        }
        assert.strictEqual(script.asked.length, before)
        script.beforeStore = () => Effect.void
        yield* TestClock.adjust("31 seconds")
        assert.isAbove(script.asked.length, before)
      }),
    ),
  )
})
