/**
 * Every port of a store in memory, for tests and for trying things out.
 */
import { type Context, Effect, Layer } from "effect"
import { shelfOf } from "./memoryDriver.ts"
import { emptyMemory, type MemoryCell } from "./memoryState.ts"
import { shelfStore } from "./shelfStore.ts"
import type { StorePorts } from "../ports/StoreStatus.ts"

/** Every port over this cell. */
export const memoryPorts = (cell: MemoryCell, id = "memory"): Context.Context<StorePorts> =>
  shelfStore(id, shelfOf(cell), cell)

/** Every port in memory. Every build of the layer is a store of its own. */
export const memoryStore: Layer.Layer<StorePorts> = Layer.effectContext(
  Effect.sync(() => memoryPorts({ current: emptyMemory })),
)
