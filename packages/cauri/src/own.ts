/**
 * A store, or a way to the service, of your own: your implementation of core's ports behind the same facade. Write it with `effect` and
 * `@cauri/core`, and install both. This package has copies of them inside, and recognises a failure of yours by its tag.
 */
import type { PaymentStore } from "@cauri/core"
import type { Credentials, SharedState, Gateway } from "@cauri/core/adapter"
import { Layer } from "effect"
import { type GatewayChoice, HostSide, makeGateway, makeStore, type Store } from "./choices/choices.ts"
import { PaymentsError } from "@cauri/plain"

/** A store of one's own opens no transaction for `insertWithin` and `onWithin`. */
export interface NoHostTransaction {
  /** There is none. */
  readonly transaction: never
  /** `onWithin` cannot be used. */
  readonly handed: never
  /** `onWithin` cannot be used. */
  readonly handled: undefined
  /** `insertWithin` cannot be used. */
  readonly inserted: never
}

const noTransaction = (instead: string) => (): never => {
  throw new PaymentsError({
    code: "misconfigured",
    message: `A store of your own has no transaction to write in: use ${instead}.`,
    field: "store",
  })
}

const side = HostSide.of({
  insertWithin: noTransaction("payins.create or payouts.create"),
  deliverWithin: noTransaction("on"),
  handlersWait: true,
  keepsPayments: true,
})

/**
 * A store from core's two ports. `PaymentStore.fromDriver` makes the first from a driver; `@cauri/conformance` checks both. The worker
 * notices what other programs write to it within the policy's `worker.sleep`, or at once where the layer gives `StoreStatus` as well.
 *
 * ```ts
 * const store = ownStore(memoryStore) // in place of a layer of yours
 * await using payments = await createPayments({ ...options, store, gateway: simulated() })
 * await payments.payins.create(payin).then(({ status }) => status) // => "pending"
 * ```
 */
export const ownStore = (layer: Layer.Layer<PaymentStore | SharedState, unknown>): Store<NoHostTransaction> =>
  makeStore(Layer.merge(layer, Layer.succeed(HostSide, side)))

/**
 * A way to the service from core's two ports. `project`: that of payments that name none; without it each must name its own.
 *
 * ```ts
 * const accepted = CreationAnswer.cases.accepted.make({ token: CreationToken.make("token-1"), url: null })
 * const answering = Layer.mock(Gateway, { create: () => Effect.succeed(accepted) })
 * const keys = Layer.succeed(Credentials, { generation: () => Effect.succeed("first") })
 * const gateway = ownGateway(Layer.merge(answering, keys), "shop")
 * await using payments = await createPayments({ ...options, gateway, store: memory() })
 * await payments.payins.create(payin).then(({ project }) => project) // => "shop"
 * ```
 */
export const ownGateway = (
  layer: Layer.Layer<Gateway | Credentials, unknown>,
  project: string | null = null,
): GatewayChoice => makeGateway({}, { layer, project })
