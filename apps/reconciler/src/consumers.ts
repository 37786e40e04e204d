/** The consumers that `OUTCOMES` names. To write a consumer of your own, replace this layer in `main.ts`. */
import type { Writable } from "node:stream"
import { Effect, Exit, Layer, Metric } from "effect"
import { FetchHttpClient } from "effect/http"
import { type Consumer, type PlainConsumer, logConsumer, Consumers } from "@cauri/core"
import type { DeliverySettings } from "./config.ts"
import { ndjsonConsumer } from "./ndjson.ts"
import { webhookConsumer } from "./webhook.ts"

const deliveredEvents = Metric.counter("cauri_reconciler_deliveries", {
  description: "Deliveries of events to the host, by whether it accepted them. A refused event is delivered again.",
  incremental: true,
})
const taken = Metric.withAttributes(deliveredEvents, { accepted: "true" })
const refused = Metric.withAttributes(deliveredEvents, { accepted: "false" })

/** The same consumer, with what it takes and what not counted. Core ends a silence that lasts: that is a refusal as well. */
export const countingDeliveries = Effect.fnUntraced(function* (listener: PlainConsumer) {
  // An alert sees an increase only of what was there before.
  yield* Metric.update(taken, 0)
  yield* Metric.update(refused, 0)
  const receive: PlainConsumer["receive"] = (deliveredEvent) =>
    Effect.onExit(listener.receive(deliveredEvent), (exit) => Metric.update(Exit.isSuccess(exit) ? taken : refused, 1))
  return { name: listener.name, receive }
})

const consumerOf = (settings: DeliverySettings, out: Writable): Effect.Effect<Consumer> => {
  switch (settings._tag) {
    case "Log":
      return Effect.succeed(logConsumer)
    case "Ndjson":
      return Effect.flatMap(
        Effect.sync(() => ndjsonConsumer(out)),
        countingDeliveries,
      )
    case "Webhook":
      return Effect.flatMap(Effect.provide(webhookConsumer(settings), FetchHttpClient.layer), countingDeliveries)
  }
}

/** One consumer. */
export const layerConsumers = (settings: DeliverySettings, out: Writable): Layer.Layer<never> =>
  Layer.effect(
    Consumers,
    Effect.map(consumerOf(settings, out), (consumer) => [consumer]),
  )
