import { layerCauri, Consumers, Payins, Worker } from "@cauri/core"
import { emptyShared, type StoredPayment, keyValueStore } from "@cauri/core/adapter"
import { layerCallbackAddress } from "@cauri/callbacks"
import { layer as layerGateway, layerCredentials } from "@cauri/gateway-http"
import { Effect, Layer, Redacted } from "effect"

/** A store of one's own: whole payments in a Map, and beside it one value with all the rest. */
export const ownStore = Layer.effectContext(
  Effect.sync(() => {
    const payments = new Map<string, StoredPayment>()
    let shared = emptyShared
    return keyValueStore("mine", {
      get: (name) => payments.get(name),
      set: (name, payment) => void payments.set(name, payment),
      all: () => payments.values(),
      shared: () => shared,
      setShared: (next) => {
        shared = next
      },
    })
  }),
)

/** Core, this store, and the service behind an address. `fulfil` hears of every payin that is paid, at least once. */
export const ownApp = (baseUrl: string, key: string, token: string, fulfil: (order: string) => Effect.Effect<void>) =>
  layerCauri.pipe(
    Layer.provideMerge(ownStore),
    Layer.provide(layerGateway({ baseUrl })),
    Layer.provide(layerCredentials({ shop: { apiKey: Redacted.make(key), apiToken: Redacted.make(token) } })),
    Layer.provide(
      layerCallbackAddress({
        base: "https://shop.example",
        signing: { id: "k1", secret: Redacted.make("a-secret-for-tests-0123456789abcdef") },
      }),
    ),
    Layer.provide(
      Layer.succeed(Consumers, [
        {
          name: "fulfilment",
          receive: ({ event, key: { id } }) => (event === "Completed" ? fulfil(id) : Effect.void),
        },
      ]),
    ),
  )

/** Sells two loaves, and works until the program ends. */
export const sell = Effect.gen(function* () {
  const payins = yield* Payins
  const { next } = yield* payins.create({
    project: "shop",
    id: "order-17",
    amount: 500,
    method: { _tag: "Direct", mode: "UssdPush", customer: "22660000090" },
    description: "Two loaves",
    shop: { name: "Boutique", siteUrl: "https://shop.example" },
  })
  yield* Effect.logInfo(`What the customer does next: ${next._tag}`)
  const { run } = yield* Worker
  return yield* run
})
