/**
 * Turns of the rates that all processes of a store share: whoever calls the service takes one for each call.
 */
import { Clock, Effect } from "effect"
import type { DeskStore } from "./DeskStore.ts"
import type { Rate } from "./PolicyShape.ts"

/** Turns that were taken for one payment and not used yet. */
export interface KeptTurns {
  /** Gives all of them away. */
  readonly takeOut: () => number
  readonly putBack: (turns: number) => void
}

/** Payments whose turns are kept; those of the payment that has waited longest are forgotten first. */
const mostKept = 1_000

/**
 * Keeps turns for payments. One that needs more of them than come in a lease would otherwise take the first ones again and again, and
 * never be asked about.
 */
export const keepTurns = (): ((payment: string) => KeptTurns) => {
  const kept = new Map<string, number>()
  return (payment) => ({
    takeOut: () => {
      const turns = kept.get(payment) ?? 0
      kept.delete(payment)
      return turns
    },
    putBack: (turns) => {
      if (turns === 0) return
      kept.set(payment, (kept.get(payment) ?? 0) + turns)
      for (const each of [...kept.keys()].slice(0, Math.max(0, kept.size - mostKept))) kept.delete(each)
    },
  })
}

/** Nothing is kept where one turn is all that is needed. */
const nothingKept: KeptTurns = { takeOut: () => 0, putBack: () => {} }

/**
 * Takes so many turns of a rate, waiting for each of them, and begins with those that are kept. False: the next one comes later than
 * that time, and what was taken is kept.
 */
export const takeTurns = Effect.fnUntraced(function* (
  desk: DeskStore["Service"],
  name: "creations" | "confirms" | "callback confirms",
  rate: Rate | null,
  count: number,
  until: number,
  kept: KeptTurns = nothingKept,
) {
  if (rate === null) return true
  let taken = kept.takeOut()
  while (taken < count) {
    const now = yield* Clock.currentTimeMillis
    const wait = yield* desk.takeTurn(name, rate, now)
    if (wait === 0) taken += 1
    else if (now + wait > until) {
      kept.putBack(taken)
      return false
    } else yield* Effect.sleep(wait)
  }
  kept.putBack(taken - count)
  return true
})
