/**
 * All services of core over the ports: the one layer that most programs provide.
 */
import { Effect, Layer } from "effect"
import { Breaker } from "./Breaker.ts"
import type { CallbackAddress } from "../ports/CallbackAddress.ts"
import { CallbackIntake } from "./CallbackIntake.ts"
import type { Credentials } from "../ports/Credentials.ts"
import { Deliveries } from "./Deliveries.ts"
import { DeniedCredentials } from "./DeniedCredentials.ts"
import { Desk } from "./Desk.ts"
import type { DeskStore } from "../ports/DeskStore.ts"
import { DoubleCollections } from "./DoubleCollections.ts"
import type { Gateway } from "../ports/Gateway.ts"
import { Nudge } from "./Nudge.ts"
import { Payins } from "./Payins.ts"
import type { PaymentStore } from "../ports/PaymentStore.ts"
import type { StoreError } from "../ports/PaymentStoreDriver.ts"
import { Payouts } from "./Payouts.ts"
import { makePolicy, Policy, type PolicyRefused } from "../model/Policy.ts"
import { Reconciliation } from "./Reconciliation.ts"
import { StoreClock } from "./StoreClock.ts"
import { Settlement } from "./Settlement.ts"
import { Submission } from "./Submission.ts"

/** Everything that core offers. */
export type Cauri =
  | CallbackIntake
  | Deliveries
  | Desk
  | Nudge
  | Payins
  | Payouts
  | Reconciliation
  | Settlement
  | StoreClock
  | Submission

/** The ports that a program fills. */
export type Ports = PaymentStore | DeskStore | Gateway | CallbackAddress | Credentials

const layerSafePolicy = Layer.effectDiscard(Effect.flatMap(Policy, (policy) => Effect.fromResult(makePolicy(policy))))

/**
 * Every service of core, sharing one breaker, one nudge and one memory of denied credentials. Refuses a policy that is not safe.
 * With them comes the one clock, for everything that they are provided to.
 */
export const layerCauri: Layer.Layer<Cauri, PolicyRefused | StoreError, Ports> = Layer.mergeAll(
  Payins.layer,
  Payouts.layer,
  Reconciliation.layer,
  Desk.layer,
  CallbackIntake.layer,
).pipe(
  Layer.provideMerge(Layer.mergeAll(Submission.layer, Settlement.layer, Deliveries.layer)),
  Layer.provideMerge(Nudge.layer),
  Layer.provide(DoubleCollections.layer),
  Layer.provide(Breaker.layer),
  Layer.provide(DeniedCredentials.layer),
  Layer.provideMerge(StoreClock.layer),
  Layer.merge(layerSafePolicy),
)
