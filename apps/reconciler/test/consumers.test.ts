import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { Consumers } from "@cauri/core"
import type { DeliverySettings } from "../src/config.ts"
import { layerConsumers } from "../src/consumers.ts"

const webhook: DeliverySettings = {
  _tag: "Webhook",
  url: Redacted.make("https://shop.example"),
  secrets: [Redacted.make(new Uint8Array(32))],
}

const cases: ReadonlyArray<readonly [name: string, settings: DeliverySettings]> = [
  ["log", { _tag: "Log" }],
  ["webhook", webhook],
]

describe("who hears", () => {
  it.effect.each(cases)("is one consumer, %s, whose name is for ever", ([name, settings]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        (yield* Consumers).map((consumer) => consumer.name),
        [name],
      )
    }).pipe(Effect.provide(layerConsumers(settings))),
  )
})
