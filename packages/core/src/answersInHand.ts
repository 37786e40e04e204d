/**
 * Answers of the service that the store failed to take and that are tried to be saved again: whoever ends the program waits for them.
 */
import { Effect, Latch } from "effect"

export const keepInHand = () => {
  const none = Latch.makeUnsafe(true)
  let count = 0
  const take = Effect.sync(() => {
    count += 1
    none.closeUnsafe()
  })
  const letGo = Effect.sync(() => {
    count -= 1
    if (count === 0) none.openUnsafe()
  })
  return {
    /** An answer is in hand while this goes on. */
    during: <A, E>(saving: Effect.Effect<A, E>) =>
      Effect.acquireUseRelease(
        take,
        () => saving,
        () => letGo,
      ),
    /** Waits until no answer is in hand, and tells whether there were any. */
    ended: Effect.suspend(() => Effect.as(none.await, count > 0)),
  }
}
