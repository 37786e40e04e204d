/** Reports the state of the store: what waits and what needs a person, as gauges for the metrics, every ten seconds. */
import { Clock, Effect, Layer, Metric } from "effect"
import { everyTenSeconds, SharedState, Reports } from "@cauri/core/adapter"

const gauge = (name: string, description: string) => Metric.gauge(`cauri_store_${name}`, { description })

const gauges = {
  due: gauge("due_payments", "Payments that are due and not being worked on."),
  oldestDue: gauge(
    "oldest_due_age_seconds",
    "For how long the oldest of them has been due, in seconds. When it grows, start a reconciler with the credentials of every project, or look at its log.",
  ),
  inDoubt: gauge(
    "in_doubt_payments",
    "Payments with an unknown outcome. `cauri console list --status in_doubt` lists them; a person decides.",
  ),
  flagged: gauge(
    "flagged_payments",
    "Payments with an open flag. `cauri console list --flagged` lists them; a person looks into each.",
  ),
  held: gauge(
    "held_payouts",
    "Payouts that a person must release or cancel. `cauri console list --status held` lists them.",
  ),
  pauses: gauge(
    "pauses",
    "Pauses in force: scopes whose creations are stopped. `cauri console pauses` says why, since when and what ends each.",
  ),
  readAt: gauge("last_read_timestamp_seconds", "When these figures were read."),
}

/** Reads the figures once and sets the gauges. */
export const readGauges = Effect.fnUntraced(function* () {
  const now = yield* Clock.currentTimeMillis
  const { due, flagged, held, inDoubt, oldestDueAt } = yield* (yield* Reports).backlog(now)
  const pauses = yield* (yield* SharedState).pauses()
  yield* Metric.update(gauges.due, due)
  yield* Metric.update(gauges.oldestDue, oldestDueAt === null ? 0 : (now - oldestDueAt) / 1_000)
  yield* Metric.update(gauges.inDoubt, inDoubt)
  yield* Metric.update(gauges.flagged, flagged)
  yield* Metric.update(gauges.held, held)
  yield* Metric.update(gauges.pauses, pauses.length)
  yield* Metric.update(gauges.readAt, now / 1_000)
})

/** The gauges, for as long as the process lives. */
export const layerGauges: Layer.Layer<never, never, SharedState | Reports> = Layer.effectDiscard(
  everyTenSeconds(readGauges()),
)
