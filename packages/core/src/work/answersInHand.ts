/**
 * Answers of the service that the store failed to take and that are tried to be saved again: whoever ends the program waits for them.
 */
import { Deferred, Effect } from "effect"

export const keepInHand = () => {
  const saving = new Set<Deferred.Deferred<void>>()
  const take = Effect.sync(() => {
    const saved = Deferred.makeUnsafe<void>()
    saving.add(saved)
    return saved
  })
  const letGo = (saved: Deferred.Deferred<void>) =>
    Effect.sync(() => {
      saving.delete(saved)
      Deferred.doneUnsafe(saved, Effect.void)
    })
  return {
    /** An answer is in hand while this goes on. */
    during: <A, E>(work: Effect.Effect<A, E>) => Effect.acquireUseRelease(take, () => work, letGo),
    /** Waits for those that are in hand now, and tells whether there were any. */
    ended: Effect.suspend(() => {
      const now = [...saving]
      return Effect.as(Effect.forEach(now, Deferred.await, { concurrency: "unbounded", discard: true }), now.length > 0)
    }),
  }
}
