import { assert, describe, it } from "@effect/vitest"
import { PassThrough } from "node:stream"
import { Effect, Redacted } from "effect"
import { Outcomes } from "@cauri/core"
import type { OutcomesSettings } from "../src/config.ts"
import { layerOutcomes } from "../src/outcomes.ts"

const webhook: OutcomesSettings = {
  _tag: "Webhook",
  url: Redacted.make("https://shop.example"),
  secrets: [Redacted.make(new Uint8Array(32))],
}

const cases: ReadonlyArray<readonly [name: string, settings: OutcomesSettings]> = [
  ["log", { _tag: "Log" }],
  ["ndjson", { _tag: "Ndjson" }],
  ["webhook", webhook],
]

describe("who hears", () => {
  it.effect.each(cases)("is one consumer, %s, whose name is for ever", ([name, settings]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        (yield* Outcomes).map((consumer) => consumer.name),
        [name],
      )
    }).pipe(Effect.provide(layerOutcomes(settings, new PassThrough()))),
  )
})
