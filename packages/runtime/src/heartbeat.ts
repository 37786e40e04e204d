/**
 * Tells others that this process lives: a heartbeat in the store every ten seconds. A process that no longer works gives none, so it
 * cannot look alive while payments wait.
 */
import { Clock, Effect, Layer } from "effect"
import type { StoreError } from "@cauri/core"
import { DeskStore } from "@cauri/core/adapter"

/** How often, in milliseconds. */
const interval = 10_000

/** A heartbeat that is older than this is none. */
export const heartbeatLimit = 6 * interval

/** Does it again and again in the background. A store that fails for a while stops nothing. */
export const everyTenSeconds = <R>(work: Effect.Effect<void, StoreError, R>) =>
  work.pipe(
    Effect.catchTag("StoreError", ({ message }) => Effect.logWarning(message)),
    Effect.andThen(Effect.sleep(interval)),
    Effect.forever,
    Effect.forkScoped,
  )

/** The heartbeat of a process; whether it works, the process itself must know. */
export const layerHeartbeat = (
  processName: string,
  role: string,
  alive: Effect.Effect<boolean>,
): Layer.Layer<never, never, DeskStore> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const desk = yield* DeskStore
      const beat = Effect.gen(function* () {
        if (!(yield* alive))
          return yield* Effect.logError("This process does not work any more; it looks dead to others.")
        yield* desk.beat({ process: processName, role, at: yield* Clock.currentTimeMillis })
      })
      yield* everyTenSeconds(beat)
    }),
  )
