/**
 * All services of core over the ports: the one layer that most programs provide.
 */
import { Effect, Layer } from "effect"
import { Breaker } from "./Breaker.ts"
import type { CallbackAddress, Credentials, Gateway } from "../ports/Gateway.ts"
import { CallbackIntake } from "./CallbackIntake.ts"
import { Deliveries } from "./Deliveries.ts"
import { DeniedCredentials } from "./DeniedCredentials.ts"
import { Review } from "./Review.ts"
import type { SharedState } from "../ports/SharedState.ts"
import { DoubleCollections } from "./DoubleCollections.ts"
import { WakeSignal } from "./WakeSignal.ts"
import { Payins } from "./Payins.ts"
import type { PaymentStore } from "../ports/PaymentStore.ts"
import type { StoreError } from "../ports/PaymentStoreDriver.ts"
import { Payouts } from "./Payouts.ts"
import { makePolicy, Policy, type PolicyRefused } from "../model/Policy.ts"
import { Worker } from "./Worker.ts"
import { StoreClock } from "./StoreClock.ts"
import { Confirmation } from "./Confirmation.ts"
import { Submission } from "./Submission.ts"

/** Everything that core offers. */
export type Cauri =
  | CallbackIntake
  | Deliveries
  | Review
  | WakeSignal
  | Payins
  | Payouts
  | Worker
  | Confirmation
  | StoreClock
  | Submission

/** The ports that a program provides. */
export type Ports = PaymentStore | SharedState | Gateway | CallbackAddress | Credentials

const layerSafePolicy = Layer.effectDiscard(Effect.flatMap(Policy, (policy) => Effect.fromResult(makePolicy(policy))))

/**
 * Every service of core, sharing one breaker, one wake signal and one memory of denied credentials. Refuses a policy that is not safe.
 * Where the store gives `StoreStatus` as well, the worker and the calls that wait wake on the writes of other programs.
 * Replaces Effect's ambient `Clock` by `StoreClock` for everything that it is provided to: there `Clock.currentTimeMillis` is the store's time.
 *
 * ```ts
 * // What is left to provide are the ports that adapters fill: the gateway, its credentials and the callback address.
 * const layer = layerCauri.pipe(Layer.provide(memoryStore), Layer.provide(Layer.mock(Gateway, {})))
 * Layer.isLayer(layer) // => true
 * ```
 */
export const layerCauri: Layer.Layer<Cauri, PolicyRefused | StoreError, Ports> = Layer.mergeAll(
  Payins.layer,
  Payouts.layer,
  Worker.layer,
  Review.layer,
  CallbackIntake.layer,
).pipe(
  Layer.provideMerge(Layer.mergeAll(Submission.layer, Confirmation.layer, Deliveries.layer)),
  Layer.provide(DoubleCollections.layer),
  Layer.provideMerge(WakeSignal.layerWaking),
  Layer.provideMerge(WakeSignal.layer),
  Layer.provide(Breaker.layer),
  Layer.provide(DeniedCredentials.layer),
  Layer.provideMerge(StoreClock.layerChecked),
  Layer.provideMerge(StoreClock.layer),
  Layer.merge(layerSafePolicy),
)
