/**
 * A store, or a way to the service, of one's own: core's ports filled by whatever the host has, behind the same facade. They are written
 * with Effect, in the version that this package depends on.
 */
import type { PaymentStore } from "@cauri/core"
import type { Credentials, DeskStore, Gateway } from "@cauri/core/adapter"
import { Effect, Layer, Stream } from "effect"
import { type GatewayChoice, HostSide, makeGateway, makeStore, type Store } from "./choices.ts"
import { PaymentsError } from "./PaymentsError.ts"

/** A store of one's own opens no transaction for `insertWithin` and `onWithin`. */
export interface OwnHost {
  readonly transaction: never
  readonly handed: never
  readonly handled: undefined
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
  announceWithin: noTransaction("on"),
  handlersWait: true,
  changes: Stream.never,
  failed: Effect.never,
})

/**
 * A store from core's two ports. `PaymentStore.fromDriver` makes the first of what an adapter writes; `@cauri/conformance` checks both. What
 * other programs write to it is noticed within the policy's `worker.sleep`.
 *
 * ```ts
 * const myStore = ownStore(Layer.merge(layerMyPayments, layerMyDesk))
 * const payments = await createPayments({ store: myStore, gateway })
 * ```
 */
export const ownStore = (layer: Layer.Layer<PaymentStore | DeskStore, unknown>): Store<OwnHost> =>
  makeStore(Layer.merge(layer, Layer.succeed(HostSide, side)))

/** A way to the service from core's two ports. `project`: that of payments that name none; without it each names its own. */
export const ownGateway = (
  layer: Layer.Layer<Gateway | Credentials, unknown>,
  project: string | null = null,
): GatewayChoice => makeGateway({}, { layer, project })
