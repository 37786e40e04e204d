/** Wakes the worker of this process before its sleep ends. */
import { Context, Effect, Latch, Layer } from "effect"

/** Wakes the sleeping worker of this process. */
export class WakeSignal extends Context.Service<
  WakeSignal,
  {
    /** Wakes the worker that waits, or the next one that will. */
    readonly signal: Effect.Effect<void>
    /** Waits for the next signal. */
    readonly wait: Effect.Effect<void>
  }
>()("@cauri/core/WakeSignal") {
  static readonly layer = Layer.effect(
    WakeSignal,
    Effect.gen(function* () {
      const latch = yield* Latch.make(false)
      return WakeSignal.of({
        signal: Effect.asVoid(latch.open),
        wait: Effect.andThen(latch.await, Effect.asVoid(latch.close)),
      })
    }),
  )
}
