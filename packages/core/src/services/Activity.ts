/**
 * What this process did, read off the store's port: each `takeDue` is a `runOnce`, and each saved event is an outcome. Metrics, readiness,
 * warnings and the summary of `--once` have one source, in deployed programs and in those that embed payments.
 */
import { Clock, Context, Effect, Layer, Metric, Ref } from "effect"
import type { EventTag, PaymentEvent } from "../model/Event.ts"
import type { Change } from "../model/Payment.ts"
import { keyText } from "../model/Identifiers.ts"
import { PaymentStore } from "../ports/PaymentStore.ts"

export interface ActivityDone {
  /** When the last `runOnce` began; null: none did. */
  readonly ranAt: number | null
  /** When the store was last read or written for a payment: shows that a long round is still alive. */
  readonly activeAt: number | null
  /** Events that were saved, by name. */
  readonly events: Readonly<Partial<Record<EventTag, number>>>
}

/**
 * What this process did.
 *
 * ```ts
 * yield* payins.create(payin)
 * const { done } = yield* Activity
 * yield* Effect.map(done, ({ events }) => events) // => { intended: 1, attempt_started: 1, accepted: 1 }
 * ```
 */
export class Activity extends Context.Service<Activity, { readonly done: Effect.Effect<ActivityDone> }>()(
  "@cauri/core/Activity",
) {}

const runs = Metric.counter("cauri_reconciler_runs", {
  description: "Runs of the worker that this process began.",
  incremental: true,
})
const taken = Metric.counter("cauri_reconciler_payments_taken", {
  description: "Due payments that this process took to work on them.",
  incremental: true,
})
const lastRun = Metric.gauge("cauri_reconciler_last_run_timestamp_seconds", {
  description: "When the last run of the worker of this process began.",
})
const unserved = Metric.gauge("cauri_reconciler_projects_without_credentials", {
  description: "Projects with payments that this process leaves to others, because it has no credentials for them.",
})
const events = Metric.counter("cauri_reconciler_events", {
  description: "Events that this process saved, by kind of payment and name.",
  incremental: true,
})

const deliveries = Metric.counter("cauri_reconciler_deliveries", {
  description: "Deliveries of events to the host, by whether it accepted them. A refused event is delivered again.",
  incremental: true,
})

/** Counts deliveries to consumers. A silence that lasts is a refusal as well. */
export const countDeliveries = (accepted: boolean, count = 1) =>
  Metric.update(Metric.withAttributes(deliveries, { accepted: String(accepted) }), count)

/** What a person should look into, where an event says so. */
const troubleIn = (event: PaymentEvent): ReadonlyArray<string> => {
  if (event._tag === "in_doubt") return ["Its outcome is unknown."]
  if (event._tag === "held") return ["It is held until a person releases or cancels it."]
  return event._tag === "flagged" ? [`It has the flag ${event.kind}.`] : []
}

/**
 * The store that is behind it, with what is done through it noted.
 *
 * ```ts
 * const counted = layerActivity.pipe(Layer.provide(memoryStore))
 * const ran = Effect.flatMap(Activity, ({ done }) => Effect.map(done, ({ ranAt }) => ranAt))
 * yield* Effect.provide(ran, counted) // => null
 * ```
 */
export const layerActivity: Layer.Layer<PaymentStore | Activity, never, PaymentStore> = Layer.effectContext(
  Effect.gen(function* () {
    const store = yield* PaymentStore
    const done = yield* Ref.make<ActivityDone>({ ranAt: null, activeAt: null, events: {} })

    // An alert sees an increase only of what was there before.
    yield* Effect.all([countDeliveries(true, 0), countDeliveries(false, 0)])

    const report = Effect.fnUntraced(function* ({ entries, payment }: Change) {
      for (const { event } of entries) {
        yield* Metric.update(Metric.withAttributes(events, { kind: payment.key.kind, event: event._tag }), 1)
        yield* Ref.update(done, (before) => ({
          ...before,
          events: { ...before.events, [event._tag]: (before.events[event._tag] ?? 0) + 1 },
        }))
      }
      const troubles = entries.flatMap(({ event }) => troubleIn(event))
      if (troubles.length > 0)
        yield* Effect.logWarning(`The ${keyText(payment.key)} needs a person. ${troubles.join(" ")}`)
    })

    /** A creation is the host's, so it does not show that the worker is alive. */
    const worked = Effect.fnUntraced(function* (change: Change) {
      const activeAt = yield* Clock.currentTimeMillis
      yield* Ref.update(done, (before) => ({ ...before, activeAt }))
      yield* report(change)
    })

    const observed = PaymentStore.of({
      ...store,
      insert: (change, tracking) =>
        Effect.tap(store.insert(change, tracking), ({ _tag }) => (_tag === "Inserted" ? report(change) : Effect.void)),
      takeDue: Effect.fnUntraced(function* (terms) {
        const at = yield* Clock.currentTimeMillis
        const due = yield* store.takeDue(terms)
        yield* Ref.update(done, (before) => ({ ...before, ranAt: at, activeAt: at }))
        yield* Metric.update(runs, 1)
        yield* Metric.update(taken, due.taken.length)
        yield* Metric.update(lastRun, at / 1_000)
        yield* Metric.update(unserved, terms.except?.length ?? 0)
        return due
      }),
      save: (change, watch, terms) =>
        Effect.tap(store.save(change, watch, terms), (saved) => (saved === "Saved" ? worked(change) : Effect.void)),
      claim: (change, ...rest) =>
        Effect.tap(store.claim(change, ...rest), ({ _tag }) => (_tag === "Claimed" ? worked(change) : Effect.void)),
    })
    return Context.make(PaymentStore, observed).pipe(Context.add(Activity, Activity.of({ done: Ref.get(done) })))
  }),
)
