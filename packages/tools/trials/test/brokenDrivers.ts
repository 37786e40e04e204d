/**
 * Memory drivers with one small lie each, of the kinds that two databases could differ in.
 */
import { keyText } from "@cauri/core"
import { memoryDriver, type PaymentRow } from "@cauri/core/adapter"
import { Effect } from "effect"
import type { MakeDriver } from "../src/stores/subjects.ts"

const dueAt = (row: PaymentRow) => row.actAt ?? Infinity

/** What is due at one time comes in another order. */
const tiesTurned: MakeDriver = (cell) => {
  const driver = memoryDriver(cell)
  return {
    ...driver,
    takeDue: (...given) =>
      Effect.map(driver.takeDue(...given), ({ taken, nextDueAt }) => ({
        taken: taken.toReversed().toSorted((one, other) => dueAt(one) - dueAt(other)),
        nextDueAt,
      })),
  }
}

/** The second note of a payment is acknowledged and its evidence is not kept. */
const noteLost: MakeDriver = (cell) => {
  const driver = memoryDriver(cell)
  return {
    ...driver,
    noteCallback: (note) =>
      Effect.tap(driver.noteCallback(note), () =>
        Effect.sync(() => {
          const key = keyText(note.key)
          const found = cell.current.payments.get(key)
          if (found === undefined) return
          const kept = { ...found, notes: found.notes.slice(0, 1) }
          cell.current = { ...cell.current, payments: new Map(cell.current.payments).set(key, kept) }
        }),
      ),
  }
}

const versionTwice: MakeDriver = (cell) => {
  const driver = memoryDriver(cell)
  return {
    ...driver,
    save: (row, events, terms) =>
      Effect.tap(driver.save(row, events, terms), (saved) =>
        Effect.sync(() => {
          const key = `${row.kind} ${row.project}/${row.id}`
          const stored = cell.current.payments.get(key)
          if (saved === "Stale" || stored === undefined) return
          const twice = { ...stored, row: { ...stored.row, version: stored.row.version + 1 } }
          cell.current = { ...cell.current, payments: new Map(cell.current.payments).set(key, twice) }
        }),
      ),
  }
}

/** What a consumer refused counts as heard. */
const refusalDelivered: MakeDriver = (cell) => {
  const driver = memoryDriver(cell)
  return {
    ...driver,
    retryDelivery: (lease, retryAt) =>
      Effect.flatMap(driver.deliveries({ consumer: lease.consumer, key: lease.key, limit: 1 }), ([waiting]) =>
        waiting === undefined
          ? Effect.void
          : Effect.asVoid(driver.markDelivered(lease, { seq: waiting.newest, now: retryAt })),
      ),
  }
}

/** A lease that is over ends the delivery all the same. */
const staleDelivered: MakeDriver = (cell) => {
  const driver = memoryDriver(cell)
  return {
    ...driver,
    markDelivered: (lease, { seq, now }) => Effect.as(driver.markDelivered(lease, { seq, now }), "Delivered" as const),
  }
}

/** The lies, each with the commands of the shortest sequence that shows it. */
export const brokenDrivers: Readonly<Record<string, readonly [MakeDriver, ReadonlyArray<string>]>> = {
  "what is due at one time comes in another order": [tiesTurned, ["Insert", "Insert", "TakeDue"]],
  "the second note of a payment is not kept": [noteLost, ["Insert", "Note", "Note"]],
  "what a consumer refused counts as heard": [refusalDelivered, ["Insert", "Follow", "TakeDeliveries", "Undelivered"]],
  "a stale lease is said to have ended a delivery": [staleDelivered, ["Delivered"]],
  "a save counts twice": [versionTwice, ["Insert", "Save"]],
}
