import { Effect, Layer } from "effect"
import { Consumers } from "@cauri/core"
import { deliverWithin } from "@cauri/store-sqlite"

const orders = deliverWithin("orders", (client, { _tag, key }) => {
  if (_tag === "completed" && key.kind === "payin")
    client.prepare("UPDATE orders SET paid = paid + 1 WHERE id = ?").run(key.id)
})

export const layerOutcomes = Layer.effect(
  Consumers,
  Effect.map(orders, (consumer) => [consumer]),
)
