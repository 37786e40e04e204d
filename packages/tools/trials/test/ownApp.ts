import { layerCauri, Consumers, Payins, type PlainConsumer, Worker } from "@cauri/core"
import { layerCallbackAddress } from "@cauri/callbacks"
import { layer as layerGateway, layerCredentials } from "@cauri/gateway-http"
import { layer as layerStore } from "@cauri/store-sqlite"
import { Effect, Layer, Redacted } from "effect"

/** The settings of this program. */
export interface Settings {
  readonly file: string
  readonly baseUrl: string
  readonly apiKey: Redacted.Redacted
  readonly apiToken: Redacted.Redacted
  readonly signingSecret: Redacted.Redacted
}

/** Fulfils an order whose payin is paid. Payouts complete too, and a payout may have the id of an order: look at the kind. */
export const fulfilment = (fulfil: (order: string) => Effect.Effect<void>): PlainConsumer<never> => ({
  name: "fulfilment",
  receive: ({ _tag, key: { id, kind } }) => (kind === "payin" && _tag === "completed" ? fulfil(id) : Effect.void),
})

/** Core over a file, with the service behind an address. `fulfil` runs at least once for every payin that is paid. */
export const ownApp = (
  { apiKey, apiToken, baseUrl, file, signingSecret }: Settings,
  fulfil: (order: string) => Effect.Effect<void>,
) =>
  layerCauri.pipe(
    Layer.provideMerge(layerStore({ file })),
    Layer.provide(layerGateway({ baseUrl })),
    Layer.provide(layerCredentials({ shop: { apiKey, apiToken } })),
    Layer.provide(layerCallbackAddress({ base: "https://shop.example", signing: { id: "k1", secret: signingSecret } })),
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
