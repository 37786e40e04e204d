import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Metric } from "effect"
import { DeskStore, noAnswer, Payouts, Reconciliation, StoreError } from "@cauri/core"
import { TestClock } from "effect/testing"
import { layerVitals, readGauges } from "../src/vitals.ts"
import { layerInProcess } from "./inProcess.ts"
import { payout } from "./payments.ts"

const own = Effect.provideServiceEffect(
  Metric.MetricRegistry,
  Effect.sync(() => new Map()),
)

const beats = Effect.flatMap(DeskStore, (desk) => desk.heartbeats())
const alive = Layer.provideMerge(layerVitals("reconciler-1"), layerInProcess())

const gaugesNow = Effect.map(Metric.snapshot, (snapshot) =>
  Object.fromEntries(snapshot.flatMap(({ id, state }) => ("value" in state ? [[id, state.value]] : []))),
)

describe("the pulse of a process", () => {
  it.effect("is a heartbeat every ten seconds while it sweeps", () =>
    Effect.gen(function* () {
      const { sweep } = yield* Reconciliation
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(yield* beats, [{ process: "reconciler-1", role: "reconciler", at: 0 }])
      for (let turn = 1; turn <= 30; turn++) {
        yield* sweep
        yield* TestClock.adjust("10 seconds")
        assert.deepStrictEqual(yield* beats, [{ process: "reconciler-1", role: "reconciler", at: turn * 10_000 }])
      }
    }).pipe(Effect.provide(alive), own),
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
    }).pipe(Effect.provide(alive), own),
  )

  it.effect("goes on after the store has failed for a while", () =>
    Effect.gen(function* () {
      const desk = yield* DeskStore
      let broken = true
      const failing = DeskStore.of({
        ...desk,
        beat: (heartbeat) =>
          broken ? Effect.fail(new StoreError({ operation: "beat", cause: "gone" })) : desk.beat(heartbeat),
      })
      yield* Layer.build(layerVitals("reconciler-2")).pipe(Effect.provideService(DeskStore, failing))
      yield* TestClock.adjust("30 seconds")
      assert.deepStrictEqual(yield* beats, [])
      broken = false
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(yield* beats, [{ process: "reconciler-2", role: "reconciler", at: 40_000 }])
    }).pipe(Effect.provide(layerInProcess()), own),
  )
})

describe("the gauges", () => {
  it.effect("tell what is due and since when, what is in doubt, flagged, held and on hold", () =>
    Effect.gen(function* () {
      const payouts = yield* Payouts
      const { sweep } = yield* Reconciliation
      yield* payouts.create(payout("lost", "22660000001"), { sendLater: true })
      yield* TestClock.adjust("5 seconds")
      // The first sweep sends it, the second one would tell the host.
      yield* Effect.andThen(sweep, sweep)
      yield* payouts.create(payout("waiting", "22660000002"), { sendLater: true })
      yield* (yield* DeskStore).hold({
        scope: "payouts",
        reason: "outage",
        by: "somebody",
        since: 0,
        credentials: null,
      })
      yield* TestClock.adjust("12 seconds")
      yield* readGauges()
      assert.deepInclude(yield* gaugesNow, {
        cauri_store_due_payments: 1,
        cauri_store_oldest_due_age_seconds: 7,
        cauri_store_in_doubt_payments: 1,
        cauri_store_flagged_payments: 0,
        cauri_store_held_payouts: 0,
        cauri_store_holds: 1,
        cauri_store_last_read_timestamp_seconds: 17,
      })
    }).pipe(
      Effect.provide(layerInProcess({ createMobileMoneyPayout: () => Effect.succeed(noAnswer("TimedOut")) })),
      own,
    ),
  )
})
