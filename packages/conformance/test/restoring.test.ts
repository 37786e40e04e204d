/** The memory store, restored from a copy: what each store's own test of restoring asks. */
import { describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { holdWhatWasForgotten, storeAfterCopy, storePayoutsToCopy } from "@cauri/conformance"
import { DeskStore, emptyMemory, type MemoryCell, memoryDesk, memoryDriver, PaymentStore } from "@cauri/core"

describe("a memory store that was restored from a copy", () => {
  it.effect("holds each payout that was not accepted (O16)", () =>
    Effect.gen(function* () {
      const cell: MemoryCell = { current: emptyMemory }
      const store = Layer.merge(
        Layer.succeed(PaymentStore, PaymentStore.fromDriver(memoryDriver(cell))),
        Layer.succeed(DeskStore, memoryDesk(cell, "memory")),
      )
      const copied = yield* Effect.provide(storePayoutsToCopy, store)
      const copy = cell.current
      yield* Effect.provide(storeAfterCopy(copied), store)
      cell.current = copy
      yield* Effect.provide(holdWhatWasForgotten(copied.keys), store)
    }),
  )
})
