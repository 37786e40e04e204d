/**
 * Payments in memory, in driver form, for tests and for trying things out. A step is one assignment, so nobody sees half of it.
 */
import { Effect, Option } from "effect"
import { keyText } from "./Identifiers.ts"
import type { Prepared } from "./intents.ts"
import { type MemoryCell, type MemoryState, put } from "./memoryState.ts"
import type { Announced, TransactionalListener } from "./Outcomes.ts"
import type { EventRow, PaymentRow, PaymentWrite } from "./PaymentRow.ts"
import {
  type CallbackNote,
  type ClaimGuards,
  type Inserted,
  type ListQuery,
  notesPerPayment,
  type PaymentStoreDriver,
  type RowTerms,
  spendingStates,
} from "./PaymentStore.ts"

const dueAt = (row: PaymentRow): number => Math.min(row.actAt ?? Infinity, row.announceAt ?? Infinity)

type Named = Pick<PaymentWrite, "kind" | "project" | "id">

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Part by part, so that "shop" comes before "shop-2" as it does in a database. */
const keyOrder = (one: Named, other: Named): number =>
  compare(one.kind, other.kind) || compare(one.project, other.project) || compare(one.id, other.id)

const order = (one: PaymentWrite, other: PaymentWrite): number =>
  one.createdAt - other.createdAt || keyOrder(one, other)

const keyOf = (row: Named): string => `${row.kind} ${row.project}/${row.id}`

const fits = (row: PaymentRow, query: ListQuery): boolean =>
  (query.id ?? row.id) === row.id &&
  (query.kind ?? row.kind) === row.kind &&
  (query.project ?? row.project) === row.project &&
  (query.rail ?? row.rail) === row.rail &&
  (query.operator === undefined || query.operator === row.operator) &&
  (query.orderRef === undefined || query.orderRef === row.orderRef) &&
  (query.refundOf === undefined || query.refundOf === row.refundOf) &&
  (query.states === undefined || query.states.includes(row.state)) &&
  (query.withOpenFlags === undefined || query.withOpenFlags === row.openFlags > 0) &&
  row.createdAt >= (query.createdFrom ?? -Infinity) &&
  row.createdAt < (query.createdBefore ?? Infinity) &&
  (query.after === undefined ||
    row.createdAt > query.after.createdAt ||
    (row.createdAt === query.after.createdAt && keyOrder(row, query.after.key) > 0))

const obstacle = (state: MemoryState, write: PaymentWrite, guards: ClaimGuards) => {
  const scope = guards.holds.find((each) => state.holds.has(each))
  if (scope !== undefined) return { _tag: "OnHold" as const, scope }
  const others = [...state.rows.values()].filter((row) => row.kind === "payout" && keyOf(row) !== keyOf(write))
  const twin = guards.twin
  const isTwin = (row: PaymentRow) =>
    row.party === twin?.party &&
    row.amount === twin.amount &&
    (spendingStates.some((each) => each === row.state) ||
      (row.state === "Completed" && (row.closedAt ?? 0) >= twin.completedSince))
  if (twin !== null && others.some(isTwin)) return { _tag: "Twin" as const }
  const refund = guards.refund
  if (refund === null) return null
  const given = others
    .filter((row) => row.refundOf === refund.of && row.project === refund.project)
    .filter((row) => row.state === "Completed" || spendingStates.some((each) => each === row.state))
    .reduce((sum, row) => sum + row.amount, write.amount)
  return given > refund.atMost ? { _tag: "RefundTooHigh" as const } : null
}

/** The writing steps on a cell, each of them done at once. */
const stepsOn = (cell: MemoryCell) => {
  const write = (row: PaymentRow, events: ReadonlyArray<EventRow>) => {
    const key = keyOf(row)
    cell.current = {
      ...cell.current,
      rows: put(cell.current.rows, key, row),
      events: put(cell.current.events, key, [...(cell.current.events.get(key) ?? []), ...events]),
    }
  }
  const replace = (before: PaymentRow, next: PaymentWrite, events: ReadonlyArray<EventRow>, terms: RowTerms) => {
    const actAt = before.newestNote > terms.readNote ? Math.min(next.actAt ?? terms.now, terms.now) : next.actAt
    const leaseUntil = terms.giveBack === before.leaseNumber ? 0 : before.leaseUntil
    const row: PaymentRow = { ...before, ...next, actAt, leaseUntil, version: before.version + 1 }
    write(row, events)
    return row
  }
  const current = (row: PaymentWrite, terms: RowTerms): PaymentRow | undefined => {
    const found = cell.current.rows.get(keyOf(row))
    const unchanged = found?.version === terms.version && found.newestNote <= (terms.unlessNotedAfter ?? Infinity)
    return unchanged ? found : undefined
  }
  const save = (row: PaymentWrite, events: ReadonlyArray<EventRow>, terms: RowTerms) => {
    const found = current(row, terms)
    if (found === undefined) return "Stale"
    replace(found, row, events, terms)
    return "Saved"
  }
  const insert = (row: PaymentWrite, events: ReadonlyArray<EventRow>): Inserted<PaymentRow> => {
    const found = cell.current.rows.get(keyOf(row))
    if (found !== undefined) return { _tag: "AlreadyThere", found }
    write({ ...row, version: 1, leaseNumber: 0, leaseUntil: 0, newestNote: 0, notes: [] }, events)
    return { _tag: "Inserted" }
  }
  return { write, replace, current, save, insert }
}

