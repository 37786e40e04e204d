/** The heartbeat of a reconciler: it works while it looks at payments, and a process that no longer does gives none. */
import { Clock, Duration, Effect, Layer } from "effect"
import { Policy } from "@cauri/core"
import { layerHeartbeat } from "@cauri/runtime"
import { Activity } from "./activity.ts"

/** How long a look that is due may be late. */
const allowance = 10_000

/** The heartbeat, for as long as the process lives. */
export const layerReconcilerHeartbeat = (processName: string) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const activity = yield* Activity
      const policy = yield* Policy
      const startedAt = yield* Clock.currentTimeMillis
      // The longest that one payment and the sleep after a sweep may take.
      const patience = Duration.toMillis(Duration.sum(policy.calls.lease, policy.worker.sleep)) + allowance
      const works = Effect.gen(function* () {
        const { activeAt } = yield* activity.done
        return (yield* Clock.currentTimeMillis) - (activeAt ?? startedAt) <= patience
      })
      return layerHeartbeat(processName, "reconciler", works)
    }),
  )
