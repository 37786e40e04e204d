import { assert, describe } from "@effect/vitest"
import { Clock, Effect, Exit, Logger, Scope } from "effect"
import { TestClock } from "effect/testing"
import { it } from "@cauri/house/it"
import { makeDeadline } from "../src/deadlines.ts"

/** Lets the sleeper notice what happened. */
const aMoment = Effect.forEach(Array.from({ length: 5 }), () => Effect.yieldNow, { concurrency: 1, discard: true })

const newDeadline = Effect.gen(function* () {
  const deadline = yield* makeDeadline(100)
  const late: Array<string> = []
  const wait = (name: string) =>
    Effect.tap(
      Effect.sync(() => deadline(() => void late.push(name))),
      () => aMoment,
    )
  return { late, wait }
})

describe("a deadline", () => {
  it("ends each wait at its own time, and not a millisecond before", function* () {
    const { late, wait } = yield* newDeadline
    yield* wait("one")
    yield* TestClock.adjust(60)
    yield* wait("two")
    yield* TestClock.adjust(39)
    assert.deepStrictEqual(late, [])
    yield* TestClock.adjust(1)
    assert.deepStrictEqual(late, ["one"])
    yield* TestClock.adjust(60)
    assert.deepStrictEqual(late, ["one", "two"])
  })

  it("says nothing of a wait that is over, and watches on over the others", function* () {
    const { late, wait } = yield* newDeadline
    const over = yield* wait("one")
    yield* TestClock.adjust(50)
    yield* wait("two")
    over()
    yield* TestClock.adjust(99)
    assert.deepStrictEqual(late, [])
    yield* TestClock.adjust(1)
    assert.deepStrictEqual(late, ["two"])
  })

  it("starts again after a time without a waiting caller", function* () {
    const { late, wait } = yield* newDeadline
    yield* wait("one")
    yield* TestClock.adjust(1_000)
    yield* wait("two")
    yield* TestClock.adjust(99)
    assert.deepStrictEqual(late, ["one"])
    yield* TestClock.adjust(1)
    assert.deepStrictEqual(late, ["one", "two"])
  })

  it.effect("watches on over the others when the end of one throws, and tells no words of what was thrown", () => {
    const logged: Array<string> = []
    return Effect.gen(function* () {
      const deadline = yield* makeDeadline(100)
      const late: Array<string> = []
      deadline(() => {
        throw new TypeError("CANARY")
      })
      deadline(() => void late.push("two"))
      yield* aMoment
      yield* TestClock.adjust(100)
      assert.deepStrictEqual(late, ["two"])
      deadline(() => void late.push("three"))
      yield* aMoment
      yield* TestClock.adjust(100)
      assert.deepStrictEqual(late, ["two", "three"])
      assert.match(logged.join(), /TypeError/)
      assert.notInclude(logged.join(), "CANARY")
    }).pipe(Effect.provide(Logger.layer([Logger.make(({ message }) => void logged.push(String(message)))])))
  })

  it("ends with its scope", function* () {
    const scope = yield* Scope.make()
    const deadline = yield* Scope.provide(makeDeadline(100), scope)
    let late = 0
    deadline(() => late++)
    yield* aMoment
    yield* Scope.close(scope, Exit.void)
    yield* TestClock.adjust(1_000)
    assert.strictEqual(late, 0)
  })

  it("does not move when the clock is set back, or forward", function* () {
    let shift = 0
    const clock = yield* Clock.Clock
    const set: Clock.Clock = Object.create(clock, {
      currentTimeMillisUnsafe: { value: () => clock.currentTimeMillisUnsafe() + shift },
    })
    const { late, wait } = yield* Effect.provideService(newDeadline, Clock.Clock, set)
    yield* wait("one")
    yield* TestClock.adjust(50)
    shift = -3_600_000
    yield* wait("two")
    yield* TestClock.adjust(50)
    assert.deepStrictEqual(late, ["one"])
    shift = 3_600_000
    yield* TestClock.adjust(49)
    assert.deepStrictEqual(late, ["one"])
    yield* TestClock.adjust(1)
    assert.deepStrictEqual(late, ["one", "two"])
  })
})
