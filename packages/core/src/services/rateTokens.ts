/** Waits for the rate tokens that all processes of a store share, and reserves those that one payment has taken and not used. */
import { Clock, Effect } from "effect"
import { millis, type PolicyShape, type Rate } from "../model/Policy.ts"
import type { RateName, SharedState } from "../ports/SharedState.ts"

/** Rate tokens that were taken for one payment and are not used yet. */
export interface ReservedTokens {
  /** Takes all of them out. */
  readonly takeOut: (now: number) => number
  readonly putBack: (rateTokens: number, now: number) => void
}

/** The most payments with reserved tokens, to bound memory: the oldest reservation is forgotten first. */
const mostReserved = 1_000

/**
 * How long tokens stay reserved: a payment that still needs them returns after its spacing, or after the lease of a worker that broke off.
 * Tokens not used within two leases expire: used later, they would let more calls go at once than the rate allows.
 */
export const reservationTime = (policy: PolicyShape): number => 2 * millis(policy.calls.lease)

/**
 * Reserves rate tokens for payments, each time for `reservationTime`. A payment that needs more tokens than a lease brings would otherwise take
 * the first ones again and again, and never be confirmed.
 */
export const makeReservedTokens = (reservationTime: number): ((payment: string) => ReservedTokens) => {
  // Insertion order: the newest reservation is last.
  const kept = new Map<string, { readonly rateTokens: number; readonly until: number }>()
  return (payment) => {
    const takeOut = (now: number) => {
      const { rateTokens, until } = kept.get(payment) ?? { rateTokens: 0, until: now }
      kept.delete(payment)
      return until < now ? 0 : rateTokens
    }
    const putBack = (rateTokens: number, now: number) => {
      if (rateTokens === 0) return
      kept.set(payment, { rateTokens: takeOut(now) + rateTokens, until: now + reservationTime })
      for (const each of [...kept.keys()].slice(0, Math.max(0, kept.size - mostReserved))) kept.delete(each)
    }
    return { takeOut, putBack }
  }
}

const nothingReserved: ReservedTokens = { takeOut: () => 0, putBack: () => {} }

/**
 * Takes `count` tokens of a rate, reserved ones first, and waits for each. Returns false when the next token is not available before
 * `until`; tokens already taken stay reserved.
 */
export const takeRateTokens = Effect.fnUntraced(function* (
  shared: SharedState["Service"],
  name: RateName,
  rate: Rate | null,
  count: number,
  until: number,
  kept: ReservedTokens = nothingReserved,
) {
  if (rate === null) return true
  let taken = kept.takeOut(yield* Clock.currentTimeMillis)
  while (taken < count) {
    const now = yield* Clock.currentTimeMillis
    const wait = yield* shared.takeRateToken({ rate: name, limit: rate, now })
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
 * The same for calls that give way to all others: unless the first token is available at once, none is taken. With `count` 0 there is no
 * first token either.
 */
export const takeRateTokensLast = Effect.fnUntraced(function* (
  shared: SharedState["Service"],
  name: "callback confirms",
  rate: Rate | null,
  count: number,
  until: number,
  kept: ReservedTokens,
) {
  const first = Math.min(count, 1)
  if (!(yield* takeRateTokens(shared, name, rate, first, yield* Clock.currentTimeMillis, kept))) return false
  if (yield* takeRateTokens(shared, name, rate, count - first, until, kept)) return true
  kept.putBack(first, yield* Clock.currentTimeMillis)
  return false
})
