/**
 * What a store offers beside the two ports of core: what wakes a sleeper when another process has written, what ends the program, and
 * how much is waiting.
 */
import { Context, Effect, Layer, Stream } from "effect"
import { Nudge, type StoreError, type StoreRefused } from "@cauri/core"

/** What waits, and what needs a person. */
export interface Standing {
  /** Payments that are due and not being worked on. */
  readonly due: number
  /** Since when the longest of them is due; null: none is. */
  readonly oldestDueAt: number | null
  readonly inDoubt: number
  readonly held: number
  /** Payments with an open flag. */
  readonly flagged: number
}

/** What a store offers beside the two ports of core. */
export class StoreSide extends Context.Service<
  StoreSide,
  {
    standing(now: number): Effect.Effect<Standing, StoreError>
    /** Something for each time that others have written, for ever. */
    readonly changes: Stream.Stream<unknown>
    /** Never ends while the store is sound. */
    readonly failed: Effect.Effect<never, StoreRefused>
  }
>()("@cauri/runtime/StoreSide") {}

/** Wakes this process whenever others have written. */
export const layerWaking: Layer.Layer<never, never, StoreSide | Nudge> = Layer.effectDiscard(
  Effect.gen(function* () {
    const { changes } = yield* StoreSide
    const nudge = yield* Nudge
    yield* Effect.forkScoped(Stream.runForEach(changes, () => nudge.wake))
  }),
)
