/**
 * Payments in memory, in driver form, for tests and for trying things out. A step is one assignment, so nobody sees half of it.
 */
import { Effect } from "effect"
import type { Prepared } from "../work/intents.ts"
import { type MemoryCell, put } from "./memoryState.ts"
import type { Announced, TransactionalListener } from "../ports/Outcomes.ts"
import type { PaymentRow } from "../ports/PaymentRow.ts"
import type { PaymentShelf, ShelvedPayment } from "./PaymentShelf.ts"
import type { Inserted, PaymentStoreDriver } from "../ports/PaymentStoreDriver.ts"
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
