/**
 * Names for values, so that two worlds can be compared. Equal texts get equal numbers, and each value in a store is read only once: its
 * rows and lists are immutable, so a name stays valid.
 *
 * Two numbers of a row only ever grow, its version and its lease number, and all that matters about them is whether a worker still has the
 * newest. So the name of a row leaves them out, and the name of a worker says how far behind each number it once read has fallen (`held`).
 * The lease number of a delivery is treated alike. Two worlds that differ only in how often a payment was saved count as one, which keeps
 * the count honest. The bodies of callbacks are left out too: they are evidence for people, and no method of the port returns them.
 */
import type {
  Claimed,
  EventRow,
  KeptNote,
  MemoryState,
  PaymentRow,
  RowKey,
  StoredDelivery,
  TakenDelivery,
} from "@cauri/core/adapter"

/** The growing numbers of a row or of a delivery, as a program has read them. A delivery has no version. */
export interface Held {
  /** The name of the row; that of a delivery ends with its consumer. */
  readonly row: string
  readonly version: number
  readonly lease: number
}

/** What a result looks like, with the growing numbers apart. */
export interface Described {
  readonly text: string
  readonly held: ReadonlyArray<Held>
}

/** Numbers texts: equal texts, equal numbers. */
export interface Names {
  readonly of: (text: string) => number
  readonly ofRow: (row: PaymentRow) => number
  /** The name of a store, without versions and lease numbers. */
  readonly ofStore: (store: MemoryState) => number
  /** One object for every store that holds the same, growing numbers included. */
  readonly same: (store: MemoryState) => MemoryState
  /** A result of a store's driver, as text. `subject`: the row that was inserted or claimed. */
  readonly describe: (raw: unknown, subject: string | null) => Described
}

const rowKey = ({ kind, project, id }: RowKey) => `${kind} ${project}/${id}`
const deliveryKey = (payment: string, consumer: string) => `${payment} to ${consumer}`

const isRow = (value: object): value is PaymentRow => "leaseNumber" in value
/** Is this what a claim that worked gives? */
export const isClaimed = (value: unknown): value is Extract<Claimed, { readonly _tag: "Claimed" }> =>
  typeof value === "object" && value !== null && "_tag" in value && value._tag === "Claimed"
const isTaken = (value: object): value is TakenDelivery => "consumer" in value && "event" in value
const isEvent = (value: object): value is EventRow => "tag" in value && "seq" in value

export const makeNames = (): Names => {
  const numbers = new Map<string, number>()
  const of = (text: string): number => {
    const known = numbers.get(text)
    if (known !== undefined) return known
    numbers.set(text, numbers.size)
    return numbers.size - 1
  }
  const remembered = <K extends object>(name: (value: K) => string) => {
    const names = new WeakMap<K, number>()
    return (value: K): number => {
      const known = names.get(value)
      if (known !== undefined) return known
      const made = of(name(value))
      names.set(value, made)
      return made
    }
  }
  const ofRow = remembered<PaymentRow>((row) => {
    const notes = row.notes.map((note) => `${note.attempt}:${note.newest}`).join()
    return `row ${row.actAt} ${row.leaseUntil} ${row.newestNote} ${notes} ${row.body}`
  })
  const ofEvent = remembered<EventRow>((event) => `event ${event.body}`)
  const ofEvents = remembered<ReadonlyArray<EventRow>>((events) => `events ${events.map(ofEvent).join()}`)
  const ofPrints = remembered<ReadonlyArray<KeptNote>>((notes) => {
    const prints = notes.map(({ attempt, fingerprint }) => `${attempt} ${fingerprint}`)
    return `prints ${prints.toSorted().join()}`
  })
  const ofDeliveries = remembered<ReadonlyArray<StoredDelivery>>((deliveries) => {
    const lines = deliveries.map(
      ({ consumer, newest, delivered, dueAt, tries, leaseUntil }) =>
        `${consumer} ${newest} ${delivered} ${dueAt} ${tries} ${leaseUntil}`,
    )
    return `deliveries ${lines.toSorted().join()}`
  })
  const text = ({ pauses, payments }: MemoryState, counted: boolean): string => {
    const parts = [...pauses.values()].flat().map(({ scope, by, since }) => `pause ${scope} ${by} ${since}`)
    for (const { deliveries, events, notes, row } of payments.values()) {
      const leases = deliveries.map(({ leaseNumber }) => leaseNumber).join()
      const counts = counted ? ` ${row.version} ${row.leaseNumber} ${leases}` : ""
      const lists = `${ofEvents(events)} ${ofPrints(notes)} ${ofDeliveries(deliveries)}`
      parts.push(`${ofRow(row)}${counts} ${lists}`)
    }
    return `store ${parts.toSorted().join("|")}`
  }
  const ofStore = remembered<MemoryState>((store) => text(store, false))
  const stores = new Map<string, MemoryState>()
  const same = (store: MemoryState): MemoryState => {
    const name = text(store, true)
    const known = stores.get(name)
    if (known === undefined) stores.set(name, store)
    return known ?? store
  }
  const describe = (raw: unknown, subject: string | null): Described => {
    const held: Array<Held> = []
    const walk = (value: unknown): string => {
      if (typeof value !== "object" || value === null) return String(value)
      if (Array.isArray(value)) return `[${value.map(walk).join()}]`
      if (isRow(value)) {
        held.push({ row: rowKey(value), version: value.version, lease: value.leaseNumber })
        return `r${ofRow(value)}`
      }
      if (isTaken(value)) {
        const { consumer, key, lease, row, event, tries } = value
        held.push({ row: deliveryKey(rowKey(key), consumer), version: 0, lease })
        // Of its payment a consumer receives what the body says, and nothing of the rest of the row.
        return `e${ofEvent(event)} of ${of(row.body)} to ${consumer} after ${tries}`
      }
      if (isEvent(value)) return `e${ofEvent(value)}`
      if (subject !== null && isClaimed(value)) {
        held.push({ row: subject, version: value.version, lease: value.lease.number })
        return `Claimed until ${value.lease.until}`
      }
      if (subject !== null && "_tag" in value && value._tag === "Inserted") {
        // A program that inserted a row knows its first version.
        held.push({ row: subject, version: 1, lease: 0 })
      }
      return Object.entries(value)
        .map(([name, part]) => `${name}=${walk(part)}`)
        .join(" ")
    }
    return { text: walk(raw), held }
  }
  return { of, ofRow, ofStore, same, describe }
}

/** The growing numbers of a name in `held` as this store has them now; null: there is no such row and no such delivery. */
export const numbersIn = ({ payments }: MemoryState, name: string): Omit<Held, "row"> | null => {
  const row = payments.get(name)?.row
  if (row !== undefined) return { version: row.version, lease: row.leaseNumber }
  for (const [payment, { deliveries }] of payments) {
    const delivery = deliveries.find(({ consumer }) => deliveryKey(payment, consumer) === name)
    if (delivery !== undefined) return { version: 0, lease: delivery.leaseNumber }
  }
  return null
}
