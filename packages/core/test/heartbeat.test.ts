/** The heartbeats by which others see that a process lives. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Ref } from "effect"
import { memoryStore, StoreError } from "@cauri/core"
import { layerHeartbeat, layerWorkerHeartbeat, SharedState } from "@cauri/core/adapter"
import { TestClock } from "effect/testing"
import { scripted } from "./scripted.ts"
import { sweep } from "./setups.ts"

const beats = Effect.flatMap(SharedState, (shared) => shared.heartbeats())
const surroundings = Layer.merge(memoryStore, Logger.layer([]))

describe("the heartbeat of a process", () => {
  it.effect("comes every ten seconds, under its name and its role", () =>
    Effect.gen(function* () {
      yield* Layer.build(layerHeartbeat("receiver-1", "receiver", Effect.succeed(true)))
      for (let turn = 0; turn <= 30; turn++) {
        yield* TestClock.adjust(turn === 0 ? 0 : "10 seconds")
        assert.deepStrictEqual(yield* beats, [{ process: "receiver-1", role: "receiver", at: turn * 10_000 }])
      }
    }).pipe(Effect.provide(surroundings)),
  )

  it.effect("stops while the process does not work: what does not work must not look alive", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const logger = Logger.make(({ message }) => void lines.push(String(message)))
      const works = yield* Ref.make(true)
      yield* Layer.build(layerHeartbeat("receiver-1", "receiver", Ref.get(works))).pipe(
        Effect.provide(Logger.layer([logger])),
      )
      yield* TestClock.adjust("10 seconds")
      yield* Ref.set(works, false)
      yield* TestClock.adjust("10 minutes")
      assert.deepStrictEqual(
        (yield* beats).map(({ at }) => at),
        [10_000],
      )
      assert.include(lines.join(), "has looked at no payment for too long")
      yield* Ref.set(works, true)
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(
        (yield* beats).map(({ at }) => at),
        [620_000],
      )
    }).pipe(Effect.provide(surroundings)),
  )

  it.effect("goes on after the store has failed for a while", () =>
    Effect.gen(function* () {
      const shared = yield* SharedState
      let broken = true
      const failing = SharedState.of({
        ...shared,
        beat: (heartbeat) =>
          broken ? Effect.fail(new StoreError({ operation: "beat", cause: "gone" })) : shared.beat(heartbeat),
      })
      yield* Layer.build(layerHeartbeat("receiver-2", "receiver", Effect.succeed(true))).pipe(
        Effect.provideService(SharedState, failing),
      )
      yield* TestClock.adjust("30 seconds")
      assert.deepStrictEqual(yield* beats, [])
      broken = false
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(yield* beats, [{ process: "receiver-2", role: "receiver", at: 40_000 }])
    }).pipe(Effect.provide(surroundings)),
  )
})

describe("the heartbeat of a worker", () => {
  const watched = layerWorkerHeartbeat("reconciler-1", "reconciler")

  it.effect("comes every ten seconds while it looks at payments", () =>
    scripted(() =>
      Effect.gen(function* () {
        yield* TestClock.adjust(0)
        for (let turn = 0; turn <= 30; turn++) {
          assert.deepStrictEqual(yield* beats, [{ process: "reconciler-1", role: "reconciler", at: turn * 10_000 }])
          yield* sweep
          yield* TestClock.adjust("10 seconds")
        }
      }).pipe(Effect.provide(watched)),
    ),
  )

  it.effect("stops when it has looked at none for a lease and a sleep", () =>
    scripted(() =>
      Effect.gen(function* () {
        yield* TestClock.adjust("100 seconds")
        yield* TestClock.adjust("10 minutes")
        assert.deepStrictEqual(
          (yield* beats).map(({ at }) => at),
          [100_000],
        )
      }).pipe(Effect.provide(watched)),
    ).pipe(Effect.provide(Logger.layer([]))),
  )
})
