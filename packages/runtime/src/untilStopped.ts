/**
 * Runs work until it ends, until the program is told to stop, or until the store must not be used any more.
 */
import { Effect, Fiber } from "effect"
import { StoreSide } from "./StoreSide.ts"

/**
 * Told to stop, it begins nothing more and waits for what may not be interrupted: a creation that was sent ends with its answer saved,
 * within the time-out of a creation. A store that failed is waited for by nobody: what is under way could not be saved in it.
 */
export const untilStopped = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { failed } = yield* StoreSide
    const working = yield* Effect.forkDetach(work)
    return yield* Effect.raceFirst(Fiber.join(working), failed).pipe(
      Effect.onInterrupt(() =>
        Effect.logInfo("Stopping: nothing more is begun, and what was begun is waited for.").pipe(
          Effect.andThen(Fiber.interrupt(working)),
        ),
      ),
    )
  })
