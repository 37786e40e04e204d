import { Effect, Layer, Schedule } from "effect"
import { layerCauri, memoryStore, Payins, Worker } from "@cauri/core"

/** Asks a customer for 500 francs, and waits until the service says what became of it. */
export const sell = Effect.gen(function* () {
  const payins = yield* Payins
  const worker = yield* Worker
  const { payment, next } = yield* payins.create({
    project: "shop",
    id: "order-17",
    amount: 500,
    method: { type: "direct", mode: "ussd_push", phone: "22670000001" },
    description: "Two loaves",
    shop: { name: "Boutique", siteUrl: "https://shop.example" },
  })
  yield* Effect.log(`The payin is ${payment.state._tag}; what the customer does next: ${next._tag}`)
  const waiting = worker.runOnce.pipe(
    Effect.andThen(payins.get(payment.key)),
    Effect.map((view) => view.payment.state._tag),
  )
  return yield* Effect.repeat(waiting, { until: (state) => state !== "pending", schedule: Schedule.spaced("1 second") })
})

/** What is left to provide are the ports that adapters fill: `Gateway`, `CallbackAddress` and `Credentials`. */
export const cauri = layerCauri.pipe(Layer.provideMerge(memoryStore))
