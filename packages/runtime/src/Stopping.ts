/**
 * Whether this process is stopping. `untilStopped` sets it, and the health port reports it to load balancers: this process still answers
 * what was begun, and new requests belong to another process.
 */
import { Context, Effect, Layer, Ref } from "effect"

export class Stopping extends Context.Service<
  Stopping,
  {
    readonly begin: Effect.Effect<void>
    readonly begun: Effect.Effect<boolean>
  }
>()("@cauri/runtime/Stopping") {
  static readonly layer: Layer.Layer<Stopping> = Layer.effect(
    Stopping,
    Effect.map(Ref.make(false), (isBegun) => Stopping.of({ begin: Ref.set(isBegun, true), begun: Ref.get(isBegun) })),
  )
}
