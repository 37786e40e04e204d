/**
 * Takes a callback in: it is noted, durably and once, and its payment becomes due. A callback is a doorbell; it never moves a
 * state, and its token is not even read (spec: Events, rules 2 and 4; #199 to #201, #205).
 */
import { Context, Effect, Layer } from "effect"
import { Nudge } from "./Nudge.ts"
import { PaymentStore } from "./PaymentStore.ts"
import type { CallbackNote, Noted, StoreError } from "./PaymentStoreDriver.ts"

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
      const noting = Effect.fnUntraced(function* (note: CallbackNote) {
        const noted = yield* store.noteCallback(note)
        if (noted === "First") yield* nudge.wake
        return noted
      })
      return CallbackIntake.of({
        // Strangers ring as often as they like. A span costs nothing where nobody collects it, the call's own stack more than the ring.
        receive: (note) => Effect.withSpan(noting(note), "CallbackIntake.receive", { captureStackTrace: false }),
      })
    }),
  )
}
