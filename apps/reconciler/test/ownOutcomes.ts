import { Effect, Layer } from "effect"
import { Outcomes } from "@cauri/core"
import { announceWithin } from "@cauri/store-sqlite"

const orders = announceWithin("orders", (client, { event, key }) => {
  if (event === "Completed") client.prepare("UPDATE orders SET paid = paid + 1 WHERE payment_id = ?").run(key.id)
})

export const layerOutcomes = Layer.effect(
  Outcomes,
  Effect.map(orders, (consumer) => [consumer]),
)
