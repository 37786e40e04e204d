import { layerCauri, Consumers, Payins, type PlainConsumer, Worker } from "@cauri/core"
import { layerCallbackAddressConfig } from "@cauri/callbacks"
import { credentialsConfig, layerConfig as layerGatewayConfig, layerCredentialsConfig } from "@cauri/gateway-http"
import { layerConfig as layerStoreConfig } from "@cauri/store-sqlite"
import { Config, Effect, Layer } from "effect"

/** Fulfils an order whose payin is paid. Payouts complete too, and a payout may have the id of an order: look at the kind. */
export const fulfilment = (fulfil: (order: string) => Effect.Effect<void>): PlainConsumer<never> => ({
  name: "fulfilment",
  receive: ({ _tag, key: { id, kind } }) => (kind === "payin" && _tag === "completed" ? fulfil(id) : Effect.void),
})

const signing = { id: Config.succeed("k1"), secret: Config.Redacted("SIGNING_SECRET") }

/** Core over a file, with the service behind an address. `fulfil` runs at least once for every payin that is paid. */
export const ownApp = (fulfil: (order: string) => Effect.Effect<void>) =>
  layerCauri.pipe(
    Layer.provideMerge(layerStoreConfig({ file: Config.String("PAYMENTS_FILE") })),
    Layer.provide(layerGatewayConfig({ baseUrl: Config.String("SERVICE_URL") })),
    Layer.provide(layerCredentialsConfig(credentialsConfig("shop"))),
    Layer.provide(layerCallbackAddressConfig({ base: Config.String("CALLBACK_BASE"), signing })),
    Layer.provide(Layer.succeed(Consumers, [fulfilment(fulfil)])),
  )

/** Sells two loaves, and works until the program ends. */
export const sell = Effect.gen(function* () {
  const payins = yield* Payins
  const { next } = yield* payins.create({
    project: "shop",
    id: "order-17",
    amount: 500,
    method: { type: "direct", mode: "ussd_push", phone: "22660000090" },
    description: "Two loaves",
    shop: { name: "Boutique", siteUrl: "https://shop.example" },
  })
  yield* Effect.logInfo(`What the customer does next: ${next._tag}`)
  const { run } = yield* Worker
  return yield* run
})
