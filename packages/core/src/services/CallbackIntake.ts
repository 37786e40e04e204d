/**
 * Takes a callback in: it is noted, durably and once, and its payment becomes due. A callback is only a reason to confirm; it never changes
 * a state, and its token is not even read (spec: Events, rules 2 and 4; #199 to #201, #205).
 */
import { Context, Effect, Layer } from "effect"
import { WakeSignal } from "./WakeSignal.ts"
import { PaymentStore, withSpanNamed } from "../ports/PaymentStore.ts"
import type { CallbackNote, NoteResult, StoreError } from "../ports/PaymentStoreDriver.ts"

/**
 * Takes callbacks in.
 *
 * ```ts
 * const { payment } = yield* payins.create(payin)
 * const note = { key: payment.key, attempt: 1, fingerprint: "one", receivedAt: 0, body: null }
 * const intake = yield* CallbackIntake
 * yield* intake.receive(note) // => "First"
 * yield* intake.receive(note) // => "Repeat"
 * ```
 */
export class CallbackIntake extends Context.Service<
  CallbackIntake,
  {
    /** Notes a callback whose address was verified. When this succeeds, the payment is durably due. */
    receive(note: CallbackNote): Effect.Effect<NoteResult, StoreError>
  }
>()("@cauri/core/CallbackIntake") {
  static readonly layer = Layer.effect(
    CallbackIntake,
    Effect.gen(function* () {
      const store = yield* PaymentStore
      const wakeSignal = yield* WakeSignal
      const span = withSpanNamed("CallbackIntake.receive")
      return CallbackIntake.of({
        receive: (note) =>
          Effect.flatMap(store.noteCallback(note), (result) =>
            result === "First" || result === "TooMany" ? Effect.as(wakeSignal.signal, result) : Effect.succeed(result),
          ).pipe(span),
      })
    }),
  )
}
