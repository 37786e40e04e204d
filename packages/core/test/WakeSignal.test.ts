import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { WakeSignal } from "../src/services/WakeSignal.ts"
import { payinKey } from "./scripted.ts"

const isDone = (fiber: Fiber.Fiber<void>) => fiber.pollUnsafe() !== undefined

describe("WakeSignal", () => {
  it.effect("wakes the worker that sleeps, and not before", () =>
    Effect.gen(function* () {
      const wakeSignal = yield* WakeSignal
      const sleeper = yield* Effect.forkChild(wakeSignal.wait)
      yield* TestClock.adjust("1 day")
      assert.isFalse(isDone(sleeper))
      yield* wakeSignal.signal
      yield* Fiber.join(sleeper)
    }).pipe(Effect.provide(WakeSignal.layer)),
  )

  it.effect("wakes the next one when no worker sleeps, so that a wakeSignal just before the sleep is not missed", () =>
    Effect.gen(function* () {
      const wakeSignal = yield* WakeSignal
      yield* wakeSignal.signal
      yield* wakeSignal.wait
    }).pipe(Effect.provide(WakeSignal.layer)),
  )

  it.effect("many nudges wake once, and the next sleep is a sleep again", () =>
    Effect.gen(function* () {
      const wakeSignal = yield* WakeSignal
      yield* wakeSignal.signal
      yield* wakeSignal.signal
      yield* wakeSignal.wait
      const sleeper = yield* Effect.forkChild(wakeSignal.wait)
      yield* TestClock.adjust("1 day")
      assert.isFalse(isDone(sleeper))
      yield* wakeSignal.signal
      yield* Fiber.join(sleeper)
    }).pipe(Effect.provide(WakeSignal.layer)),
  )

  it.effect("wakes who waits for any payment with each, and who waits for one with that one alone", () =>
    Effect.gen(function* () {
      const { until, wake } = yield* WakeSignal
      const looks = { any: 0, one: 0 }
      const look = (who: keyof typeof looks) => Effect.sync(() => (looks[who]++, Option.none()))
      yield* Effect.forkChild(until(null, look("any")))
      yield* Effect.forkChild(until(payinKey("order-1"), look("one")))
      yield* TestClock.adjust("1 milli")
      yield* wake(payinKey("order-2"))
      yield* TestClock.adjust("1 milli")
      assert.deepStrictEqual(looks, { any: 2, one: 1 })
    }).pipe(Effect.provide(WakeSignal.layer)),
  )

  it.effect("wakes all who sleep", () =>
    Effect.gen(function* () {
      const wakeSignal = yield* WakeSignal
      const sleepers = yield* Effect.forEach([1, 2, 3], () => Effect.forkChild(wakeSignal.wait), { concurrency: 1 })
      yield* TestClock.adjust("1 second")
      yield* wakeSignal.signal
      yield* Effect.forEach(sleepers, Fiber.join, { concurrency: 1 })
    }).pipe(Effect.provide(WakeSignal.layer)),
  )
})
