/**
 * What payments on simulated time need to know: a clock that is moved by hand waits for work which takes turns of the event loop but no
 * time, such as a signature; and nobody else writes to the store there, so nobody has to listen for it twice a second.
 */
import { Context, type Effect } from "effect"

/** What is special about the time and the place in which payments run. */
export const Surroundings = Context.Reference<{
  /** Lets the clock wait for this work. */
  readonly awaited: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** May other programs write to the store? */
  readonly shared: boolean
}>("@cauri/promise/Surroundings", { defaultValue: () => ({ awaited: (work) => work, shared: true }) })
