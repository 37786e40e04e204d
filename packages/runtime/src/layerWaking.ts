/** What wakes this process when another one has written. */
import { Effect, Layer, Stream } from "effect"
import { Nudge, StoreStatus } from "@cauri/core/adapter"

/** Wakes this process whenever others have written. */
export const layerWaking: Layer.Layer<never, never, StoreStatus | Nudge> = Layer.effectDiscard(
  Effect.gen(function* () {
    const { changes } = yield* StoreStatus
    const nudge = yield* Nudge
    yield* Effect.forkScoped(Stream.runForEach(changes, () => nudge.wake))
  }),
)
