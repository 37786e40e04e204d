/**
 * Whether this process was told to stop. `untilStopped` says it, and the port for health tells it to whoever sends requests here: what
 * was begun is still answered, and what is new belongs to another process.
 */
import { Context, Effect, Layer, Ref } from "effect"

/** Whether this process was told to stop. */
export class Stopping extends Context.Service<
  Stopping,
  {
    readonly begin: Effect.Effect<void>
    readonly begun: Effect.Effect<boolean>
  }
>()("@cauri/runtime/Stopping") {
  static readonly layer: Layer.Layer<Stopping> = Layer.effect(
    Stopping,
    Effect.map(Ref.make(false), (told) => Stopping.of({ begin: Ref.set(told, true), begun: Ref.get(told) })),
  )
}
