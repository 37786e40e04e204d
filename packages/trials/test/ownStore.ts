import {
  type ClaimGuards,
  type EventRow,
  type ListQuery,
  type MemoryCell,
  notesPerPayment,
  type PaymentRow,
  type PaymentStoreDriver,
  type PaymentWrite,
  type RowTerms,
  spendingStates,
} from "@cauri/core"
import { Effect, Option } from "effect"

type Named = Pick<PaymentWrite, "kind" | "project" | "id">
const nameOf = ({ kind, project, id }: Named) => `${kind} ${project}/${id}`
const orderOf = (row: Named) => `${row.kind}\0${row.project}\0${row.id}`
const dueAt = (row: PaymentRow) => Math.min(row.actAt ?? Infinity, row.announceAt ?? Infinity)
const isSpent = ({ state }: PaymentRow) => spendingStates.some((each) => each === state)

const fits = (row: PaymentRow, query: ListQuery) => {
  const { after, createdBefore = Infinity, createdFrom = 0, kind, limit: _, states, withOpenFlags, ...equal } = query
  const wanted = Object.entries({ kind, ...equal }).filter(([, value]) => value !== undefined)
  if (!wanted.every(([column, value]) => Reflect.get(row, column) === value)) return false
  if (states !== undefined && !states.includes(row.state)) return false
  if (withOpenFlags !== undefined && withOpenFlags !== row.openFlags > 0) return false
  if (row.createdAt < createdFrom || row.createdAt >= createdBefore) return false
  if (after === undefined || row.createdAt > after.createdAt) return true
  return row.createdAt === after.createdAt && orderOf(row) > orderOf(after.key)
}

/** A store of one's own: rows in a Map. `desk` holds what people stopped. Each step is one turn of the event loop, so nobody sees half of it. */
export const ownDriver = (desk: MemoryCell): PaymentStoreDriver => {
  const rows = new Map<string, PaymentRow>()
  const histories = new Map<string, ReadonlyArray<EventRow>>()
  const prints = new Set<string>()

  const put = (row: PaymentRow, events: ReadonlyArray<EventRow> = []): PaymentRow => {
    rows.set(nameOf(row), row)
    histories.set(nameOf(row), [...(histories.get(nameOf(row)) ?? []), ...events])
    return row
  }
  const current = (row: PaymentWrite, { unlessNotedAfter = Infinity, version }: RowTerms) => {
    const found = rows.get(nameOf(row))
    return found?.version === version && found.newestNote <= unlessNotedAfter ? found : undefined
  }
  const replace = (found: PaymentRow, row: PaymentWrite, events: ReadonlyArray<EventRow>, terms: RowTerms) => {
    // A callback that nobody has read yet keeps the payment due.
    const actAt = found.newestNote > terms.readNote ? Math.min(row.actAt ?? terms.now, terms.now) : row.actAt
    const leaseUntil = terms.giveBack === found.leaseNumber ? 0 : found.leaseUntil
    return put({ ...found, ...row, actAt, leaseUntil, version: found.version + 1 }, events)
  }
  const obstacle = (row: PaymentWrite, { holds, refund, twin }: ClaimGuards) => {
    const scope = holds.find((each) => desk.current.holds.has(each))
    if (scope !== undefined) return { _tag: "OnHold" as const, scope }
    const others = [...rows.values()].filter((each) => each.kind === "payout" && nameOf(each) !== nameOf(row))
    const alike = others.filter(({ amount, party }) => twin?.party === party && twin.amount === amount)
    const recent = (each: PaymentRow) =>
      each.state === "Completed" && (each.closedAt ?? 0) >= (twin?.completedSince ?? Infinity)
    if (alike.some((each) => isSpent(each) || recent(each))) return { _tag: "Twin" as const }
    const given = others
      .filter((each) => each.refundOf === refund?.of && each.project === refund.project)
      .filter((each) => each.state === "Completed" || isSpent(each))
      .reduce((sum, { amount }) => sum + amount, row.amount)
    return refund !== null && given > refund.atMost ? { _tag: "RefundTooHigh" as const } : null
  }

  return {
    insert: (row, events) =>
      Effect.sync(() => {
        const found = rows.get(nameOf(row))
        if (found !== undefined) return { _tag: "AlreadyThere", found }
        put({ ...row, version: 1, leaseNumber: 0, leaseUntil: 0, newestNote: 0, notes: [] }, events)
        return { _tag: "Inserted" }
      }),
    find: (key) => Effect.sync(() => Option.fromUndefinedOr(rows.get(nameOf(key)))),
    save: (row, events, terms) =>
      Effect.sync(() => {
        const found = current(row, terms)
        if (found === undefined) return "Stale"
        replace(found, row, events, terms)
        return "Saved"
      }),
    claim: (row, events, terms, guards, leaseUntil) =>
      Effect.sync(() => {
        const found = current(row, terms)
        if (found === undefined) return { _tag: "Stale" }
        const stopped = obstacle(row, guards)
        if (stopped !== null) return stopped
        const saved = replace(found, row, events, terms)
        const { leaseNumber, version } = put({ ...saved, leaseNumber: saved.leaseNumber + 1, leaseUntil })
        return { _tag: "Claimed", version, lease: { number: leaseNumber, until: leaseUntil } }
      }),
    takeDue: (now, limit, leaseUntil) =>
      Effect.sync(() => {
        const waiting = [...rows.values()]
          .filter((row) => dueAt(row) < Infinity)
          .toSorted((a, b) => dueAt(a) - dueAt(b) || a.createdAt - b.createdAt || (orderOf(a) < orderOf(b) ? -1 : 1))
        const taken = waiting.filter((row) => Math.max(dueAt(row), row.leaseUntil) <= now).slice(0, limit)
        const left = waiting.filter((row) => !taken.includes(row)).map((row) => Math.max(dueAt(row), row.leaseUntil))
        return {
          taken: taken.map((row) => put({ ...row, leaseNumber: row.leaseNumber + 1, leaseUntil })),
          nextDueAt: left.length === 0 ? null : Math.min(...left),
        }
      }),
    noteCallback: ({ key, attempt, fingerprint, receivedAt }) =>
      Effect.sync(() => {
        const row = rows.get(nameOf(key))
        if (row === undefined || row.attempts.every(({ number }) => number !== attempt)) return "Unknown"
        if (row.newestNote >= notesPerPayment && row.notes.some((note) => note.attempt === attempt)) return "TooMany"
        const print = `${nameOf(key)} ${attempt} ${fingerprint}`
        if (prints.has(print)) return "Repeat"
        prints.add(print)
        const newestNote = row.newestNote + 1
        const notes = [...row.notes.filter((note) => note.attempt !== attempt), { attempt, newest: newestNote }]
        put({ ...row, newestNote, notes, actAt: Math.min(row.actAt ?? receivedAt, receivedAt) })
        return "First"
      }),
    list: (query) =>
      Effect.sync(() =>
        [...rows.values()]
          .filter((row) => fits(row, query))
          .toSorted((a, b) => a.createdAt - b.createdAt || (orderOf(a) < orderOf(b) ? -1 : 1))
          .slice(0, query.limit),
      ),
    history: (key, after, limit) =>
      Effect.sync(() => (histories.get(nameOf(key)) ?? []).filter(({ seq }) => seq > after).slice(0, limit)),
  }
}
