/**
 * Spans where strangers ask as often as they like: one is made where somebody collects spans, and costs nothing where nobody does. It has
 * no call site of its own, for the stack of the call would cost more than the call.
 */
import { Effect, References } from "effect"

/** Gives an effect a span of this name. */
export const spanned =
  (name: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(References.TracerEnabled, (isWanted) =>
      isWanted ? Effect.withSpan(effect, name, { captureStackTrace: false }) : effect,
    )
