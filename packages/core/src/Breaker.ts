/**
 * The circuit breaker of one process: when half of the calls of the last minute failed on the way, creations pause for a while.
 * Refusals by the service never count, and callbacks and confirms go on. It is kept in memory: each process learns for itself.
 */
import { Context, Effect, Layer, Ref } from "effect"
import type { CreationAnswer } from "./CreationAnswer.ts"
import { Policy } from "./Policy.ts"
import type { PolicyShape } from "./PolicyShape.ts"

/** The calls of the last window, and when the breaker opened. */
export interface BreakerState {
  readonly calls: ReadonlyArray<{ readonly at: number; readonly failed: boolean }>
  readonly openedAt: number | null
}

/** Nothing was called yet. */
export const closedBreaker: BreakerState = { calls: [], openedAt: null }

/** The breaker after a call. At most as many calls are remembered as can decide anything. */
export const afterCall = (state: BreakerState, at: number, failed: boolean, { breaker }: PolicyShape): BreakerState => {
  const calls = [...state.calls, { at, failed }]
    .filter((call) => call.at > at - breaker.window)
    .slice(-10 * breaker.calls)
  const failures = calls.filter((call) => call.failed).length
  return calls.length >= breaker.calls && failures >= calls.length * breaker.share
    ? { calls: [], openedAt: at }
    : { calls, openedAt: state.openedAt }
}

/** Do creations pause now? */
export const isOpen = (state: BreakerState, now: number, { breaker }: PolicyShape): boolean =>
  // A clock that was set back must not keep it open for as long as it was set back.
  state.openedAt !== null && now >= state.openedAt && now < state.openedAt + breaker.openFor

/** Did this creation fail on the way, as opposed to being answered? */
export const failedOnTheWay = (answer: CreationAnswer): boolean => {
  if (answer._tag === "NotSent") {
    // What we held back ourselves says nothing about the way; an open breaker must not keep itself open.
    return !["InvalidRequest", "Throttled", "BreakerOpen", "OnHold", "LeaseOver"].includes(answer.cause)
  }
  return answer._tag === "NoAnswer" && ["TimedOut", "ConnectionLost", "Unreadable"].includes(answer.cause)
}

/** The breaker of this process. */
export class Breaker extends Context.Service<
  Breaker,
  {
    isOpen(now: number): Effect.Effect<boolean>
    record(at: number, failed: boolean): Effect.Effect<void>
  }
>()("@cauri/core/Breaker") {
  static readonly layer = Layer.effect(
    Breaker,
    Effect.gen(function* () {
      const policy = yield* Policy
      const state = yield* Ref.make(closedBreaker)
      return Breaker.of({
        isOpen: (now) => Effect.map(Ref.get(state), (each) => isOpen(each, now, policy)),
        record: (at, failed) => Ref.update(state, (each) => afterCall(each, at, failed, policy)),
      })
    }),
  )
}
