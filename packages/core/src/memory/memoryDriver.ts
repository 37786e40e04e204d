/**
 * Payments in memory, in driver form, for tests and for trying things out. A step is one assignment, so nobody sees half of it.
 */
import { Effect } from "effect"
import type { Heartbeat, Hold } from "../ports/DeskStore.ts"
import type { Announced, TransactionalListener } from "../ports/Outcomes.ts"
import type { PaymentRow, Prepared } from "../ports/PaymentRow.ts"
import type { Inserted, PaymentStoreDriver } from "../ports/PaymentStoreDriver.ts"
import type { Deed } from "../ports/Reports.ts"
import type { PaymentShelf, ShelvedFollower, ShelvedPayment } from "./PaymentShelf.ts"
import { hearOn } from "./shelfDeliveries.ts"
import { shelfDriver, shelfSteps } from "./shelfDriver.ts"

/** The cell as a place for payments. */
export const shelfOf = (cell: MemoryCell): PaymentShelf => ({
  get: (name) => cell.current.payments.get(name),
  set: (name, payment) => {
    cell.current = { ...cell.current, payments: put(cell.current.payments, name, payment) }
  },
  all: () => cell.current.payments.values(),
  followers: () => cell.current.followers,
  setFollowers: (followers) => {
    cell.current = { ...cell.current, followers }
  },
  isHeld: (scope) => cell.current.holds.has(scope),
})

/** Stores a payment that was prepared, in one step with whatever else the host changes in the cell at that moment. */
export const insertWithin = (cell: MemoryCell, { row, events }: Prepared): Inserted<PaymentRow> =>
  shelfSteps(shelfOf(cell)).insert(row, events)

/**
 * A consumer whose handler runs in the step that marks what it hears: both change the one value of the cell, or neither does. What
 * a handler keeps there lies under `host`.
 */
export const announceWithin = (
  cell: MemoryCell,
  name: string,
  handler: (cell: MemoryCell, announcement: Announced) => void,
): TransactionalListener => ({
  name,
  hearWithin: (announcement, { lease }) =>
    Effect.suspend(() => {
      const before = cell.current
      try {
        const heard = hearOn(shelfOf(cell), lease, announcement.seq)
        if (heard === "Heard") handler(cell, announcement)
        return Effect.succeed(heard)
      } catch (thrown) {
        cell.current = before
        return Effect.fail(thrown)
      }
    }),
})

/** The payments of a memory store, in driver form. */
export const memoryDriver = (cell: MemoryCell): PaymentStoreDriver => shelfDriver(shelfOf(cell))

/** Everything that a memory store holds. */
export interface MemoryState {
  readonly payments: ReadonlyMap<string, ShelvedPayment>
  readonly followers: ReadonlyArray<ShelvedFollower>
  /** By their scopes. */
  readonly holds: ReadonlyMap<string, ReadonlyArray<Hold>>
  readonly heartbeats: ReadonlyMap<string, Heartbeat>
  /** When the next turn of each rate falls due. */
  readonly turns: ReadonlyMap<string, number>
  /** The oldest first. */
  readonly deeds: ReadonlyArray<Deed>
  /** What a host keeps beside the payments; the stores leave it alone. */
  readonly host: ReadonlyMap<string, unknown>
}

/** A memory store without anything in it. */
export const emptyMemory: MemoryState = {
  payments: new Map(),
  followers: [],
  holds: new Map(),
  heartbeats: new Map(),
  turns: new Map(),
  deeds: [],
  host: new Map(),
}

/** The one place where a memory store keeps its value. */
export interface MemoryCell {
  current: MemoryState
}

/** The map with one more entry. */
export const put = <A>(map: ReadonlyMap<string, A>, key: string, value: A): ReadonlyMap<string, A> =>
  new Map(map).set(key, value)
