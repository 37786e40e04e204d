/**
 * What payments on simulated time need to know: a clock that a test moves must wait for work that takes event-loop turns but no time,
 * such as a signature; and no other program writes to their store, so polling it twice a second is useless.
 */
import { Context, type Effect } from "effect"

/** What is special about the time and the place in which payments run. */
export const Surroundings = Context.Reference<{
  /** Lets the clock wait for this work. */
  readonly awaited: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** May other programs write to the store? */
  readonly shared: boolean
}>("cauri/Surroundings", { defaultValue: () => ({ awaited: (work) => work, shared: true }) })
