import { assert, describe, it } from "@effect/vitest"
import { Effect, Metric, Option, Result } from "effect"
import { PaymentStore, Payouts, ProjectId, Worker } from "@cauri/core"
import { append, PaymentEvent } from "@cauri/core/model"
import { TestClock } from "effect/testing"
import { Activity } from "@cauri/core/adapter"
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
      const { runOnce: sweep } = yield* Worker
      assert.deepStrictEqual(yield* done, { sweptAt: null, activeAt: null, events: {} })
      yield* (yield* Payouts).create(payout("wage-1", "22660000001"), { sendLater: true })
      yield* TestClock.adjust("5 seconds")
      yield* sweep
      assert.deepStrictEqual(yield* done, {
        sweptAt: 5_000,
        activeAt: 5_000,
        events: { AttemptStarted: 1, Accepted: 1 },
      })
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
        cauri_reconciler_projects_without_credentials: 0,
        "cauri_reconciler_events payout AttemptStarted": 1,
        "cauri_reconciler_events payout Accepted": 1,
        "cauri_reconciler_deliveries true": 0,
        "cauri_reconciler_deliveries false": 0,
      })
    }).pipe(Effect.provide(layerInProcess()), own),
  )

  it.effect("tells how many projects it leaves to other workers", () =>
    Effect.gen(function* () {
      yield* (yield* PaymentStore).takeDue(0, 1, 1, [ProjectId.make("shop"), ProjectId.make("kiosk")])
      const found = (yield* Metric.snapshot).find(({ id }) => id === "cauri_reconciler_projects_without_credentials")
      assert.deepInclude(found?.state, { value: 2 })
    }).pipe(Effect.provide(layerInProcess()), own),
  )

  it.effect("leaves out what was not saved, because another worker was faster", () =>
    Effect.gen(function* () {
      const store = yield* PaymentStore
      const {
        payment: { key },
      } = yield* (yield* Payouts).create(payout("wage-1", "22660000001"), { sendLater: true })
      const record = Option.getOrThrow(yield* store.find(key))
      const cancelled = PaymentEvent.cases.Cancelled.make({ because: "TooOld", by: null })
      const change = Result.getOrThrow(append(record.payment, [cancelled], 0))
      yield* TestClock.adjust("3 seconds")
      const save = (version: number) => store.save(change, record.tracking, { version, giveBack: null, now: 0 })
      const { done } = yield* Activity
      assert.strictEqual(yield* save(record.version + 1), "Stale")
      assert.deepStrictEqual(yield* done, { sweptAt: null, activeAt: null, events: {} })
      assert.strictEqual(yield* save(record.version), "Saved")
      assert.deepStrictEqual(yield* done, { sweptAt: null, activeAt: 3_000, events: { Cancelled: 1 } })
    }).pipe(Effect.provide(layerInProcess()), own),
  )
})
