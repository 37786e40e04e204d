/**
 * Shows others that this process lives: a heartbeat in the store every ten seconds. A process that no longer works writes none, so it
 * cannot look alive while payments wait.
 */
import { Clock, Effect, Layer } from "effect"
import { millis, Policy } from "../model/Policy.ts"
import type { StoreError } from "../ports/PaymentStoreDriver.ts"
import { SharedState } from "../ports/SharedState.ts"
import { Activity } from "./Activity.ts"

/** How often, in milliseconds. */
const interval = 10_000

/**
 * An older heartbeat counts as none.
 *
 * ```ts
 * heartbeatLimit // => 60_000
 * ```
 */
export const heartbeatLimit = 6 * interval

/**
 * Runs the work every ten seconds in the background. A temporary failure of the store stops nothing.
 *
 * ```ts
 * const times: Array<number> = []
 * yield* everyTenSeconds(Effect.map(worker.runOnce, ({ taken }) => void times.push(taken)))
 * yield* TestClock.adjust("25 seconds")
 * times.join() // => "0,0,0"
 * ```
 */
export const everyTenSeconds = <R>(work: Effect.Effect<void, StoreError, R>) =>
  work.pipe(
    Effect.catchTag("StoreError", ({ message }) => Effect.logWarning(message)),
    Effect.andThen(Effect.sleep(interval)),
    Effect.forever,
    Effect.forkScoped,
  )

/**
 * The heartbeat of a process; only the process itself knows whether it works.
 *
 * ```ts
 * yield* Layer.build(layerHeartbeat("shop-1", "embedded", Effect.succeed(true)))
 * yield* TestClock.adjust("1 second")
 * const shared = yield* SharedState
 * yield* shared.heartbeats() // => [{ process: "shop-1", role: "embedded", at: 0 }]
 * ```
 */
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

/**
 * The heartbeat of a worker: it works while it looks at payments.
 *
 * ```ts
 * yield* Layer.build(layerWorkerHeartbeat("shop-1", "reconciler"))
 * yield* TestClock.adjust("1 hour") // no worker runs
 * const shared = yield* SharedState
 * yield* Effect.map(shared.heartbeats(), (beats) => beats.every(({ at }) => at < 3_600_000)) // => true
 * ```
 */
export const layerWorkerHeartbeat = (processName: string, role: "reconciler" | "embedded") =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { done } = yield* Activity
      const { calls, worker } = yield* Policy
      const startedAt = yield* Clock.currentTimeMillis
      // The longest that one payment and the sleep after a sweep may take, and how late a look that is due may be.
      const patience = millis(calls.lease) + millis(worker.sleep) + interval
      const works = Effect.gen(function* () {
        return (yield* Clock.currentTimeMillis) - ((yield* done).activeAt ?? startedAt) <= patience
      })
      return layerHeartbeat(processName, role, works)
    }),
  )
