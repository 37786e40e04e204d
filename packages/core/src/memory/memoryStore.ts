/**
 * Every port of a store over a place that keeps each payment whole; and such a place in memory, for tests and for trying things out.
 * A step is one assignment, so no other step sees half of it.
 */
import { Context, Effect, Layer, Schema, Stream } from "effect"
import { keyText } from "../model/Identifiers.ts"
import { takeToken } from "../ports/storeKit.ts"
import { DeskStore, holdsByItself } from "../ports/DeskStore.ts"
import type { Announced, TransactionalListener } from "../ports/Outcomes.ts"
import type { PaymentRow, Prepared } from "../ports/PaymentRow.ts"
import { PaymentStore } from "../ports/PaymentStore.ts"
import { type Inserted, notesPerPayment, type PaymentStoreDriver, StoreError } from "../ports/PaymentStoreDriver.ts"
import { Evidence, type Figure, Reports, type StorePorts, StoreStatus } from "../ports/StoreStatus.ts"
import {
  dueAt,
  emptyRest,
  hearOn,
  type PaymentShelf,
  rowsOf,
  type ShelvedPayment,
  type ShelvedRest,
} from "./PaymentShelf.ts"
import { shelfDriver, shelfSteps } from "./shelfDriver.ts"

/** The cell as a place for payments. */
const shelfOf = (cell: MemoryCell): PaymentShelf => ({
  get: (name) => cell.current.payments.get(name),
  set: (name, payment) => {
    cell.current = { ...cell.current, payments: put(cell.current.payments, name, payment) }
  },
  all: () => cell.current.payments.values(),
  rest: () => cell.current,
  setRest: (rest) => {
    cell.current = { ...cell.current, ...rest }
  },
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
export interface MemoryState extends ShelvedRest {
  readonly payments: ReadonlyMap<string, ShelvedPayment>
  /** What a host keeps beside the payments; the stores leave it alone. */
  readonly host: ReadonlyMap<string, unknown>
}

/** A memory store without anything in it. */
export const emptyMemory: MemoryState = { ...emptyRest, payments: new Map(), host: new Map() }

/** The one place where a memory store keeps its value. */
export interface MemoryCell {
  current: MemoryState
}

/** The map with one more entry. */
const put = <A>(map: ReadonlyMap<string, A>, key: string, value: A): ReadonlyMap<string, A> =>
  new Map(map).set(key, value)

/**
 * A beat removes those of its own role that are this much older, in milliseconds: each start may have a name of its own. The last sign of
 * a role stays until another process has it.
 */
export const heartbeatsKeptFor = 86_400_000

/** What people and processes share, in this place. */
const shelfDesk = (shelf: PaymentShelf, id: string): DeskStore["Service"] => {
  const change = (part: Partial<ShelvedRest>) => shelf.setRest({ ...shelf.rest(), ...part })
  return DeskStore.of({
    hold: (hold) =>
      Effect.sync(() => {
        const { holds } = shelf.rest()
        const there = holds.get(hold.scope) ?? []
        const found = there.find(({ by }) => (by === holdsByItself) === (hold.by === holdsByItself))
        if (found === undefined) change({ holds: put(holds, hold.scope, [...there, hold]) })
        return found ?? hold
      }),
    lift: (scope, seen) =>
      Effect.sync(() => {
        const holds = new Map(shelf.rest().holds)
        const there = holds.get(scope) ?? []
        const left = there.filter(({ by, since }) => seen !== undefined && (by !== seen.by || since !== seen.since))
        if (left.length === 0) holds.delete(scope)
        else holds.set(scope, left)
        change({ holds })
        return left.length < there.length
      }),
    holds: () => Effect.sync(() => [...shelf.rest().holds.values()].flat()),
    beat: (heartbeat) =>
      Effect.sync(() => {
        const { at, process, role } = heartbeat
        const kept = [...shelf.rest().heartbeats].filter(
          ([, old]) => old.role !== role || old.at >= at - heartbeatsKeptFor,
        )
        change({ heartbeats: put(new Map(kept), process, heartbeat) })
      }),
    heartbeats: () => Effect.sync(() => [...shelf.rest().heartbeats.values()]),
    takeTurn: (rate, limit, now) =>
      Effect.sync(() => {
        const { turns } = shelf.rest()
        const { nextAt, wait } = takeToken(turns.get(rate), limit, now)
        if (wait === 0) change({ turns: put(turns, rate, nextAt) })
        return wait
      }),
    identity: () => Effect.sync(() => ({ id, highWater: rowsOf(shelf).reduce((sum, { seq }) => sum + seq, 0) })),
    acceptRestored: () => Effect.void,
  })
}

/** What people and processes share, in this cell. */
export const memoryDesk = (cell: MemoryCell, id: string): DeskStore["Service"] => shelfDesk(shelfOf(cell), id)

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

const evidence = (shelf: PaymentShelf): Evidence["Service"] =>
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
          shelf.setRest({ ...shelf.rest(), deeds: [...shelf.rest().deeds, deed] })
        },
        catch: (cause) => new StoreError({ operation: "record", cause }),
      }),
    deeds: (limit) => Effect.sync(() => shelf.rest().deeds.toReversed().slice(0, limit)),
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

/** Every port of a store over this place, under this name. All that a store holds lies in the place. */
export const shelfStore = (id: string, shelf: PaymentShelf): Context.Context<StorePorts> =>
  Context.make(PaymentStore, PaymentStore.fromDriver(shelfDriver(shelf))).pipe(
    Context.add(DeskStore, shelfDesk(shelf, id)),
    Context.add(Reports, reports(shelf)),
    Context.add(Evidence, evidence(shelf)),
    Context.add(StoreStatus, status(shelf)),
  )

/** Every port over this cell. */
export const memoryPorts = (cell: MemoryCell, id = "memory"): Context.Context<StorePorts> =>
  shelfStore(id, shelfOf(cell))

/** Every port in memory. Every build of the layer is a store of its own. */
export const memoryStore: Layer.Layer<StorePorts> = Layer.effectContext(
  Effect.sync(() => memoryPorts({ current: emptyMemory })),
)
