/** What wakes this process when another one has written. */
import { Effect, Layer, Stream } from "effect"
import { WakeSignal, StoreStatus } from "@cauri/core/adapter"

/** Wakes this process whenever others have written. */
export const layerWaking: Layer.Layer<never, never, StoreStatus | WakeSignal> = Layer.effectDiscard(
  Effect.gen(function* () {
    const { writesByOthers } = yield* StoreStatus
    const wakeSignal = yield* WakeSignal
    yield* Effect.forkScoped(Stream.runForEach(writesByOthers, () => wakeSignal.signal))
  }),
)
