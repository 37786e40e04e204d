/**
 * Turns of the rates that all processes of a store share: whoever calls the service takes one for each call.
 */
import { Clock, Effect } from "effect"
import type { DeskStore, RateName } from "../ports/DeskStore.ts"
import { millis, type PolicyShape, type Rate } from "../model/Policy.ts"

/** Turns that were taken for one payment and not used yet. */
export interface KeptTurns {
  /** Gives all of them away. */
  readonly takeOut: (now: number) => number
  readonly putBack: (turns: number, now: number) => void
}

/** Payments whose turns are kept; those of the payment that has waited longest are forgotten first. */
const mostKept = 1_000

/**
 * How long turns are kept: a payment that still wants them comes again after its spacing, or when the lease of a worker that broke off
 * is over. What it has not fetched in two leases is nobody's, and used later it would let more calls go at once than the rate allows.
 */
export const keptFor = (policy: PolicyShape): number => 2 * millis(policy.calls.lease)

/**
 * Keeps turns for payments, each time for so long. One that needs more of them than come in a lease would otherwise take the first ones
 * again and again, and never be asked about.
 */
export const keepTurns = (keptFor: number): ((payment: string) => KeptTurns) => {
  // The one that was put back last stands last.
  const kept = new Map<string, { readonly turns: number; readonly until: number }>()
  return (payment) => {
    const takeOut = (now: number) => {
      const { turns, until } = kept.get(payment) ?? { turns: 0, until: now }
      kept.delete(payment)
      return until < now ? 0 : turns
    }
    const putBack = (turns: number, now: number) => {
      if (turns === 0) return
      kept.set(payment, { turns: takeOut(now) + turns, until: now + keptFor })
      for (const each of [...kept.keys()].slice(0, Math.max(0, kept.size - mostKept))) kept.delete(each)
    }
    return { takeOut, putBack }
  }
}

/** Nothing is kept where one turn is all that is needed. */
const nothingKept: KeptTurns = { takeOut: () => 0, putBack: () => {} }

/**
 * Takes so many turns of a rate, waiting for each of them, and begins with those that are kept. False: the next one comes later than
 * that time, and what was taken is kept.
 */
export const takeTurns = Effect.fnUntraced(function* (
  desk: DeskStore["Service"],
  name: RateName,
  rate: Rate | null,
  count: number,
  until: number,
  kept: KeptTurns = nothingKept,
) {
  if (rate === null) return true
  let taken = kept.takeOut(yield* Clock.currentTimeMillis)
  while (taken < count) {
    const now = yield* Clock.currentTimeMillis
    const wait = yield* desk.takeTurn(name, rate, now)
    if (wait === 0) taken += 1
    else if (now + wait > until) {
      kept.putBack(taken, now)
      return false
    } else yield* Effect.sleep(wait)
  }
  kept.putBack(taken - count, yield* Clock.currentTimeMillis)
  return true
})

/**
 * The same for calls that let all others go first: unless the first turn comes at once, none is taken. Where there is nothing to call,
 * there is no first turn either.
 */
export const takeTurnsLast = Effect.fnUntraced(function* (
  desk: DeskStore["Service"],
  name: "callback confirms",
  rate: Rate | null,
  count: number,
  until: number,
  kept: KeptTurns,
) {
  const first = Math.min(count, 1)
  if (!(yield* takeTurns(desk, name, rate, first, yield* Clock.currentTimeMillis, kept))) return false
  if (yield* takeTurns(desk, name, rate, count - first, until, kept)) return true
  kept.putBack(first, yield* Clock.currentTimeMillis)
  return false
})
