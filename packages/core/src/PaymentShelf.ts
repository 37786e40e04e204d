/**
 * A store that keeps each payment whole, as one value under its name: in a Map, in a file, in a database of keys and values. The steps of
 * the driver are here; a team that keeps payments in a place of its own brings the place.
 */
import { Effect, Option } from "effect"
import type { KeptNote } from "./Reports.ts"
import type { EventRow, PaymentRow, PaymentWrite } from "./PaymentRow.ts"
import { spendingStates } from "./model/states.ts"
import {
  type CallbackNote,
  type ClaimGuards,
  type Inserted,
  type ListQuery,
  notesPerPayment,
  type PaymentStoreDriver,
  type RowTerms,
} from "./PaymentStoreDriver.ts"

/** Everything about one payment. */
export interface ShelvedPayment {
  readonly row: PaymentRow
  readonly events: ReadonlyArray<EventRow>
  /** The callbacks that came, as evidence. */
  readonly notes: ReadonlyArray<KeptNote>
}

/**
 * The place. No call may wait, and nobody else may write to it: then a step is done before anybody sees half of it. A step writes one
 * payment; only `takeDue` writes several, each of which stands for itself. `set` comes back when the payment will survive what the place
 * is meant to survive.
 */
export interface PaymentShelf {
  readonly get: (name: string) => ShelvedPayment | undefined
  readonly set: (name: string, payment: ShelvedPayment) => void
  /** The rows of all payments. */
  readonly rows: () => Iterable<PaymentRow>
  /** Whether people, or the program, stopped this scope: `DeskStore.holds`. */
  readonly isHeld: (scope: string) => boolean
}

/** When a payment wants a worker; never: `Infinity`. */
export const dueAt = (row: PaymentRow): number => Math.min(row.actAt ?? Infinity, row.announceAt ?? Infinity)

type Named = Pick<PaymentWrite, "kind" | "project" | "id">

/** The name of a payment in the place. */
export const nameOf = ({ kind, project, id }: Named): string => `${kind} ${project}/${id}`

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Part by part, so that "shop" comes before "shop-2" as it does in a database. */
const keyOrder = (one: Named, other: Named): number =>
  compare(one.kind, other.kind) || compare(one.project, other.project) || compare(one.id, other.id)

const order = (one: PaymentWrite, other: PaymentWrite): number =>
  one.createdAt - other.createdAt || keyOrder(one, other)

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

