import { assert, describe } from "@effect/vitest"
import { defaultPolicy, Policy } from "@cauri/core"
import { Config, ConfigProvider, Duration, Effect, Layer } from "effect"
import { it } from "./scripted.ts"

const sleepUnder = (settings: Record<string, string>) =>
  Effect.map(Policy, ({ worker }) => Duration.toSeconds(worker.sleep)).pipe(
    Effect.provide(
      Policy.layerConfig({ worker: { sleep: Config.Duration("SLEEP") } }).pipe(
        Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(settings))),
      ),
    ),
  )

describe("a layer of settings from configuration", () => {
  it.gen(
    "reads those that are named, keeps the others' defaults, and fails where one is missing or refused",
    function* () {
      assert.strictEqual(yield* sleepUnder({ SLEEP: "7 seconds" }), 7)
      assert.notStrictEqual(Duration.toSeconds(defaultPolicy.worker.sleep), 7)
      assert.strictEqual((yield* Effect.flip(sleepUnder({})))._tag, "ConfigError")
      assert.strictEqual((yield* Effect.flip(sleepUnder({ SLEEP: "0 seconds" })))._tag, "PolicyRefused")
    },
  )
})
