/**
 * What payments on simulated time need to know: a clock that a test moves must wait for work that takes event-loop turns but no time,
 * such as a signature; and no other program writes to their store, so polling it twice a second is useless.
 */
import { StoreStatus } from "@cauri/core/adapter"
import { Context, Effect, Layer, Option, Stream } from "effect"

/** What is special about the time and the place in which payments run. */
export const Surroundings = Context.Reference<{
  /** Lets the clock wait for this work. */
  readonly awaited: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** May other programs write to the store? */
  readonly shared: boolean
}>("cauri/Surroundings", { defaultValue: () => ({ awaited: (work) => work, shared: true }) })

/** Lets nothing listen for the writes of other programs where there are none. */
export const layerAlone = Layer.effectContext(
  Effect.gen(function* () {
    const status = yield* Effect.serviceOption(StoreStatus)
    if ((yield* Surroundings).shared || Option.isNone(status)) return Context.empty()
    return Context.make(StoreStatus, { ...status.value, writesByOthers: Stream.never })
  }),
)
