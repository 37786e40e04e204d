/**
 * The contracts, each as a list of its facets, and the functions that run them on an adapter's layer.
 */
import type { Layer } from "effect"
import type { PaymentStore } from "@cauri/core"
import type { SharedState, StorePorts } from "@cauri/core/adapter"
import { heartbeats } from "./sharedState/heartbeats.ts"
import { pauses } from "./sharedState/pauses.ts"
import { identities } from "./sharedState/identity.ts"
import { rateTokens } from "./sharedState/rateTokens.ts"
import { type Facet, register } from "./Facet.ts"
import type { HostTable } from "./HostTable.ts"
import type { SideDoor } from "./SideDoor.ts"
import { documents } from "./operations/documents.ts"
import { evidence } from "./operations/evidence.ts"
import { figures } from "./operations/figures.ts"
import { standings } from "./operations/standing.ts"
import { statuses } from "./operations/status.ts"
import { callbacks } from "./store/callbacks.ts"
import { claiming } from "./store/claiming.ts"
import { concurrency } from "./store/concurrency.ts"
import { deliveries } from "./store/deliveries.ts"
import { due } from "./store/due.ts"
import { events } from "./store/events.ts"
import { subscribing } from "./store/subscribing.ts"
import { refunds, twins } from "./store/guards.ts"
import { inserting } from "./store/inserting.ts"
import { keeping } from "./store/keeping.ts"
import { landing } from "./store/landing.ts"
import { listing } from "./store/listing.ts"
import { saving } from "./store/saving.ts"
import { unreadable } from "./store/unreadable.ts"
import { waking } from "./store/waking.ts"
import { receivingWithin, insertingWithin } from "./store/within.ts"

/** What `PaymentStore` promises. */
export const paymentFacets: ReadonlyArray<Facet> = [
  inserting,
  keeping,
  saving,
  claiming,
  twins,
  refunds,
  due,
  callbacks,
  waking,
  subscribing,
  deliveries,
  events,
  listing,
  concurrency,
]

/** What `SharedState` promises. */
export const sharedFacets: ReadonlyArray<Facet> = [pauses, rateTokens, heartbeats, identities]

/** What `Documents`, `Reports`, `Evidence` and `StoreStatus` promise to the deployed programs. */
export const operationsFacets: ReadonlyArray<Facet<StorePorts>> = [figures, standings, evidence, documents, statuses]

/** What both promise of the tables behind them. */
export const tableFacets: ReadonlyArray<Facet<PaymentStore | SharedState | SideDoor>> = [landing, unreadable]

/** What a store promises to a host that writes into its database too. */
export const hostFacets: ReadonlyArray<Facet<PaymentStore | SharedState | HostTable>> = [
  receivingWithin,
  insertingWithin,
]

/**
 * Runs the contract of both stores as tests. Every build of the layer must be an empty store of its own. A store that offers transactions
 * to its host provides a layer with the host's table too, and the contract of those runs as well.
 */
export const paymentStoreSuite = (
  name: string,
  store: Layer.Layer<PaymentStore | SharedState, unknown>,
  withHost?: Layer.Layer<PaymentStore | SharedState | HostTable, unknown>,
): void => {
  register(name, store, [...paymentFacets, ...sharedFacets])
  if (withHost !== undefined) register(`${name}, beside a host's table`, withHost, hostFacets)
}

/** Runs as tests what receiver, reconciler and console need beyond that. Every build of the layer must be an empty store of its own. */
export const operationsSuite = (name: string, store: Layer.Layer<StorePorts, unknown>): void =>
  register(name, store, operationsFacets)

/** Runs the contract of the tables as tests, on a layer that opens its side door. */
export const sideDoorSuite = (name: string, store: Layer.Layer<PaymentStore | SharedState | SideDoor, unknown>): void =>
  register(name, store, tableFacets)
