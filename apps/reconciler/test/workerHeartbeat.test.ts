import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Worker } from "@cauri/core"
import { layerWorkerHeartbeat, SharedState } from "@cauri/core/adapter"
import { layerInProcess } from "./inProcess.ts"

const beats = Effect.flatMap(SharedState, (shared) => shared.heartbeats())
const alive = Layer.provideMerge(layerWorkerHeartbeat("reconciler-1", "reconciler"), layerInProcess())

describe("the pulse of a reconciler", () => {
  it.effect("is a heartbeat every ten seconds while it sweeps", () =>
    Effect.gen(function* () {
      const { runOnce: sweep } = yield* Worker
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(yield* beats, [{ process: "reconciler-1", role: "reconciler", at: 0 }])
      for (let turn = 1; turn <= 30; turn++) {
        yield* sweep
        yield* TestClock.adjust("10 seconds")
        assert.deepStrictEqual(yield* beats, [{ process: "reconciler-1", role: "reconciler", at: turn * 10_000 }])
      }
    }).pipe(Effect.provide(alive)),
  )

  it.effect("stops when no sweep has begun for a lease and a sleep: what does not work must not look alive", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("100 seconds")
      assert.deepStrictEqual(
        (yield* beats).map(({ at }) => at),
        [100_000],
      )
      yield* TestClock.adjust("10 minutes")
      assert.deepStrictEqual(
        (yield* beats).map(({ at }) => at),
        [100_000],
      )
    }).pipe(Effect.provide(alive)),
  )
})
