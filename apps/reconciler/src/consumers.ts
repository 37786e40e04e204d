/** The consumers that `OUTCOMES` names. To write a consumer of your own, replace this layer in `main.ts`. */
import type { Writable } from "node:stream"
import { Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { type Consumer, logConsumer, Consumers } from "@cauri/core"
import type { DeliverySettings } from "./config.ts"
import { ndjsonConsumer } from "./ndjson.ts"
import { webhookConsumer } from "./webhook.ts"

const consumerOf = (settings: DeliverySettings, out: Writable): Effect.Effect<Consumer> => {
  switch (settings._tag) {
    case "Log":
      return Effect.succeed(logConsumer)
    case "Ndjson":
      return Effect.sync(() => ndjsonConsumer(out))
    case "Webhook":
      return Effect.provide(webhookConsumer(settings), FetchHttpClient.layer)
  }
}

/** One consumer. */
export const layerConsumers = (settings: DeliverySettings, out: Writable): Layer.Layer<never> =>
  Layer.effect(
    Consumers,
    Effect.map(consumerOf(settings, out), (consumer) => [consumer]),
  )
