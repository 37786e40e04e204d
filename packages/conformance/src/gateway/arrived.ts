import { Effect } from "effect"

/** What has arrived is read before the next turn of the loop: two of them, and a server has seen all that left. */
export const arrived: Effect.Effect<void> = Effect.callback<void>((resume) => {
  setImmediate(() => setImmediate(() => resume(Effect.void)))
})
