import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Nudge } from "../src/work/lanes.ts"

const isDone = (fiber: Fiber.Fiber<void>) => fiber.pollUnsafe() !== undefined

describe("Nudge", () => {
  it.effect("wakes whoever sleeps, and not before", () =>
    Effect.gen(function* () {
      const nudge = yield* Nudge
      const sleeper = yield* Effect.forkChild(nudge.awaken)
      yield* TestClock.adjust("1 day")
      assert.isFalse(isDone(sleeper))
      yield* nudge.wake
      yield* Fiber.join(sleeper)
    }).pipe(Effect.provide(Nudge.layer)),
  )

  it.effect("wakes the next one when nobody sleeps, so that a nudge just before the sleep is not missed", () =>
    Effect.gen(function* () {
      const nudge = yield* Nudge
      yield* nudge.wake
      yield* nudge.awaken
    }).pipe(Effect.provide(Nudge.layer)),
  )

  it.effect("many nudges wake once, and the next sleep is a sleep again", () =>
    Effect.gen(function* () {
      const nudge = yield* Nudge
      yield* nudge.wake
      yield* nudge.wake
      yield* nudge.awaken
      const sleeper = yield* Effect.forkChild(nudge.awaken)
      yield* TestClock.adjust("1 day")
      assert.isFalse(isDone(sleeper))
      yield* nudge.wake
      yield* Fiber.join(sleeper)
    }).pipe(Effect.provide(Nudge.layer)),
  )

  it.effect("wakes all who sleep", () =>
    Effect.gen(function* () {
      const nudge = yield* Nudge
      const sleepers = yield* Effect.forEach([1, 2, 3], () => Effect.forkChild(nudge.awaken), { concurrency: 1 })
      yield* TestClock.adjust("1 second")
      yield* nudge.wake
      yield* Effect.forEach(sleepers, Fiber.join, { concurrency: 1 })
    }).pipe(Effect.provide(Nudge.layer)),
  )
})
