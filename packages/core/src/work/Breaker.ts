/**
 * What holds calls to the service back: the circuit breaker of one process, and the turns of the rates that all processes of a store share.
 *
 * When half of the calls of the last minute failed on the way, creations pause for a while. Refusals by the service never count, and
 * callbacks and confirms go on. The breaker is kept in memory: each process learns for itself.
 */
import { Clock, Context, Effect, Layer, Ref } from "effect"
import type { CreationAnswer } from "../model/CreationAnswer.ts"
import { later, millis, Policy, type PolicyShape, type Rate } from "../model/Policy.ts"
import type { NoAnswerCause, NotSentCause, Reason } from "../model/Reason.ts"
import type { DeskStore, RateName } from "../ports/DeskStore.ts"

/** The calls of the last window, and when the breaker opened. */
export interface BreakerState {
  readonly calls: ReadonlyArray<{ readonly at: number; readonly failed: boolean }>
  readonly openedAt: number | null
}

/** Nothing was called yet. */
export const closedBreaker: BreakerState = { calls: [], openedAt: null }

/** The breaker after a call. At most as many calls are remembered as can decide anything. */
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
export const isOpen = (state: BreakerState, now: number, { calls }: PolicyShape): boolean =>
  state.openedAt !== null && now < later(state.openedAt, calls.breaker.openFor)

/** How the way to the service proved itself in one call. A call that we held back ourselves says nothing about it. */
export type Way = "Carried" | "Failed" | "HeldBack"

const heldBack: ReadonlyArray<NotSentCause> = ["InvalidRequest", "Throttled", "LeaseOver"]
const unheard: ReadonlyArray<NoAnswerCause> = ["TimedOut", "ConnectionLost", "Unreadable"]

/** What the outcome of a creation, or the reason of a failed confirm, says about the way to the service. */
export const wayOf = (outcome: CreationAnswer | Reason): Way => {
  if (outcome._tag === "NotSent") return heldBack.includes(outcome.cause) ? "HeldBack" : "Failed"
  return outcome._tag === "NoAnswer" && unheard.includes(outcome.cause) ? "Failed" : "Carried"
}

/** The breaker of this process. */
export class Breaker extends Context.Service<
  Breaker,
  {
    isOpen(now: number): Effect.Effect<boolean>
    record(at: number, way: Way): Effect.Effect<void>
  }
>()("@cauri/core/Breaker") {
  static readonly layer = Layer.effect(
    Breaker,
    Effect.gen(function* () {
      const policy = yield* Policy
      const state = yield* Ref.make(closedBreaker)
      return Breaker.of({
        isOpen: (now) => Effect.map(Ref.get(state), (each) => isOpen(each, now, policy)),
        record: (at, way) =>
          way === "HeldBack" ? Effect.void : Ref.update(state, (each) => afterCall(each, at, way === "Failed", policy)),
      })
    }),
  )
}

/** Turns that were taken for one payment and not used yet. */
export interface KeptTurns {
  /** Gives all of them away. */
  readonly takeOut: (now: number) => number
  readonly putBack: (turns: number, now: number) => void
}

/** Payments whose turns are kept, which bounds memory alone: those of the payment that has waited longest are forgotten first. */
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
