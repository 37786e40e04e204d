/**
 * Payments in memory, in driver form, for tests and for trying things out. A step is one assignment, so nobody sees half of it.
 */
import { Effect } from "effect"
import type { Heartbeat, Hold } from "../ports/DeskStore.ts"
import type { Announced, TransactionalListener } from "../ports/Outcomes.ts"
import type { EventRow, PaymentRow, Prepared } from "../ports/PaymentRow.ts"
import type { Inserted, PaymentStoreDriver } from "../ports/PaymentStoreDriver.ts"
import type { Deed, KeptNote } from "../ports/Reports.ts"
import type { PaymentShelf, ShelvedDelivery, ShelvedFollower, ShelvedPayment } from "./PaymentShelf.ts"
import { hearOn } from "./shelfDeliveries.ts"
import { shelfDriver, shelfSteps } from "./shelfDriver.ts"

const nothing: ReadonlyArray<never> = []

const whole = ({ current }: MemoryCell, name: string, row: PaymentRow): ShelvedPayment => ({
  row,
  events: current.events.get(name) ?? nothing,
  notes: current.notes.get(name) ?? nothing,
  deliveries: current.deliveries.get(name) ?? nothing,
})

/** The cell as a place for payments. What did not change is not copied. */
export const shelfOf = (cell: MemoryCell): PaymentShelf => ({
  get: (name) => {
    const row = cell.current.rows.get(name)
    return row && whole(cell, name, row)
  },
  set: (name, { row, events, notes, deliveries }) => {
    const { current } = cell
    const prints = () => new Set(notes.map(({ attempt, fingerprint }) => `${attempt} ${fingerprint}`))
    const isNoted = notes.length > 0 && notes !== current.notes.get(name)
    cell.current = {
      ...current,
      rows: put(current.rows, name, row),
      events: current.events.get(name) === events ? current.events : put(current.events, name, events),
      ...(deliveries !== (current.deliveries.get(name) ?? nothing) && {
        deliveries: put(current.deliveries, name, deliveries),
      }),
      ...(isNoted && {
        notes: put(current.notes, name, notes),
        fingerprints: put(current.fingerprints, name, prints()),
      }),
    }
  },
  all: () => [...cell.current.rows].map(([name, row]) => whole(cell, name, row)),
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
  readonly rows: ReadonlyMap<string, PaymentRow>
  readonly events: ReadonlyMap<string, ReadonlyArray<EventRow>>
  /** Fingerprints of the notes of each payment. */
  readonly fingerprints: ReadonlyMap<string, ReadonlySet<string>>
  /** The notes themselves, kept as evidence. */
  readonly notes: ReadonlyMap<string, ReadonlyArray<KeptNote>>
  /** What consumers have heard of each payment. */
  readonly deliveries: ReadonlyMap<string, ReadonlyArray<ShelvedDelivery>>
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
  rows: new Map(),
  events: new Map(),
  fingerprints: new Map(),
  notes: new Map(),
  deliveries: new Map(),
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
