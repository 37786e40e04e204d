/**
 * Tells others that this process lives, and how the store stands: a heartbeat in the store and gauges for the metrics, every ten
 * seconds. A process that no longer works gives no heartbeat, so it cannot look alive while payments wait.
 */
import { Clock, Effect, Layer, Metric } from "effect"
import { DeskStore, Policy } from "@cauri/core"
import { Activity } from "./activity.ts"
import { StoreSide } from "./store.ts"

/** How often, in milliseconds. */
const interval = 10_000

/** A heartbeat that is older than this is none. */
export const heartbeatLimit = 6 * interval

const gauge = (name: string, description: string) => Metric.gauge(`cauri_store_${name}`, { description })

const gauges = {
  due: gauge("due_payments", "Payments that are due and not being worked on."),
  oldestDue: gauge("oldest_due_age_seconds", "For how long the longest of them is due."),
  inDoubt: gauge("in_doubt_payments", "Payments of which nobody knows whether they were executed."),
  flagged: gauge("flagged_payments", "Payments with an open flag."),
  held: gauge("held_payouts", "Payouts that a person must release or cancel."),
  holds: gauge("holds", "Holds in force: creations that are stopped."),
  readAt: gauge("last_read_timestamp_seconds", "When these figures were read."),
}

/** Reads the figures once and sets the gauges. */
export const readGauges = Effect.fnUntraced(function* () {
  const now = yield* Clock.currentTimeMillis
  const { due, flagged, held, inDoubt, oldestDueAt } = yield* (yield* StoreSide).standing(now)
  const holds = yield* (yield* DeskStore).holds()
  yield* Metric.update(gauges.due, due)
  yield* Metric.update(gauges.oldestDue, oldestDueAt === null ? 0 : (now - oldestDueAt) / 1_000)
  yield* Metric.update(gauges.inDoubt, inDoubt)
  yield* Metric.update(gauges.flagged, flagged)
  yield* Metric.update(gauges.held, held)
  yield* Metric.update(gauges.holds, holds.length)
  yield* Metric.update(gauges.readAt, now / 1_000)
})

/** The pulse of a process, for as long as it lives. */
export const layerVitals = (processName: string) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const activity = yield* Activity
      const desk = yield* DeskStore
      const policy = yield* Policy
      const startedAt = yield* Clock.currentTimeMillis
      // The longest that one payment and the sleep after a sweep may take.
      const patience = policy.lease + policy.sweepSleep + interval

      const beat = Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const { activeAt } = yield* activity.done
        if (now - (activeAt ?? startedAt) > patience)
          return yield* Effect.logError("Nothing has been looked at for too long.")
        yield* desk.beat({ process: processName, role: "reconciler", at: now })
      })
      const once = Effect.all([beat, readGauges()], { concurrency: 1, discard: true }).pipe(
        Effect.catchTag("StoreError", ({ message }) => Effect.logWarning(message)),
      )
      yield* Effect.forkScoped(Effect.forever(Effect.andThen(once, Effect.sleep(interval))))
    }),
  )
