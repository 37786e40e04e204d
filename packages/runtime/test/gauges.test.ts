import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Metric } from "effect"
import { memoryStore, Payouts, Worker, StoreError } from "@cauri/core"
import { SharedState, noAnswer, Reports, type Backlog } from "@cauri/core/adapter"
import { TestClock } from "effect/testing"
import { layerGauges, readGauges } from "../src/gauges.ts"
import { layerOn, ownMetrics, payout } from "./support.ts"

const gaugesNow = Effect.map(Metric.snapshot, (snapshot) =>
  Object.fromEntries(snapshot.flatMap(({ id, state }) => ("value" in state ? [[id, state.value]] : []))),
)

describe("the gauges", () => {
  it.effect("tell what is due and since when, what is in doubt, flagged, held and on hold", () =>
    Effect.gen(function* () {
      const payouts = yield* Payouts
      const { runOnce: sweep } = yield* Worker
      yield* payouts.create(payout("lost", "22660000001"), { sendLater: true })
      yield* TestClock.adjust("5 seconds")
      // The first sweep sends it, the second one would tell the host.
      yield* Effect.andThen(sweep, sweep)
      yield* payouts.create(payout("waiting", "22660000002"), { sendLater: true })
      yield* (yield* SharedState).pause({
        scope: "payouts",
        reason: "outage",
        by: "A colleague",
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
        cauri_store_pauses: 1,
        cauri_store_last_read_timestamp_seconds: 17,
      })
    }).pipe(
      Effect.provide(
        Layer.provideMerge(
          layerOn(memoryStore, { create: () => Effect.succeed(noAnswer("timed_out")) }),
          Logger.layer([]),
        ),
      ),
      ownMetrics,
    ),
  )

  it.effect("are read every ten seconds, and again after the store has failed for a while", () =>
    Effect.gen(function* () {
      const none: Backlog = { due: 0, oldestDueAt: null, inDoubt: 0, held: 0, flagged: 0 }
      let broken = true
      const side = Layer.succeed(Reports, {
        figures: () => Effect.die("unused"),
        backlog: (now) =>
          broken
            ? Effect.fail(new StoreError({ operation: "standing", cause: "gone" }))
            : Effect.succeed({ ...none, due: now / 1_000 }),
      })
      yield* Layer.build(layerGauges).pipe(Effect.provide(Layer.merge(memoryStore, side)))
      yield* TestClock.adjust("30 seconds")
      assert.notProperty(yield* gaugesNow, "cauri_store_due_payments")
      broken = false
      for (const seconds of [40, 50]) {
        yield* TestClock.adjust("10 seconds")
        assert.deepInclude(yield* gaugesNow, {
          cauri_store_due_payments: seconds,
          cauri_store_oldest_due_age_seconds: 0,
        })
      }
    }).pipe(Effect.provide(Logger.layer([])), ownMetrics),
  )
})
