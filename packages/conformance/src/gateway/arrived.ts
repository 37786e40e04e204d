import { Effect } from "effect"

/** Node reads what has arrived before the next iteration of the event loop: after two, a server has seen everything that was sent. */
export const arrived: Effect.Effect<void> = Effect.callback<void>((resume) => {
  setImmediate(() => setImmediate(() => resume(Effect.void)))
})
