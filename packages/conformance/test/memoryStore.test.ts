/** The memory store of core passes the suite: what every adapter is compared with. */
import { Context, Effect, Layer } from "effect"
import {
  DeskStore,
  emptyMemory,
  type MemoryCell,
  memoryDesk,
  memoryDriver,
  memoryStore,
  PaymentStore,
} from "@cauri/core"
import { memorySideDoor, paymentStoreSuite, SideDoor, sideDoorSuite } from "@cauri/conformance"

paymentStoreSuite("memory store", memoryStore)

const withSideDoor = Layer.effectContext(
  Effect.sync(() => {
    const cell: MemoryCell = { current: emptyMemory }
    return Context.make(PaymentStore, PaymentStore.fromDriver(memoryDriver(cell))).pipe(
      Context.add(DeskStore, memoryDesk(cell, "memory")),
      Context.add(SideDoor, memorySideDoor(cell)),
    )
  }),
)

sideDoorSuite("memory store, through its side door", withSideDoor)
