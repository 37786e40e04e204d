/**
 * A store in memory, for tests and experiments: a `KeyValueDriver` over one value. A step is one assignment, so no other step sees half of it.
 */
import { Context, Effect, Layer } from "effect"
import { SharedState } from "../ports/SharedState.ts"
import type { DeliveredEvent, TransactionalConsumer } from "../ports/Consumers.ts"
import type { PaymentRow, Prepared } from "../ports/PaymentRow.ts"
import { type Inserted, type PaymentStoreDriver } from "../ports/PaymentStoreDriver.ts"
import type { StorePorts } from "../ports/StoreOpener.ts"
import {
  emptyShared,
  markDeliveredOn,
  type KeyValueDriver,
  type StoredPayment,
  type SharedValues,
} from "./KeyValueDriver.ts"
import { keyValueAsDriver, keyValueSteps } from "./keyValueAsDriver.ts"
import { put, sharedIn } from "./keyValueShared.ts"
import { keyValueStore } from "./keyValueStore.ts"

const keyValuesOf = (cell: MemoryCell): KeyValueDriver => ({
  get: (name) => cell.current.payments.get(name),
  set: (name, payment) => {
    cell.current = { ...cell.current, payments: put(cell.current.payments, name, payment) }
  },
  all: () => cell.current.payments.values(),
  shared: () => cell.current,
  setShared: (shared) => {
    cell.current = { ...cell.current, ...shared }
  },
})

/**
 * Stores a payment that was prepared, in one step with whatever else the host changes in the cell at that moment.
 *
 * ```ts
 * const cell = { current: emptyMemory }
 * const prepared = yield* payins.prepare(payin)
 * insertWithin(cell, prepared) // => { _tag: "Inserted" }
 * ```
 */
export const insertWithin = (cell: MemoryCell, { row, events }: Prepared): Inserted<PaymentRow> =>
  keyValueSteps(keyValuesOf(cell)).insert(row, events)

/**
 * A consumer whose handler runs in the step that marks what it receives: both change the one value of the cell, or neither does. A handler
 * keeps its own data under `host`.
 *
 * ```ts
 * const cell: MemoryCell = { current: emptyMemory }
 * const consumer = deliverWithin(cell, "orders", ({ current }, { key }) => {
 *   cell.current = { ...current, host: new Map([["paid", key.id]]) }
 * })
 * consumer.name // => "orders"
 * ```
 */
export const deliverWithin = (
  cell: MemoryCell,
  name: string,
  handler: (cell: MemoryCell, deliveredEvent: DeliveredEvent) => void,
): TransactionalConsumer => ({
  name,
  receiveWithin: (deliveredEvent, { lease }) =>
    Effect.suspend(() => {
      const before = cell.current
      try {
        const received = markDeliveredOn(keyValuesOf(cell), lease, deliveredEvent.seq)
        if (received === "Delivered") handler(cell, deliveredEvent)
        return Effect.succeed(received)
      } catch (thrown) {
        cell.current = before
        return Effect.fail(thrown)
      }
    }),
})

/**
 * The payments of a memory store, in driver form.
 *
 * ```ts
 * const driver = memoryDriver({ current: emptyMemory })
 * const { events, row } = yield* payouts.prepare(payout)
 * yield* driver.insert(row, events)
 * yield* Effect.map(driver.list({ kind: "payout", limit: 10 }), (rows) => rows.map(({ version }) => version)) // => [1]
 * ```
 */
export const memoryDriver = (cell: MemoryCell): PaymentStoreDriver => keyValueAsDriver(keyValuesOf(cell))

/** Everything that a memory store holds. */
export interface MemoryState extends SharedValues {
  readonly payments: ReadonlyMap<string, StoredPayment>
  /** What a host keeps beside the payments; the stores leave it alone. */
  readonly host: ReadonlyMap<string, unknown>
}

/**
 * A memory store without anything in it.
 *
 * ```ts
 * emptyMemory.payments.size // => 0
 * ```
 */
export const emptyMemory: MemoryState = { ...emptyShared, payments: new Map(), host: new Map() }

/** The one reference that holds a memory store's value. */
export interface MemoryCell {
  current: MemoryState
}

/**
 * What people and processes share, in this cell.
 *
 * ```ts
 * const shared = memoryShared({ current: emptyMemory }, "mine")
 * yield* shared.resume("payouts") // => false
 * ```
 */
export const memoryShared = (cell: MemoryCell, id: string): SharedState["Service"] => sharedIn(keyValuesOf(cell), id)

/**
 * Every port over this cell.
 *
 * ```ts
 * const ports = memoryPorts({ current: emptyMemory }, "shop")
 * yield* Effect.flatMap(SharedState, (shared) => shared.identity()).pipe(Effect.provideContext(ports)) // => { id: "shop", highWater: 0 }
 * ```
 */
export const memoryPorts = (cell: MemoryCell, id = "memory"): Context.Context<StorePorts> =>
  keyValueStore(id, keyValuesOf(cell))

/**
 * Every port in memory. Every build of the layer is a store of its own.
 *
 * ```ts
 * const count = PaymentStore.pipe(Effect.flatMap((store) => store.list({ limit: 10 })), Effect.map((found) => found.length))
 * yield* Effect.provide(count, memoryStore) // => 0
 * ```
 */
export const memoryStore: Layer.Layer<StorePorts> = Layer.effectContext(
  Effect.sync(() => memoryPorts({ current: emptyMemory })),
)
