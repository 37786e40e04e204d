/**
 * Runs work until it ends, until the program is told to stop, or until the store must not be used any more by this program.
 */
import { Context, Effect, Fiber, Option } from "effect"
import { StoreClock, type StoreRefused, StoreStatus } from "@cauri/core/adapter"
import { EndedBy } from "./endings.ts"
import { Stopping } from "./Stopping.ts"

/**
 * Told to stop, it begins nothing more and waits for what may not be interrupted: a creation that was sent ends with its answer saved,
 * within the time-out of a creation. Meanwhile its port for health, where it has one, says that it is not ready. A store that failed is
 * waited for by nobody: what is under way could not be saved in it.
 */
export const untilStopped = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const status = yield* StoreStatus
    const failed = Effect.raceFirst(status.failed, (yield* StoreClock).watch)
    const stopping = yield* Effect.serviceOption(Stopping)
    const working = yield* Effect.forkDetach(work)
    return yield* Effect.raceFirst(Fiber.join(working), failed).pipe(
      Effect.onInterrupt(() =>
        Effect.gen(function* () {
          if (Option.isSome(stopping)) yield* stopping.value.begin
          yield* Effect.logInfo("Stopping: nothing more is begun, and what was begun is waited for.")
          const ended = Effect.raceFirst(Effect.interruptible(Fiber.interrupt(working)), Effect.interruptible(failed))
          yield* Effect.catchTag(ended, "StoreRefused", endsBy)
        }),
      ),
    )
  })

/** Makes a refusal the ending of a program that was told to stop. An interrupted fiber keeps no error, so the interruption carries it. */
const endsBy = (refusal: StoreRefused) =>
  Effect.withFiber((fiber) => {
    fiber.interruptUnsafe(fiber.id, Context.make(EndedBy, refusal))
    return Effect.logFatal(refusal.message)
  })
