import { assert, describe, it } from "@effect/vitest"
import { PassThrough } from "node:stream"
import { Effect, Fiber, Metric, Redacted } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { type PlainConsumer, Consumers } from "@cauri/core"
import type { DeliverySettings } from "../src/config.ts"
import { countingDeliveries, layerConsumers } from "../src/consumers.ts"
import { announced } from "./announced.ts"

const webhook: DeliverySettings = {
  _tag: "Webhook",
  url: Redacted.make("https://shop.example"),
  secrets: [Redacted.make(new Uint8Array(32))],
}

const cases: ReadonlyArray<readonly [name: string, settings: DeliverySettings]> = [
  ["log", { _tag: "Log" }],
  ["ndjson", { _tag: "Ndjson" }],
  ["webhook", webhook],
]

describe("who hears", () => {
  it.effect.each(cases)("is one consumer, %s, whose name is for ever", ([name, settings]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        (yield* Consumers).map((consumer) => consumer.name),
        [name],
      )
    }).pipe(Effect.provide(layerConsumers(settings, new PassThrough()))),
  )
})

describe("a consumer that is counted", () => {
  const figures = Effect.map(PrometheusMetrics.format(), (text) =>
    [...text.matchAll(/^(cauri_reconciler_deliveries\S+) (\d+)$/gm)].map(([, name, count]) => [name, Number(count)]),
  )
  const received = 'cauri_reconciler_deliveries{accepted="true"}'
  const refused = 'cauri_reconciler_deliveries{accepted="false"}'

  it.effect("tells what the host has taken and what not, silence included, from the start on", () =>
    Effect.gen(function* () {
      let answer: Effect.Effect<void, string> = Effect.void
      const silent: PlainConsumer = { name: "host", receive: () => answer }
      const listener = yield* countingDeliveries(silent)
      assert.strictEqual(listener.name, "host")
      assert.sameDeepMembers(yield* figures, [
        [received, 0],
        [refused, 0],
      ])
      yield* listener.receive(announced())
      answer = Effect.fail("500")
      yield* Effect.exit(listener.receive(announced()))
      answer = Effect.never
      yield* Fiber.interrupt(yield* Effect.forkChild(listener.receive(announced()), { startImmediately: true }))
      assert.sameDeepMembers(yield* figures, [
        [received, 1],
        [refused, 2],
      ])
    }).pipe(
      Effect.provideServiceEffect(
        Metric.MetricRegistry,
        Effect.sync(() => new Map()),
      ),
    ),
  )
})