/** Stores a payment that was prepared, in one step with whatever else the host changes in the cell at that moment. */
export const insertWithin = (cell: MemoryCell, { row, events }: Prepared): Inserted<PaymentRow> =>
  stepsOn(cell).insert(row, events)

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
        const saved = stepsOn(cell).save(row, events, terms)
        if (saved === "Saved") handler(cell, announcement)
        return Effect.succeed(saved)
      } catch (thrown) {
        cell.current = before
        return Effect.fail(thrown)
      }
    }),
})

/** The payments of a memory store, in driver form. */
export const memoryDriver = (cell: MemoryCell): PaymentStoreDriver => {
  const { write, replace, current, save, insert } = stepsOn(cell)
  return {
    insert: (row, events) => Effect.sync(() => insert(row, events)),
    find: (key) => Effect.sync(() => Option.fromUndefinedOr(cell.current.rows.get(keyText(key)))),
    save: (row, events, terms) => Effect.sync(() => save(row, events, terms)),
    claim: (row, events, terms, guards, leaseUntil) =>
      Effect.sync(() => {
        const found = current(row, terms)
        if (found === undefined) return { _tag: "Stale" }
        const stopped = obstacle(cell.current, row, guards)
        if (stopped !== null) return stopped
        const saved = replace(found, row, events, terms)
        const lease = { number: saved.leaseNumber + 1, until: leaseUntil }
        write({ ...saved, leaseNumber: lease.number, leaseUntil }, [])
        return { _tag: "Claimed", version: saved.version, lease }
      }),
    takeDue: (now, limit, leaseUntil) =>
      Effect.sync(() => {
        const waiting = [...cell.current.rows.values()]
          .filter((row) => dueAt(row) < Infinity)
          .toSorted((one, other) => dueAt(one) - dueAt(other) || order(one, other))
        const taken = waiting
          .filter((row) => dueAt(row) <= now && row.leaseUntil <= now)
          .slice(0, limit)
          .map((row) => ({ ...row, leaseNumber: row.leaseNumber + 1, leaseUntil }))
        for (const row of taken) write(row, [])
        const left = waiting.filter((row) => taken.every((each) => keyOf(each) !== keyOf(row)))
        const times = left.map((row) => Math.max(dueAt(row), row.leaseUntil))
        return { taken, nextDueAt: times.length === 0 ? null : Math.min(...times) }
      }),
    noteCallback: (note: CallbackNote) =>
      Effect.sync(() => {
        const key = keyText(note.key)
        const row = cell.current.rows.get(key)
        if (row === undefined || row.attempts.every((attempt) => attempt.number !== note.attempt)) return "Unknown"
        if (row.newestNote >= notesPerPayment && row.notes.some(({ attempt }) => attempt === note.attempt))
          return "TooMany"
        const seen = cell.current.fingerprints.get(key) ?? new Set<string>()
        const fingerprint = `${note.attempt} ${note.fingerprint}`
        if (seen.has(fingerprint)) return "Repeat"
        const number = row.newestNote + 1
        const others = row.notes.filter((each) => each.attempt !== note.attempt)
        write(
          {
            ...row,
            newestNote: number,
            notes: [...others, { attempt: note.attempt, newest: number }],
            actAt: Math.min(row.actAt ?? note.receivedAt, note.receivedAt),
          },
          [],
        )
        const { key: _, ...kept } = note
        const body = note.body === null ? null : Uint8Array.from(note.body)
        cell.current = {
          ...cell.current,
          fingerprints: put(cell.current.fingerprints, key, new Set(seen).add(fingerprint)),
          notes: put(cell.current.notes, key, [...(cell.current.notes.get(key) ?? []), { ...kept, number, body }]),
        }
        return "First"
      }),
    list: (query) =>
      Effect.sync(() =>
        [...cell.current.rows.values()]
          .filter((row) => fits(row, query))
          .toSorted(order)
          .slice(0, query.limit),
      ),
    history: (key, after, limit) =>
      Effect.sync(() => (cell.current.events.get(keyText(key)) ?? []).filter((row) => row.seq > after).slice(0, limit)),
  }
}
