/**
 * Takes a callback in: it is noted, durably and once, and its payment becomes due. A callback is a doorbell; it never moves a
 * state, and its token is not even read (spec: Events, rules 2 and 4; #199 to #201, #205).
 */
import { Context, Effect, Layer } from "effect"
import { Nudge } from "./Nudge.ts"
import { type CallbackNote, type Noted, PaymentStore, type StoreError } from "./PaymentStore.ts"

/** Takes callbacks in. */
export class CallbackIntake extends Context.Service<
  CallbackIntake,
  {
    /** Notes a callback whose address was verified. When this succeeds, the wake-up is durable. */
    receive(note: CallbackNote): Effect.Effect<Noted, StoreError>
  }
>()("@cauri/core/CallbackIntake") {
  static readonly layer = Layer.effect(
    CallbackIntake,
    Effect.gen(function* () {
      const store = yield* PaymentStore
      const nudge = yield* Nudge
      return CallbackIntake.of({
        // Untraced, as the store's step below it: strangers ring as often as they like, and a name for each ring costs more than the ring.
        receive: Effect.fnUntraced(function* (note: CallbackNote) {
          const noted = yield* store.noteCallback(note)
          if (noted === "First") yield* nudge.wake
          return noted
        }),
      })
    }),
  )
}
