/**
 * Payments in memory, in driver form, for tests and for trying things out. A step is one assignment, so nobody sees half of it.
 */
import { Effect } from "effect"
import type { Prepared } from "./intents.ts"
import { type MemoryCell, put } from "./memoryState.ts"
import type { Announced, TransactionalListener } from "./Outcomes.ts"
import type { PaymentRow } from "./PaymentRow.ts"
import { type PaymentShelf, shelfDriver, shelfSteps } from "./PaymentShelf.ts"
import type { Inserted, PaymentStoreDriver } from "./PaymentStoreDriver.ts"

/** The cell as a place for payments. What did not change is not copied. */
export const shelfOf = (cell: MemoryCell): PaymentShelf => ({
  get: (name) => {
    const { rows, events, notes } = cell.current
    const row = rows.get(name)
    return row && { row, events: events.get(name) ?? [], notes: notes.get(name) ?? [] }
  },
  set: (name, { row, events, notes }) => {
    const { current } = cell
    const prints = () => new Set(notes.map(({ attempt, fingerprint }) => `${attempt} ${fingerprint}`))
    const isNoted = notes.length > 0 && notes !== current.notes.get(name)
    cell.current = {
      ...current,
      rows: put(current.rows, name, row),
      events: current.events.get(name) === events ? current.events : put(current.events, name, events),
      ...(isNoted && {
        notes: put(current.notes, name, notes),
        fingerprints: put(current.fingerprints, name, prints()),
      }),
    }
  },
  rows: () => cell.current.rows.values(),
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
  hearWithin: (announcement, { row, events, terms }) =>
    Effect.suspend(() => {
      const before = cell.current
      try {
        const saved = shelfSteps(shelfOf(cell)).save(row, events, terms)
        if (saved === "Saved") handler(cell, announcement)
        return Effect.succeed(saved)
      } catch (thrown) {
        cell.current = before
        return Effect.fail(thrown)
      }
    }),
})

/** The payments of a memory store, in driver form. */
export const memoryDriver = (cell: MemoryCell): PaymentStoreDriver => shelfDriver(shelfOf(cell))
