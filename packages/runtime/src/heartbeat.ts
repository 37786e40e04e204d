/**
 * Shows others that this process lives: a heartbeat in the store every ten seconds. A process that no longer works writes none, so it
 * cannot look alive while payments wait.
 */
import { Clock, Effect, Layer } from "effect"
import type { StoreError } from "@cauri/core"
import { SharedState } from "@cauri/core/adapter"

/** How often, in milliseconds. */
const interval = 10_000

/** An older heartbeat counts as none. */
export const heartbeatLimit = 6 * interval

/** Runs the work every ten seconds in the background. A temporary failure of the store stops nothing. */
export const everyTenSeconds = <R>(work: Effect.Effect<void, StoreError, R>) =>
  work.pipe(
    Effect.catchTag("StoreError", ({ message }) => Effect.logWarning(message)),
    Effect.andThen(Effect.sleep(interval)),
    Effect.forever,
    Effect.forkScoped,
  )

/** The heartbeat of a process; only the process itself knows whether it works. */
export const layerHeartbeat = (
  processName: string,
  role: string,
  alive: Effect.Effect<boolean>,
): Layer.Layer<never, never, SharedState> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const shared = yield* SharedState
      const beat = Effect.gen(function* () {
        if (!(yield* alive))
          return yield* Effect.logError(
            "This process has looked at no payment for too long, so it gives no heartbeat and is not ready. Restart it, and look in the lines before this one for the cause.",
          )
        yield* shared.beat({ process: processName, role, at: yield* Clock.currentTimeMillis })
      })
      yield* everyTenSeconds(beat)
    }),
  )
