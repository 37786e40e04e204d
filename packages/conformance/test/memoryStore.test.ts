/** The memory store of core passes the suite: what every adapter is compared with. */
import { Context, Effect, Layer } from "effect"
import { memoryStore, PaymentStore } from "@cauri/core"
import { SharedState, emptyMemory, type MemoryCell, memoryShared, memoryDriver } from "@cauri/core/adapter"
import {
  HostTable,
  memoryHostTable,
  memorySideDoor,
  operationsSuite,
  paymentStoreSuite,
  SideDoor,
  sideDoorSuite,
} from "@cauri/conformance"

const withSideDoor = Layer.effectContext(
  Effect.sync(() => {
    const cell: MemoryCell = { current: emptyMemory }
    return Context.make(PaymentStore, PaymentStore.fromDriver(memoryDriver(cell))).pipe(
      Context.add(SharedState, memoryShared(cell, "memory")),
      Context.add(SideDoor, memorySideDoor(cell)),
    )
  }),
)

const withHost = Layer.effectContext(
  Effect.sync(() => {
    const cell: MemoryCell = { current: emptyMemory }
    return Context.make(PaymentStore, PaymentStore.fromDriver(memoryDriver(cell))).pipe(
      Context.add(SharedState, memoryShared(cell, "memory")),
      Context.add(HostTable, memoryHostTable(cell)),
    )
  }),
)

paymentStoreSuite("memory store", memoryStore, withHost)
operationsSuite("memory store, as the deployed programs use it", memoryStore)
sideDoorSuite("memory store, through its side door", withSideDoor)