const obstacle = (shelf: PaymentShelf, write: PaymentWrite, guards: ClaimGuards) => {
  const scope = guards.holds.find(shelf.isHeld)
  if (scope !== undefined) return { _tag: "OnHold" as const, scope }
  const others = [...shelf.rows()].filter((row) => row.kind === "payout" && nameOf(row) !== nameOf(write))
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

/** The writing steps, each of them done at once. */
export const shelfSteps = (shelf: PaymentShelf) => {
  const replace = (
    { row: before, events: told, notes }: ShelvedPayment,
    next: PaymentWrite,
    events: ReadonlyArray<EventRow>,
    terms: RowTerms,
    lease: Partial<PaymentRow> = {},
  ): PaymentRow => {
    // A callback that nobody has read yet keeps the payment due.
    const actAt = before.newestNote > terms.readNote ? Math.min(next.actAt ?? terms.now, terms.now) : next.actAt
    const leaseUntil = terms.giveBack === before.leaseNumber ? 0 : before.leaseUntil
    const row: PaymentRow = { ...before, ...next, actAt, leaseUntil, version: before.version + 1, ...lease }
    shelf.set(nameOf(row), { row, events: events.length === 0 ? told : [...told, ...events], notes })
    return row
  }
  const current = (row: PaymentWrite, terms: RowTerms): ShelvedPayment | undefined => {
    const found = shelf.get(nameOf(row))
    const { newestNote, version } = found?.row ?? { newestNote: 0, version: 0 }
    return version === terms.version && newestNote <= (terms.unlessNotedAfter ?? Infinity) ? found : undefined
  }
  const save = (row: PaymentWrite, events: ReadonlyArray<EventRow>, terms: RowTerms) => {
    const found = current(row, terms)
    if (found === undefined) return "Stale"
    replace(found, row, events, terms)
    return "Saved"
  }
  const insert = (write: PaymentWrite, events: ReadonlyArray<EventRow>): Inserted<PaymentRow> => {
    const found = shelf.get(nameOf(write))
    if (found !== undefined) return { _tag: "AlreadyThere", found: found.row }
    const row = { ...write, version: 1, leaseNumber: 0, leaseUntil: 0, newestNote: 0, notes: [] }
    shelf.set(nameOf(row), { row, events, notes: [] })
    return { _tag: "Inserted" }
  }
  return { replace, current, save, insert }
}

const noted = ({ events, notes, row }: ShelvedPayment, callback: CallbackNote, isKept: boolean): ShelvedPayment => {
  const { key: _, ...note } = callback
  const number = row.newestNote + 1
  const others = row.notes.filter((each) => each.attempt !== note.attempt)
  return {
    row: {
      ...row,
      newestNote: number,
      notes: [...others, { attempt: note.attempt, newest: number }],
      actAt: Math.min(row.actAt ?? note.receivedAt, note.receivedAt),
    },
    events,
    notes: isKept
      ? [...notes, { ...note, number, body: note.body === null ? null : Uint8Array.from(note.body) }]
      : notes,
  }
}

/** The payments of a place, in driver form. */
export const shelfDriver = (shelf: PaymentShelf): PaymentStoreDriver => {
  const { replace, current, save, insert } = shelfSteps(shelf)
  return {
    insert: (row, events) => Effect.sync(() => insert(row, events)),
    find: (key) => Effect.sync(() => Option.fromUndefinedOr(shelf.get(nameOf(key))?.row)),
    save: (row, events, terms) => Effect.sync(() => save(row, events, terms)),
    claim: (row, events, terms, guards, until) =>
      Effect.sync(() => {
        const found = current(row, terms)
        if (found === undefined) return { _tag: "Stale" }
        const stopped = obstacle(shelf, row, guards)
        if (stopped !== null) return stopped
        const lease = { number: found.row.leaseNumber + 1, until }
        const { version } = replace(found, row, events, terms, { leaseNumber: lease.number, leaseUntil: until })
        return { _tag: "Claimed", version, lease }
      }),
    takeDue: (now, limit, leaseUntil, except = []) =>
      Effect.sync(() => {
        const leftOut = new Set<string>(except)
        const waiting = [...shelf.rows()]
          .filter((row) => dueAt(row) < Infinity)
          .filter((row) => !leftOut.has(row.project) || (row.announceAt ?? Infinity) <= now)
          .toSorted((one, other) => dueAt(one) - dueAt(other) || order(one, other))
        const due = waiting.filter((row) => dueAt(row) <= now && row.leaseUntil <= now).slice(0, limit)
        const taken = due.map((row) => ({ ...row, leaseNumber: row.leaseNumber + 1, leaseUntil }))
        for (const row of taken) {
          const { events = [], notes = [] } = shelf.get(nameOf(row)) ?? {}
          shelf.set(nameOf(row), { row, events, notes })
        }
        const times = waiting.filter((row) => !due.includes(row)).map((row) => Math.max(dueAt(row), row.leaseUntil))
        return { taken, nextDueAt: times.length === 0 ? null : Math.min(...times) }
      }),
    noteCallback: (note) =>
      Effect.sync(() => {
        const found = shelf.get(nameOf(note.key))
        if (found === undefined || found.row.attempts.every(({ number }) => number !== note.attempt)) return "Unknown"
        const isSame = ({ attempt, fingerprint }: KeptNote) =>
          attempt === note.attempt && fingerprint === note.fingerprint
        if (found.notes.some(isSame)) return "Repeat"
        const isKept =
          found.row.newestNote < notesPerPayment || found.row.notes.every(({ attempt }) => attempt !== note.attempt)
        shelf.set(nameOf(note.key), noted(found, note, isKept))
        return isKept ? "First" : "TooMany"
      }),
    list: (query) =>
      Effect.sync(() =>
        [...shelf.rows()]
          .filter((row) => fits(row, query))
          .toSorted(order)
          .slice(0, query.limit),
      ),
    history: (key, after, limit) =>
      Effect.sync(() => (shelf.get(nameOf(key))?.events ?? []).filter(({ seq }) => seq > after).slice(0, limit)),
  }
}
