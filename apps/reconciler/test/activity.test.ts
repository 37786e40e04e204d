import { assert, describe, it } from "@effect/vitest"
import { Effect, Metric } from "effect"
import { Payouts, Reconciliation } from "@cauri/core"
import { TestClock } from "effect/testing"
import { Activity } from "../src/activity.ts"
import { layerInProcess } from "./inProcess.ts"
import { payout } from "./payments.ts"

const own = Effect.provideServiceEffect(
  Metric.MetricRegistry,
  Effect.sync(() => new Map()),
)

describe("what a process did", () => {
  it.effect("is read off its sweeps and the events that it saved", () =>
    Effect.gen(function* () {
      const { done } = yield* Activity
      const { sweep } = yield* Reconciliation
      assert.deepStrictEqual(yield* done, { sweptAt: null, events: {} })
      yield* (yield* Payouts).create(payout("wage-1", "22660000001"), { sendLater: true })
      yield* TestClock.adjust("5 seconds")
      yield* sweep
      assert.deepStrictEqual(yield* done, { sweptAt: 5_000, events: { AttemptStarted: 1, Accepted: 1 } })
      yield* TestClock.adjust("1 second")
      yield* sweep
      assert.deepInclude(yield* done, { sweptAt: 6_000 })
      const snapshot = yield* Metric.snapshot
      const values = Object.fromEntries(
        snapshot.map(({ attributes, id, state }) => [
          [id, ...Object.values(attributes ?? {})].join(" "),
          "count" in state ? state.count : "value" in state ? state.value : null,
        ]),
      )
      assert.deepStrictEqual(values, {
        cauri_reconciler_sweeps: 2,
        cauri_reconciler_payments_taken: 1,
        cauri_reconciler_last_sweep_timestamp_seconds: 6,
        "cauri_reconciler_events payout AttemptStarted": 1,
        "cauri_reconciler_events payout Accepted": 1,
      })
    }).pipe(Effect.provide(layerInProcess()), own),
  )
})
