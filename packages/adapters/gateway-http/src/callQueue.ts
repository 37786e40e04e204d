/**
 * Limits how many calls of a kind run at once. A call that waits too long is not sent, and whether it has begun is decided in one step: a
 * request that has begun is waited for, and one that was given up never begins.
 */
import { Effect, Option, Semaphore } from "effect"
import type { NotSentCause } from "@cauri/core/model"
import type { CallLimits } from "./options.ts"
import { type TransportResult, unsent } from "./Transport.ts"

/** Sends in turn. `patience`: the longest wait in the queue, in milliseconds; `otherwise`: the cause when that was too short. */
type CallQueue = (
  send: Effect.Effect<TransportResult>,
  patience: number,
  otherwise: NotSentCause,
) => Effect.Effect<TransportResult>

export const makeCallQueue = Effect.fnUntraced(function* (limits: CallLimits) {
  const semaphore = yield* Semaphore.make(limits.atOnce)
  let waiting = 0
  const turns: CallQueue = (send, patience, otherwise) => {
    const queued = Effect.suspend(() => {
      if (waiting >= limits.waiting) return Effect.succeed(unsent("throttled"))
      let state: "Waiting" | "Begun" | "GivenUp" = "Waiting"
      const leave = (to: "Begun" | "GivenUp") => {
        if (state !== "Waiting") return false
        state = to
        waiting -= 1
        return true
      }
      waiting += 1
      /* v8 ignore next -- no test can have a permit come in the very moment in which its waiter gave up */
      const turn = semaphore.withPermit(Effect.suspend(() => (leave("Begun") ? send : Effect.never)))
      const end = Effect.suspend(() => (leave("GivenUp") ? Effect.succeed(unsent(otherwise)) : Effect.never))
      // @effect-diagnostics-next-line raceFirstWithSleepToTimeout:off -- a time-out would interrupt a turn that has begun
      return Effect.raceFirst(turn, Effect.delay(end, Math.max(0, patience))).pipe(
        Effect.onInterrupt(() => Effect.sync(() => leave("GivenUp"))),
      )
    })
    return Effect.flatMap(
      semaphore.withPermitsIfAvailable(1)(send),
      Option.match({ onNone: () => queued, onSome: Effect.succeed }),
    )
  }
  return turns
})
