/**
 * Every port of a store over a place that keeps each payment whole. What people and processes share beside the payments is in memory.
 */
import { Context, Effect, Layer, Schema, Stream } from "effect"
import { keyText } from "../model/Identifiers.ts"
import { DeskStore } from "../ports/DeskStore.ts"
import type { PaymentRow } from "../ports/PaymentRow.ts"
import { PaymentStore } from "../ports/PaymentStore.ts"
import { notesPerPayment, StoreError } from "../ports/PaymentStoreDriver.ts"
import { Evidence, type Figure, Reports } from "../ports/Reports.ts"
import { type StorePorts, StoreStatus } from "../ports/StoreStatus.ts"
import { dueAt, type PaymentShelf, type ShelvedPayment } from "./PaymentShelf.ts"
import { memoryDesk } from "./memoryDesk.ts"
import { emptyMemory, type MemoryCell, shelfOf } from "./memoryDriver.ts"
import { shelfDriver } from "./shelfDriver.ts"

const groupName = ({ kind, operator, rail, state }: Figure): string => [kind, rail, operator ?? "", state].join("\0")

/** By kind, rail, operator and state, letter by letter; no operator comes first. */
const inOrder = (one: Figure, other: Figure): number => (groupName(one) < groupName(other) ? -1 : 1)

const figuresOf = (rows: ReadonlyArray<PaymentRow>): ReadonlyArray<Figure> => {
  const groups = new Map<string, Figure>()
  for (const { kind, rail, operator, state, amount, openFlags } of rows) {
    const name = JSON.stringify([kind, rail, operator, state])
    const group = groups.get(name) ?? { kind, rail, operator, state, count: 0, sum: 0, openFlags: 0 }
    groups.set(name, {
      ...group,
      count: group.count + 1,
      sum: group.sum + amount,
      openFlags: group.openFlags + openFlags,
    })
  }
  return [...groups.values()].toSorted(inOrder)
}

const rowsOf = (shelf: PaymentShelf): ReadonlyArray<PaymentRow> => [...shelf.all()].map(({ row }) => row)

const reports = (shelf: PaymentShelf): Reports["Service"] =>
  Reports.of({
    figures: (from, before) =>
      Effect.sync(() => figuresOf(rowsOf(shelf).filter((row) => row.createdAt >= from && row.createdAt < before))),
    standing: (now) =>
      Effect.sync(() => {
        const rows = rowsOf(shelf)
        const times = rows.filter(({ leaseUntil }) => leaseUntil <= now).map(dueAt)
        const due = times.filter((at) => at <= now)
        const count = (fits: (row: PaymentRow) => boolean) => rows.filter(fits).length
        return {
          due: due.length,
          oldestDueAt: due.length === 0 ? null : Math.min(...due),
          inDoubt: count(({ state }) => state === "InDoubt"),
          held: count(({ state }) => state === "Held"),
          flagged: count(({ openFlags }) => openFlags > 0),
        }
      }),
  })

const asObject = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))

const evidence = (shelf: PaymentShelf, cell: MemoryCell): Evidence["Service"] =>
  Evidence.of({
    notes: (key) => Effect.sync(() => shelf.get(keyText(key))?.notes ?? []),
    pruneBodies: (before) =>
      Effect.sync(() => {
        let pruned = 0
        for (const payment of shelf.all()) {
          const { notes, row } = payment
          const old = notes.filter(({ body, receivedAt }) => body !== null && receivedAt < before)
          if (old.length === 0) continue
          const left = notes.map((note) => (old.includes(note) ? { ...note, body: null } : note))
          shelf.set(keyText(row), { ...payment, notes: left })
          pruned += old.length
        }
        return pruned
      }),
    record: (deed) =>
      Effect.try({
        try: () => {
          asObject(deed.body)
          cell.current = { ...cell.current, deeds: [...cell.current.deeds, deed] }
        },
        catch: (cause) => new StoreError({ operation: "record", cause }),
      }),
    deeds: (limit) => Effect.sync(() => cell.current.deeds.toReversed().slice(0, limit)),
  })

/** Whether these are numbered from 1 on, without gaps. */
const areNumbered = (numbers: ReadonlyArray<number>): boolean => numbers.every((number, index) => number === index + 1)

const disagreements: Readonly<Record<string, (payment: ShelvedPayment) => boolean>> = {
  "payments whose events are not numbered from 1 to their newest": ({ events, row }) =>
    events.length !== row.seq || !areNumbered(events.map(({ seq }) => seq)),
  "payments whose attempts are not numbered from 1 on": ({ row }) =>
    !areNumbered(row.attempts.map(({ number }) => number)),
  "payments whose callback notes are not numbered from 1 to their newest, as far as they are kept": ({ notes, row }) =>
    notes.length < Math.min(row.newestNote, notesPerPayment) ||
    !areNumbered(notes.slice(0, notesPerPayment).map(({ number }) => number)),
}

const status = (shelf: PaymentShelf): StoreStatus["Service"] =>
  StoreStatus.of({
    faults: Effect.sync(() =>
      Object.entries(disagreements).flatMap(([words, isWrong]) => {
        const count = [...shelf.all()].filter(isWrong).length
        return count === 0 ? [] : [`${count} ${words}`]
      }),
    ),
    // Nobody else writes to the place: see `PaymentShelf`.
    changes: Stream.never,
    failed: Effect.never,
    copyTo: "the place of its payments is copied as a whole",
  })

/** Every port of a store over this place, under this name. Holds, heartbeats, rates and deeds are kept in the cell. */
export const shelfStore = (
  id: string,
  place: Omit<PaymentShelf, "isHeld">,
  cell: MemoryCell = { current: emptyMemory },
): Context.Context<StorePorts> => {
  const shelf: PaymentShelf = { ...place, isHeld: (scope) => cell.current.holds.has(scope) }
  return Context.make(PaymentStore, PaymentStore.fromDriver(shelfDriver(shelf))).pipe(
    Context.add(
      DeskStore,
      memoryDesk(cell, id, () => rowsOf(shelf)),
    ),
    Context.add(Reports, reports(shelf)),
    Context.add(Evidence, evidence(shelf, cell)),
    Context.add(StoreStatus, status(shelf)),
  )
}

/** Every port over this cell. */
export const memoryPorts = (cell: MemoryCell, id = "memory"): Context.Context<StorePorts> =>
  shelfStore(id, shelfOf(cell), cell)

/** Every port in memory. Every build of the layer is a store of its own. */
export const memoryStore: Layer.Layer<StorePorts> = Layer.effectContext(
  Effect.sync(() => memoryPorts({ current: emptyMemory })),
)
