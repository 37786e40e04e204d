/**
 * The places of a worker: so many payments are acted on at once, and beside them others are told to hosts. A host that never answers
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

/** How announcements go lately. */
export interface Pace {
  /** An announcement ended at that time and took so long. */
  readonly ended: (at: number, took: number) => void
  /** Until when one waits for a place that it is not given: hosts that answer within their time are waited for. */
  readonly patience: (since: number) => number
  /** When one may come again that found no place. */
  readonly later: (now: number) => number
}

/**
 * Those that find no place come again one after another, as fast as the last few went, so that a thousand of them do not ask for the same
 * places again and again; and within the shortest and the longest wait of an announcement that was refused.
 */
export const keepPace = (policy: PolicyShape, places: number): Pace => {
  const shortest = backoff(policy.announceBackoff, 0)
  const longest = backoff(policy.announceBackoff, Infinity)
  // Nobody was told yet, so the first ones are expected to be slow.
  let average = policy.hearTimeout
  let answeredAt = 0
  let last = 0
  return {
    ended: (at, took) => {
      average = (average * 15 + took) / 16
      if (took < policy.hearTimeout) answeredAt = at
    },
    patience: (since) => Math.max(since, answeredAt) + policy.hearTimeout,
    later: (now) => {
      last = Math.min(Math.max(last, now + shortest) + average / places, now + longest)
      return Math.ceil(last)
    },
  }
}
