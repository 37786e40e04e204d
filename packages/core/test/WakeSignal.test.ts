import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { WakeSignal } from "../src/services/WakeSignal.ts"

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
