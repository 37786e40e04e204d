/** A program of ten lines needs this under it: core over its memory store, a scripted service, and a clock that stands still. */
import { layerCauri, memoryStore, Consumers, Policy } from "@cauri/core"
import { CallbackAddress, Credentials, Gateway } from "@cauri/core/adapter"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { gatewayOf, type Script } from "./scriptedGateway.ts"

const shop = { name: "Boutique", siteUrl: "https://shop.example" }

/** The whole wiring: what a program with real adapters replaces line by line. */
export const layerStage = (script: Script) =>
  layerCauri.pipe(
    Layer.provideMerge(memoryStore),
    Layer.provide([
      Layer.succeed(Gateway, gatewayOf(script)),
      Layer.succeed(
        CallbackAddress,
        CallbackAddress.of({
          base: "https://shop.example",
          make: ({ key, attempt }) => Effect.succeed(`https://shop.example/callbacks/${key.kind}.${key.id}.${attempt}`),
        }),
      ),
      Layer.succeed(
        Credentials,
        Credentials.of({
          generation: () => Effect.succeed("first"),
        }),
      ),
      Policy.layer({ merchant: { shops: { shop } } }),
      Layer.succeed(Consumers, []),
    ]),
    Layer.provideMerge(TestClock.layer()),
  )
