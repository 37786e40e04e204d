/**
 * For what another process does and announces in no line: a file that it writes, a payment that it settles.
 */
import { Effect, Schedule } from "effect"

/** Looks again until it is so, and gives what was seen then; the test's own limit ends a wait in vain. */
export const until = <A, E, R>(look: Effect.Effect<A, E, R>, isSo: (value: A) => boolean): Effect.Effect<A, E, R> =>
  Effect.repeat(look, { schedule: Schedule.spaced("20 millis"), until: isSo })
