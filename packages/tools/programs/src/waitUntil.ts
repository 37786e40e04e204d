/** Waits for what another process does without a line of output: a file that it writes, a payment that it finishes. */
import { Effect, Schedule } from "effect"

/** Calls `look` until `isSo`, and returns what it saw then. It has no limit of its own: the test's time-out ends it. */
export const waitUntil = <A, E, R>(look: Effect.Effect<A, E, R>, isSo: (value: A) => boolean): Effect.Effect<A, E, R> =>
  Effect.repeat(look, { schedule: Schedule.spaced("20 millis"), until: isSo })
