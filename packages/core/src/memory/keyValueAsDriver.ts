/**
 * The steps of a store that keeps each payment whole.
 */
import { Clock, Effect } from "effect"
import type { EventRow, PaymentRow, PaymentWrite } from "../ports/PaymentRow.ts"
import { keyText } from "../model/Identifiers.ts"
import {
  deliveriesOf,
  dueAt,
  isAfterCursor,
  type KeyValueDriver,
  allRows,
  keyValueDeliveries,
  type StoredPayment,
  stepOf,
} from "./KeyValueDriver.ts"
import { listOrder, listOrders } from "../ports/storeKit.ts"
import { earliest } from "../model/PaymentRecord.ts"
import { spendingStates } from "../model/Payment.ts"
import {
  type CallbackNote,
  type ClaimGuards,
  type Inserted,
  type ListQuery,
  notesPerPayment,
  type PaymentStoreDriver,
  type RowTerms,
} from "../ports/PaymentStoreDriver.ts"
import type { KeptNote } from "../ports/Evidence.ts"

const fits = (row: PaymentRow, query: ListQuery): boolean =>
  (query.id ?? row.id) === row.id &&
  (query.kind ?? row.kind) === row.kind &&
  (query.project ?? row.project) === row.project &&
  (query.rail ?? row.rail) === row.rail &&
  (query.operator === undefined || query.operator === row.operator) &&
  (query.orderRef === undefined || query.orderRef === row.orderRef) &&
  (query.refundOf === undefined || query.refundOf === row.refundOf) &&
  (query.states === undefined || query.states.some((state) => state === row.state)) &&
  (query.withOpenFlags === undefined || query.withOpenFlags === row.openFlags > 0) &&
  (query.amount === undefined || query.amount === row.amount) &&
  (query.partyEnding === undefined || (row.party?.endsWith(query.partyEnding) ?? false)) &&
  (query.token === undefined || row.attempts.some(({ token }) => token === query.token)) &&
  (query.mentions === undefined || row.body.includes(JSON.stringify(query.mentions))) &&
  row.createdAt >= (query.createdFrom ?? -Infinity) &&
  row.createdAt < (query.createdBefore ?? Infinity) &&
  isAfterCursor(row, query.after, listOrders[query.order ?? "oldest"])

const obstacle = (values: KeyValueDriver, write: PaymentWrite, guards: ClaimGuards) => {
  const scope = guards.pauses.find((each) => values.shared().pauses.has(each))
  if (scope !== undefined) return { _tag: "Paused" as const, scope }
  const others = allRows(values).filter((row) => row.kind === "payout" && keyText(row) !== keyText(write))
  const twin = guards.twin
  const isTwin = (row: PaymentRow) =>
    row.party === twin?.party &&
    row.amount === twin.amount &&
    (spendingStates.some((each) => each === row.state) ||
      (row.state === "completed" && (row.closedAt ?? 0) >= twin.completedSince))
  if (twin !== null && others.some(isTwin)) return { _tag: "Stopped" as const, because: "twin" as const }
  const refund = guards.refund
  if (refund === null) return null
  const given = others
    .filter((row) => row.refundOf === refund.of && row.project === refund.project)
    .filter((row) => row.state === "completed" || spendingStates.some((each) => each === row.state))
    .reduce((sum, row) => sum + row.amount, write.amount)
  return given > refund.atMost ? { _tag: "Stopped" as const, because: "refund_too_high" as const } : null
}

/** The writing steps, each synchronous. */
export const keyValueSteps = (values: KeyValueDriver) => {
  const replace = (
    stored: StoredPayment,
    next: PaymentWrite,
    events: ReadonlyArray<EventRow>,
    terms: RowTerms,
    lease: Partial<PaymentRow> = {},
  ): PaymentRow => {
    const { row: before, events: earlier, deliveries } = stored
    // An unread callback keeps the payment due.
    const actAt = before.newestNote > terms.readNote ? Math.min(next.actAt ?? terms.now, terms.now) : next.actAt
    const leaseUntil = terms.giveBack === before.leaseNumber ? 0 : before.leaseUntil
    const row: PaymentRow = { ...before, ...next, actAt, leaseUntil, version: before.version + 1, ...lease }
    const history = events.length === 0 ? earlier : [...earlier, ...events]
    values.set(keyText(row), {
      ...stored,
      row,
      events: history,
      deliveries: deliveriesOf(values, row, deliveries, events),
    })
    return row
  }
  const current = (row: PaymentWrite, terms: RowTerms): StoredPayment | undefined => {
    const found = values.get(keyText(row))
    const { newestNote, version } = found?.row ?? { newestNote: 0, version: 0 }
    return version === terms.version && newestNote <= (terms.unlessNoteAfter ?? Infinity) ? found : undefined
  }
  const save = (row: PaymentWrite, events: ReadonlyArray<EventRow>, terms: RowTerms) => {
    const found = current(row, terms)
    if (found === undefined) return "Stale"
    replace(found, row, events, terms)
    return "Saved"
  }
  const insert = (write: PaymentWrite, events: ReadonlyArray<EventRow>): Inserted<PaymentRow> => {
    const found = values.get(keyText(write))
    if (found !== undefined) return { _tag: "AlreadyThere", found: found.row }
    const row = { ...write, version: 1, leaseNumber: 0, leaseUntil: 0, newestNote: 0, notes: [] }
    values.set(keyText(row), { row, events, notes: [], deliveries: deliveriesOf(values, row, [], events) })
    return { _tag: "Inserted" }
  }
  return { replace, current, save, insert }
}

