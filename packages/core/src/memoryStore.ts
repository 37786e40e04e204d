/**
 * Both stores in memory, for tests and for trying things out.
 */
import { Context, Effect, Layer } from "effect"
import { DeskStore } from "./DeskStore.ts"
import { memoryDesk } from "./memoryDesk.ts"
import { memoryDriver } from "./memoryDriver.ts"
import { emptyMemory, type MemoryCell } from "./memoryState.ts"
import { PaymentStore } from "./PaymentStore.ts"

/** Both ports in memory. Every build of the layer is a store of its own. */
export const memoryStore: Layer.Layer<PaymentStore | DeskStore> = Layer.effectContext(
  Effect.sync(() => {
    const cell: MemoryCell = { current: emptyMemory }
    return memoryContext(cell)
  }),
)

const memoryContext = (cell: MemoryCell) =>
  Context.make(PaymentStore, PaymentStore.fromDriver(memoryDriver(cell))).pipe(
    Context.add(DeskStore, memoryDesk(cell, "memory")),
  )
