/** Who hears what becomes of payments, as `OUTCOMES` says. Whoever writes a consumer of their own replaces this layer in `main.ts`. */
import type { Writable } from "node:stream"
import { Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { type Consumer, logConsumer, Outcomes } from "@cauri/core"
import type { OutcomesSettings } from "./config.ts"
import { ndjson } from "./ndjson.ts"
import { webhook } from "./webhook.ts"

const consumerOf = (settings: OutcomesSettings, out: Writable): Effect.Effect<Consumer> => {
  switch (settings._tag) {
    case "Log":
      return Effect.succeed(logConsumer)
    case "Ndjson":
      return Effect.sync(() => ndjson(out))
    case "Webhook":
      return Effect.provide(webhook(settings), FetchHttpClient.layer)
  }
}

/** One consumer. */
export const layerOutcomes = (settings: OutcomesSettings, out: Writable): Layer.Layer<never> =>
  Layer.effect(
    Outcomes,
    Effect.map(consumerOf(settings, out), (consumer) => [consumer]),
  )
