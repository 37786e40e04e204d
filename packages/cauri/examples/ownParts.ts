import { createPayments, type Payments } from "cauri"
import { ownGateway, type NoHostTransaction, ownStore } from "cauri/own"
import {
  Credentials,
  emptyShared,
  Gateway,
  type StoredPayment,
  keyValueStore,
} from "@cauri/core/adapter"
import { Effect, Layer } from "effect"

/** A store of one's own: here whole payments in a Map. What a store owes, `@cauri/conformance` checks. */
const inAMap = (payments: Map<string, StoredPayment>) => {
  let shared = emptyShared
  return Layer.succeedContext(
    keyValueStore("mine", {
      get: (name) => payments.get(name),
      set: (name, payment) => void payments.set(name, payment),
      all: () => payments.values(),
      shared: () => shared,
      setShared: (next) => {
        shared = next
      },
    }),
  )
}

const credentials = Credentials.of({
  generation: () => Effect.succeed("first"),
})

/** Payments in a store of one's own, over a way to the service of one's own. */
export const ownParts = (
  payments: Map<string, StoredPayment>,
  gateway: Gateway["Service"],
): Promise<Payments<NoHostTransaction>> =>
  createPayments({
    store: ownStore(inAMap(payments)),
    gateway: ownGateway(
      Layer.merge(
        Layer.succeed(Gateway, gateway),
        Layer.succeed(Credentials, credentials),
      ),
      "shop",
    ),
    shop: { name: "Boutique", siteUrl: "https://shop.example" },
    callbacks: {
      base: "https://shop.example",
      key: { id: "k1", secret: "a-secret-for-tests-0123456789abcdef" },
    },
  })
