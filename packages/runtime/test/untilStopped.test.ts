import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Logger, Stream } from "effect"
import { StoreClock, StoreRefused, StoreStatus } from "@cauri/core/adapter"
import { TestClock } from "effect/testing"
import { exitCodes, teardown, runProgram } from "../src/endings.ts"
import { Stopping } from "../src/Stopping.ts"
import { untilStopped } from "../src/untilStopped.ts"

const sound = StoreStatus.of({
  writesByOthers: Stream.never,
  copyTo: "unused",
  failed: Effect.never,
  contradictions: Effect.die("unused"),
})
const agreeing = StoreClock.of({ now: Effect.succeed(0), watch: Effect.never })
const silence = Logger.layer([])
const quiet = Layer.mergeAll(Layer.succeed(StoreClock, agreeing), Layer.succeed(StoreStatus, sound), silence)

describe("the work", () => {
  it.effect("ends with its own result", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* untilStopped(Effect.succeed(7)), 7)
      assert.isTrue(Exit.isFailure(yield* Effect.exit(untilStopped(Effect.fail("failed")))))
    }).pipe(Effect.provide(quiet)),
  )

  it.effect("that has to stop is waited for while it may not be interrupted: an answer is under way", () =>
    Effect.gen(function* () {
      let saved = false
      const creation = Effect.uninterruptible(
        Effect.andThen(
          Effect.sleep("30 seconds"),
          Effect.sync(() => (saved = true)),
        ),
      )
      const program = yield* Effect.forkChild(untilStopped(Effect.andThen(creation, Effect.never)), {
        startImmediately: true,
      })
      yield* TestClock.adjust("1 second")
      const stopping = yield* Effect.forkChild(Fiber.interrupt(program), { startImmediately: true })
      yield* TestClock.adjust("28 seconds")
      assert.deepStrictEqual([saved, stopping.pollUnsafe()], [false, undefined])
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(stopping)
      assert.isTrue(saved)
    }).pipe(Effect.provide(quiet)),
  )

  it.effect("that has to stop says so before it waits, and never before the signal", () =>
    Effect.gen(function* () {
      const { begun } = yield* Stopping
      const program = yield* Effect.forkChild(untilStopped(Effect.uninterruptible(Effect.sleep("30 seconds"))), {
        startImmediately: true,
      })
      yield* TestClock.adjust("1 second")
      assert.isFalse(yield* begun)
      const stopping = yield* Effect.forkChild(Fiber.interrupt(program), { startImmediately: true })
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual([yield* begun, stopping.pollUnsafe()], [true, undefined])
      yield* TestClock.adjust("28 seconds")
      yield* Fiber.join(stopping)
    }).pipe(Effect.provide([quiet, Stopping.layer])),
  )

  it.effect("is left where it is when the store must not be used any more: nothing could be saved", () =>
    Effect.gen(function* () {
      const broken = yield* Deferred.make<never, StoreRefused>()
      const side = StoreStatus.of({ ...sound, failed: Deferred.await(broken) })
      const program = yield* Effect.forkChild(
        Effect.provideService(untilStopped(Effect.uninterruptible(Effect.never)), StoreStatus, side),
        { startImmediately: true },
      )
      yield* TestClock.adjust("1 hour")
      assert.isUndefined(program.pollUnsafe())
      const refusal = new StoreRefused({ reason: "corrupt", detail: "Seen." })
      yield* Deferred.fail(broken, refusal)
      assert.deepStrictEqual(yield* Fiber.await(program), Exit.fail(refusal))
    }).pipe(Effect.provideService(StoreClock, agreeing), Effect.provide(silence)),
  )

  it.effect("has to stop when the store's time gets ahead, and the refusal is the ending", () =>
    Effect.gen(function* () {
      const refusal = new StoreRefused({ reason: "clock_ahead", detail: "Seen." })
      const clock = StoreClock.of({ now: Effect.succeed(0), watch: Effect.delay(Effect.fail(refusal), "1 hour") })
      const done: Array<string> = []
      const answer = Effect.uninterruptible(
        Effect.delay(
          Effect.sync(() => done.push("saved")),
          "3620 seconds",
        ),
      )
      const work = Effect.andThen(
        answer,
        Effect.sync(() => done.push("began more")),
      )
      const { begun } = yield* Stopping
      const program = yield* Effect.forkChild(Effect.provideService(untilStopped(work), StoreClock, clock), {
        startImmediately: true,
      })
      yield* TestClock.adjust("59 minutes")
      assert.isFalse(yield* begun)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual([yield* begun, program.pollUnsafe(), done], [true, undefined, []])
      yield* TestClock.adjust("20 seconds")
      assert.deepStrictEqual([yield* Fiber.await(program), done], [Exit.fail(refusal), ["saved"]])
    }).pipe(Effect.provideService(StoreStatus, sound), Effect.provide([silence, Stopping.layer])),
  )

  it.effect("is left where it is when the store fails while it stops because of the store's time", () =>
    Effect.gen(function* () {
      const broken = yield* Deferred.make<never, StoreRefused>()
      const ahead = new StoreRefused({ reason: "clock_ahead", detail: "Seen." })
      const program = yield* Effect.forkChild(
        untilStopped(Effect.uninterruptible(Effect.never)).pipe(
          Effect.provideService(
            StoreClock,
            StoreClock.of({ now: Effect.succeed(0), watch: Effect.delay(Effect.fail(ahead), "1 second") }),
          ),
          Effect.provideService(StoreStatus, StoreStatus.of({ ...sound, failed: Deferred.await(broken) })),
        ),
        { startImmediately: true },
      )
      yield* TestClock.adjust("1 hour")
      assert.isUndefined(program.pollUnsafe())
      const refusal = new StoreRefused({ reason: "corrupt", detail: "Seen." })
      yield* Deferred.fail(broken, refusal)
      assert.deepStrictEqual(yield* Fiber.await(program), Exit.fail(refusal))
    }).pipe(Effect.provide(silence)),
  )

  it.effect(
    "that is waited for is left where it is when the store fails meanwhile, and the refusal is the ending",
    () =>
      Effect.gen(function* () {
        const broken = yield* Deferred.make<never, StoreRefused>()
        const side = StoreStatus.of({ ...sound, failed: Deferred.await(broken) })
        const work = Effect.as(Effect.uninterruptible(Effect.never), 0)
        const program = yield* Effect.forkDetach(
          runProgram("reconciler", Effect.provideService(untilStopped(work), StoreStatus, side)),
          { startImmediately: true },
        )
        yield* TestClock.adjust("1 second")
        const stopping = yield* Effect.forkDetach(Fiber.interrupt(program), { startImmediately: true })
        yield* TestClock.adjust("1 hour")
        assert.isUndefined(stopping.pollUnsafe())
        yield* Deferred.fail(broken, new StoreRefused({ reason: "corrupt", detail: "Seen." }))
        yield* TestClock.adjust("1 second")
        const ending = program.pollUnsafe() ?? assert.fail("It still waits.")
        const ended: Array<number> = []
        teardown(ending, (code) => ended.push(code))
        assert.deepStrictEqual(ended, [exitCodes.damaged])
      }).pipe(Effect.provideService(StoreClock, agreeing), Effect.provide(silence)),
  )
})
