/**
 * A facet is one side of a contract: a name and its cases. A case is a plain Effect that fails when the store breaks the
 * contract, so it can be registered as a test and can also be run against stores that are broken on purpose.
 */
import { describe, it, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { PaymentStore } from "@cauri/core"
import type { SharedState } from "@cauri/core/adapter"

/** One promise of a store, as its title says it. */
export type Case<R> = Effect.Effect<void, unknown, R>

/** One side of a contract. */
export interface Facet<R = PaymentStore | SharedState> {
  readonly name: string
  /** These cases check a whole store, so each gets a new one. The others share one and keep to their own ground. */
  readonly alone: boolean
  /** These cases mostly wait and share nothing: several of them run side by side. */
  readonly together?: boolean
  readonly cases: Readonly<Record<string, Case<R>>>
}

/** An engine on a busy machine may be slow, and so may its setup. */
const patience = 180_000

// oxlint-disable vitest/valid-title -- the titles are the keys of the facets
const registerAlone = <R>(store: Layer.Layer<R, unknown>, facet: Facet<R>): void => {
  describe(facet.name, { concurrent: false }, () => {
    for (const [title, check] of Object.entries(facet.cases)) {
      it.live(title, () => Effect.provide(check, Layer.fresh(store)), patience)
    }
  })
}

const registerShared = <R>(store: Layer.Layer<R, unknown>, facet: Facet<R>): void => {
  const options = { concurrent: facet.together ?? false, excludeTestServices: true, timeout: patience }
  layer(store, options)(facet.name, (it) => {
    for (const [title, check] of Object.entries(facet.cases)) it.effect(title, () => check, patience)
  })
}

/**
 * Registers the cases of some facets as tests. Every build of the layer must be an empty store. The ports take their times as
 * arguments, so the tests run on the real clock: an adapter that waits for a lock is not stopped by a clock that stands still.
 */
export const register = <R>(name: string, store: Layer.Layer<R, unknown>, facets: ReadonlyArray<Facet<R>>): void => {
  describe(name, () => {
    for (const facet of facets) (facet.alone ? registerAlone : registerShared)(store, facet)
  })
}
