/**
 * What limits calls to the service: the circuit breaker of one process, and the rate tokens that all processes of a store share.
 *
 * When half of the calls of the last minute failed on the way, creations pause for a while. Refusals by the service never count, and
 * callbacks and confirms continue. The breaker is kept in memory: each process learns for itself.
 */
import { Clock, Context, Effect, Layer, Ref } from "effect"
import type { CreationAnswer } from "../model/CreationAnswer.ts"
import { later, millis, Policy, type PolicyShape, type Rate } from "../model/Policy.ts"
import type { NoAnswerCause, NotSentCause, CallFailure } from "../model/CallFailure.ts"
import type { SharedState, RateName } from "../ports/SharedState.ts"

/** The calls of the last window, and when the breaker opened. */
export interface BreakerState {
  readonly calls: ReadonlyArray<{ readonly at: number; readonly failed: boolean }>
  readonly openedAt: number | null
}

/** A breaker without calls. */
export const closedBreaker: BreakerState = { calls: [], openedAt: null }

/** The breaker after a call. It remembers at most as many calls as can decide anything. */
export const afterCall = (state: BreakerState, at: number, failed: boolean, policy: PolicyShape): BreakerState => {
  const { breaker } = policy.calls
  const calls = [...state.calls, { at, failed }]
    .filter((call) => call.at > at - millis(breaker.window))
    .slice(-10 * breaker.calls)
  const failures = calls.filter((call) => call.failed).length
  return calls.length >= breaker.calls && failures >= calls.length * breaker.share
    ? { calls: [], openedAt: at }
    : { calls, openedAt: state.openedAt }
}

/** Do creations pause now? */
export const isBreakerOpen = (state: BreakerState, now: number, { calls }: PolicyShape): boolean =>
  state.openedAt !== null && now < later(state.openedAt, calls.breaker.openFor)

/** How the connection to the service did in one call. A call that we held back ourselves says nothing about it. */
export type ConnectionResult = "Carried" | "Failed" | "HeldBack"

const heldBack: ReadonlyArray<NotSentCause> = [
  "InvalidRequest",
  "InvalidCallbackAddress",
  "Throttled",
  "LeaseOver",
  "NoMark",
]
const undelivered: ReadonlyArray<NoAnswerCause> = ["TimedOut", "ConnectionLost", "CutOff", "WebPage", "Unreadable"]

/** What the outcome of a creation, or the reason of a failed confirm, says about the connection to the service. */
export const connectionResultOf = (outcome: CreationAnswer | CallFailure): ConnectionResult => {
  if (outcome._tag === "NotSent") return heldBack.includes(outcome.cause) ? "HeldBack" : "Failed"
  return outcome._tag === "NoAnswer" && undelivered.includes(outcome.cause) ? "Failed" : "Carried"
}

export class Breaker extends Context.Service<
  Breaker,
  {
    isOpen(now: number): Effect.Effect<boolean>
    record(at: number, way: ConnectionResult): Effect.Effect<void>
  }
>()("@cauri/core/Breaker") {
  static readonly layer = Layer.effect(
    Breaker,
    Effect.gen(function* () {
      const policy = yield* Policy
      const state = yield* Ref.make(closedBreaker)
      return Breaker.of({
        isOpen: (now) => Effect.map(Ref.get(state), (each) => isBreakerOpen(each, now, policy)),
        record: (at, way) =>
          way === "HeldBack" ? Effect.void : Ref.update(state, (each) => afterCall(each, at, way === "Failed", policy)),
      })
    }),
  )
}

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
    const wait = yield* shared.takeRateToken(name, rate, now)
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
