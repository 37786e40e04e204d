/**
 * A tap on the shoulder of the sleeping reconciler: something may have become due. Missing one costs time only, because the
 * sleeper wakes by itself at the next due time. Stores that can hear other processes replace this service with their own.
 */
import { Context, Effect, Latch, Layer } from "effect"

/** Wakes the sleeping reconciler of this process. */
export class Nudge extends Context.Service<
  Nudge,
  {
    /** Wakes whoever sleeps, or the next one who wants to. */
    readonly wake: Effect.Effect<void>
    /** Sleeps until somebody wakes it. */
    readonly awaken: Effect.Effect<void>
  }
>()("@cauri/core/Nudge") {
  static readonly layer = Layer.effect(
    Nudge,
    Effect.gen(function* () {
      const latch = yield* Latch.make(false)
      return Nudge.of({
        wake: Effect.asVoid(latch.open),
        awaken: Effect.andThen(latch.await, Effect.asVoid(latch.close)),
      })
    }),
  )
}
