/** The consumer that `OUTCOMES` names. To write a consumer of your own, replace this layer in `main.ts`. */
import { Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { type Consumer, Consumers } from "@cauri/core"
import { logConsumer } from "@cauri/core/adapter"
import type { DeliverySettings } from "./config.ts"
import { webhookConsumer } from "./webhook.ts"

const consumerOf = (settings: DeliverySettings): Effect.Effect<Consumer> =>
  settings._tag === "Log"
    ? Effect.succeed(logConsumer)
    : Effect.provide(webhookConsumer(settings), FetchHttpClient.layer)

export const layerConsumers = (settings: DeliverySettings): Layer.Layer<never> =>
  Layer.effect(
    Consumers,
    Effect.map(consumerOf(settings), (consumer) => [consumer]),
  )
