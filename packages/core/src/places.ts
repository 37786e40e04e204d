/**
 * The places of a worker: so many payments are acted on at once, and beside them as many are told to hosts. A host that never answers
 * keeps places of the second kind only, so it delays no action; who finds none of those comes again at a time of its own.
 */
import { Effect, Exit, Fiber, Latch } from "effect"
import { backoff } from "./Policy.ts"
import type { PolicyShape } from "./PolicyShape.ts"

/** Who works on what is due, and how many of them could not. */
export interface Places {
  readonly acting: Set<Fiber.Fiber<boolean>>
  readonly telling: Set<Fiber.Fiber<boolean>>
  /** Opens whenever a place becomes free. */
  readonly freed: Latch.Latch
  failed: number
}

export const newPlaces = (): Places => ({ acting: new Set(), telling: new Set(), freed: Latch.makeUnsafe(), failed: 0 })

/** Everybody who has a place. */
export const busy = ({ acting, telling }: Places): ReadonlyArray<Fiber.Fiber<boolean>> => [...acting, ...telling]

/** Gives work a place of this kind until it ends; it tells whether it could be done. */
export const fill = (places: Places, kind: "acting" | "telling", work: Effect.Effect<boolean>): Effect.Effect<void> =>
  // Whoever stops must find everything that began.
  Effect.uninterruptibleMask((restore) =>
    Effect.map(Effect.forkDetach(restore(work), { startImmediately: true }), (fiber) => {
      places[kind].add(fiber)
      fiber.addObserver((exit) => {
        places[kind].delete(fiber)
        if (Exit.isSuccess(exit) && !exit.value) places.failed += 1
        places.freed.openUnsafe()
      })
    }),
  )

/** Waits while so many places of a kind are taken. */
export const untilFree = Effect.fnUntraced(function* (places: Places, kind: "acting" | "telling", most: number) {
  while (places[kind].size >= most) {
    places.freed.closeUnsafe()
    yield* places.freed.await
  }
})

/** Stops what may be stopped. */
export const stop = (places: Places) => Effect.suspend(() => Fiber.interruptAll(busy(places)))

/** Times for announcements that found no place. */
export interface LaterTimes {
  /** An announcement took so long. */
  readonly ended: (took: number) => void
  /** When the next one may come. */
  readonly next: (now: number) => number
}

/**
 * One after another, as fast as announcements went lately, so that a thousand of them do not ask for the same eight places again and
 * again; and within the shortest and the longest wait of an announcement that was refused.
 */
export const keepLaterTimes = (policy: PolicyShape): LaterTimes => {
  const shortest = backoff(policy.announceBackoff, 0)
  const longest = backoff(policy.announceBackoff, Infinity)
  let took = shortest
  let last = 0
  return {
    ended: (lately) => {
      took = (took + lately) / 2
    },
    next: (now) => {
      last = Math.min(Math.max(last, now + shortest) + took / policy.sweepConcurrency, now + longest)
      return Math.ceil(last)
    },
  }
}
