/** Archives old payments, once a day, beside the work. */
import { Clock, Duration, Effect, Layer, Schedule } from "effect"
import { Policy } from "@cauri/core"
import { Archive } from "@cauri/core/adapter"

const archiveOld = Effect.gen(function* () {
  const { archiveAfter } = (yield* Policy).store
  if (!Duration.isFinite(archiveAfter)) return
  const archived = yield* (yield* Archive).archive((yield* Clock.currentTimeMillis) - Duration.toMillis(archiveAfter))
  if (archived > 0) yield* Effect.logInfo("Old payments were archived; their histories read as before.", { archived })
}).pipe(
  Effect.catch((error) =>
    Effect.logWarning(`Old payments were not archived; it is tried again in a day. ${error.message}`),
  ),
)

/** Archives at the start, and then once a day. */
export const layerArchiving = Layer.effectDiscard(
  Effect.forkScoped(Effect.repeat(archiveOld, Schedule.spaced("1 day"))),
).pipe(Layer.provide(Archive.layer))