const withNote = (found: StoredPayment, callback: CallbackNote, isKept: boolean): StoredPayment => {
  const { notes, row } = found
  const { key: _, ...note } = callback
  const number = row.newestNote + 1
  const others = row.notes.filter((each) => each.attempt !== note.attempt)
  return {
    ...found,
    row: {
      ...row,
      newestNote: number,
      notes: [...others, { attempt: note.attempt, newest: number }],
      actAt: Math.min(row.actAt ?? note.receivedAt, note.receivedAt),
    },
    notes: isKept
      ? [...notes, { ...note, number, body: note.body === null ? null : Uint8Array.from(note.body) }]
      : notes,
  }
}

export const keyValueAsDriver = (values: KeyValueDriver): PaymentStoreDriver => {
  const { replace, current, save, insert } = keyValueSteps(values)
  return {
    ...keyValueDeliveries(values),
    clock: Effect.map(Clock.currentTimeMillis, (now) => {
      const newest = [...values.all()].flatMap(({ events }) => events.slice(-1))
      return [...newest, ...values.shared().heartbeats.values()].reduce((time, { at }) => Math.max(time, at), now)
    }),
    insert: (row, events) => stepOf("insert", () => insert(row, events)),
    find: (key) => stepOf("find", () => values.get(keyText(key))?.row ?? null),
    save: (row, events, terms) => stepOf("save", () => save(row, events, terms)),
    claim: (row, events, terms) =>
      stepOf("claim", () => {
        const found = current(row, terms)
        if (found === undefined) return { _tag: "Stale" }
        const stopped = obstacle(values, row, terms.guards)
        if (stopped !== null) return stopped
        const { leaseUntil } = terms
        const leaseNumber = found.row.leaseNumber + 1
        const { version } = replace(found, row, events, terms, { leaseNumber, leaseUntil })
        return { _tag: "Claimed", version, lease: { number: leaseNumber, until: leaseUntil } }
      }),
    takeDue: ({ except = [], limit, now, until }) =>
      stepOf("takeDue", () => {
        const leftOut = new Set<string>(except)
        const waiting = [...values.all()]
          .filter(({ row }) => dueAt(row) < Infinity && !leftOut.has(row.project))
          .toSorted(({ row: one }, { row: other }) => dueAt(one) - dueAt(other) || listOrder(one, other))
        const due = waiting.filter(({ row }) => dueAt(row) <= now && row.leaseUntil <= now).slice(0, limit)
        const taken = due.map((payment) => {
          const row = { ...payment.row, leaseNumber: payment.row.leaseNumber + 1, leaseUntil: until }
          values.set(keyText(row), { ...payment, row })
          return row
        })
        const left = waiting.filter((payment) => !due.includes(payment))
        return { taken, nextDueAt: earliest(...left.map(({ row }) => Math.max(dueAt(row), row.leaseUntil))) }
      }),
    noteCallback: (note) =>
      stepOf("noteCallback", () => {
        const found = values.get(keyText(note.key))
        if (found === undefined || found.row.attempts.every(({ number }) => number !== note.attempt)) return "Unknown"
        const isSame = ({ attempt, fingerprint }: KeptNote) =>
          attempt === note.attempt && fingerprint === note.fingerprint
        if (found.notes.some(isSame)) return "Repeat"
        const isKept =
          found.row.newestNote < notesPerPayment || found.row.notes.every(({ attempt }) => attempt !== note.attempt)
        values.set(keyText(note.key), withNote(found, note, isKept))
        return isKept ? "First" : "TooMany"
      }),
    list: (query) =>
      stepOf("list", () =>
        allRows(values)
          .filter((row) => fits(row, query))
          .toSorted(listOrders[query.order ?? "oldest"])
          .slice(0, query.limit),
      ),
    history: ({ key, after, limit }) =>
      stepOf("history", () =>
        (values.get(keyText(key))?.events ?? []).filter(({ seq }) => seq > after).slice(0, limit),
      ),
  }
}
