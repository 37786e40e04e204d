/** The memory store, restored from a copy: what each store's own test of restoring asks. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import {
  doubtWhatWasForgotten,
  intendPayout,
  payoutsSent,
  storeAfterCopy,
  storePayoutsToCopy,
} from "@cauri/conformance"
import { PaymentStore } from "@cauri/core"
import { SharedState, emptyMemory, type MemoryCell, memoryShared, memoryDriver } from "@cauri/core/adapter"

const storeIn = (cell: MemoryCell) =>
  Layer.merge(
    Layer.succeed(PaymentStore, PaymentStore.fromDriver(memoryDriver(cell))),
    Layer.succeed(SharedState, memoryShared(cell, "memory")),
  )

describe("a memory store that was restored from a copy", () => {
  it.effect("holds each payout that was not accepted (O16)", () =>
    Effect.gen(function* () {
      const cell: MemoryCell = { current: emptyMemory }
      const store = storeIn(cell)
      const copied = yield* Effect.provide(storePayoutsToCopy, store)
      const copy = cell.current
      yield* Effect.provide(storeAfterCopy(copied), store)
      cell.current = copy
      yield* Effect.provide(doubtWhatWasForgotten(copied.keys), store)
    }),
  )

  it.effect("that carries no mark sends again what the copy had not sent: why the others keep one (O16)", () =>
    Effect.gen(function* () {
      const cell: MemoryCell = { current: emptyMemory }
      const store = storeIn(cell)
      yield* Effect.provide(intendPayout, store)
      const copy = cell.current
      assert.strictEqual(yield* Effect.provide(payoutsSent, store), 1)
      assert.strictEqual(yield* Effect.provide(payoutsSent, store), 0)
      cell.current = copy
      assert.strictEqual(yield* Effect.provide(payoutsSent, store), 1)
    }),
  )
})
