/**
 * What a clock that is moved by hand must wait for: work that takes turns of the event loop but no time, such as a signature. With the
 * machine's own clock there is nothing to wait for.
 */
import { Context, type Effect } from "effect"

/** Lets a clock wait for this work. */
export type Awaited = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Lets the clock in force wait for work. */
export const Awaiting = Context.Reference<Awaited>("@cauri/promise/Awaiting", { defaultValue: () => (work) => work })
