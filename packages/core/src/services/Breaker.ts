/**
 * The circuit breaker of one process: when half of the calls of the last minute failed on the way, creations pause for a while. Refusals by
 * the service never count, and callbacks and confirms continue. It is kept in memory: each process learns for itself.
 */
import { Context, Effect, Layer, Ref } from "effect"
import type { CreationAnswer } from "../model/CreationAnswer.ts"
import { later, millis, Policy, type PolicyShape } from "../model/Policy.ts"
import type { NoAnswerCause, NotSentCause, CallFailure } from "../model/CallFailure.ts"

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
  "invalid_request",
  "invalid_callback_address",
  "throttled",
  "lease_over",
  "no_mark",
]
const undelivered: ReadonlyArray<NoAnswerCause> = ["timed_out", "connection_lost", "cut_off", "web_page", "unreadable"]

/** What the outcome of a creation, or the reason of a failed confirm, says about the connection to the service. */
export const connectionResultOf = (outcome: CreationAnswer | CallFailure): ConnectionResult => {
  if (outcome._tag === "not_sent") return heldBack.includes(outcome.cause) ? "HeldBack" : "Failed"
  return outcome._tag === "no_answer" && undelivered.includes(outcome.cause) ? "Failed" : "Carried"
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
