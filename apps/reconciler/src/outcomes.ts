/** Who hears what becomes of payments, as `OUTCOMES` says. Whoever writes a consumer of their own replaces this layer in `main.ts`. */
import type { Writable } from "node:stream"
import { Effect, Exit, Layer, Metric } from "effect"
import { FetchHttpClient } from "effect/http"
import { type Consumer, type Listener, logConsumer, Outcomes } from "@cauri/core"
import type { OutcomesSettings } from "./config.ts"
import { ndjson } from "./ndjson.ts"
import { webhook } from "./webhook.ts"

const announcements = Metric.counter("cauri_reconciler_announcements", {
  description: "Announcements to the host, by whether it took them. What it did not take comes again.",
  incremental: true,
})
const taken = Metric.withAttributes(announcements, { heard: "true" })
const refused = Metric.withAttributes(announcements, { heard: "false" })

/** The same consumer, with what it takes and what not counted. Core ends a silence that lasts: that is a refusal as well. */
export const counted = Effect.fnUntraced(function* (listener: Listener) {
  // An alert sees an increase only of what was there before.
  yield* Metric.update(taken, 0)
  yield* Metric.update(refused, 0)
  const hear: Listener["hear"] = (announcement) =>
    Effect.onExit(listener.hear(announcement), (exit) => Metric.update(Exit.isSuccess(exit) ? taken : refused, 1))
  return { name: listener.name, hear }
})

const consumerOf = (settings: OutcomesSettings, out: Writable): Effect.Effect<Consumer> => {
  switch (settings._tag) {
    case "Log":
      return Effect.succeed(logConsumer)
    case "Ndjson":
      return Effect.flatMap(
        Effect.sync(() => ndjson(out)),
        counted,
      )
    case "Webhook":
      return Effect.flatMap(Effect.provide(webhook(settings), FetchHttpClient.layer), counted)
  }
}

/** One consumer. */
export const layerOutcomes = (settings: OutcomesSettings, out: Writable): Layer.Layer<never> =>
  Layer.effect(
    Outcomes,
    Effect.map(consumerOf(settings, out), (consumer) => [consumer]),
  )
