/** Runs work until it ends, until the program is stopped, or until this program must not use the store any more. */
import { Context, Effect, Fiber, Option } from "effect"
import { StoreClock, StoreRefused, StoreStatus } from "@cauri/core/adapter"
import { localeLanguage } from "@cauri/catalogue/tools"
import { EndedBy, reasonOf } from "./endings.ts"
import { Stopping } from "./Stopping.ts"

/**
 * When stopped, it begins nothing more and waits for what may not be interrupted: a creation that was sent ends with its answer saved,
 * within the time-out of a creation. Meanwhile the health port, where there is one, reports that the program is not ready. It stops in
 * the same way when the store's time gets ahead of the program's, and then fails with that. Only when the store itself failed it does not
 * wait: what is under way could not be saved.
 */
export const untilStopped = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { failed } = yield* StoreStatus
    const { watch } = yield* StoreClock
    const stopping = yield* Effect.serviceOption(Stopping)
    const working = yield* Effect.forkDetach(work)
    const stop = Effect.gen(function* () {
      if (Option.isSome(stopping)) yield* stopping.value.begin
      yield* Effect.logInfo("Stopping: it begins nothing new, and finishes what is under way.")
      yield* Effect.raceFirst(Effect.interruptible(Fiber.interrupt(working)), Effect.interruptible(failed))
    })
    return yield* Effect.raceAllFirst([Fiber.join(working), failed, watch]).pipe(
      Effect.tapError((error) => (isClockAhead(error) ? stop : Effect.void)),
      Effect.onInterrupt(() => Effect.catchTag(stop, "StoreRefused", endsBy)),
    )
  })

const isClockAhead = (error: unknown): boolean => error instanceof StoreRefused && error.reason === "clock_ahead"

/** Makes a refusal the ending of a stopped program. An interrupted fiber keeps no error, so the interruption carries it. */
const endsBy = (refusal: StoreRefused) =>
  Effect.withFiber((fiber) => {
    fiber.interruptUnsafe(fiber.id, Context.make(EndedBy, refusal))
    return Effect.logFatal(reasonOf(refusal, localeLanguage(process.env)))
  })
