/**
 * Names for values, so that two worlds can be compared. Equal texts get equal numbers, and everything that a store holds is
 * looked at once: its rows and lists are immutable, so what was named stays named.
 *
 * Two numbers of a row only ever grow, its version and its lease number, and all that matters about them is whether a worker still
 * holds the newest. So the name of a row leaves them out, and the name of a worker says how far behind each number it once read has
 * fallen (`Held`). Two worlds that differ only in how often a payment was saved count as one, which keeps the count honest. The bodies
 * of callbacks are left out too: they are evidence for people, and no method of the port gives them back.
 */
import { Option } from "effect"
import type { Claimed, EventRow, MemoryState, PaymentRow } from "@cauri/core"

/** A version and a lease number that a program has read. */
export interface Held {
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

const rowKey = (row: PaymentRow) => `${row.kind} ${row.project}/${row.id}`

const isRow = (value: object): value is PaymentRow => "leaseNumber" in value
/** Is this what a claim that worked gives? */
export const isClaimed = (value: unknown): value is Extract<Claimed, { readonly _tag: "Claimed" }> =>
  typeof value === "object" && value !== null && "_tag" in value && value._tag === "Claimed"
const isEvent = (value: object): value is EventRow => "tag" in value && "seq" in value

/** A fresh set of names. */
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
    return `row ${row.actAt} ${row.announceAt} ${row.leaseUntil} ${row.newestNote} ${notes} ${row.body}`
  })
  const ofEvent = remembered<EventRow>((event) => `event ${event.body}`)
  const ofEvents = remembered<ReadonlyArray<EventRow>>((events) => `events ${events.map(ofEvent).join()}`)
  const ofPrints = remembered<ReadonlySet<string>>((prints) => `prints ${[...prints].toSorted().join()}`)
  const text = ({ rows, events, fingerprints }: MemoryState, counted: boolean): string => {
    const parts: Array<string> = []
    for (const [key, row] of rows) {
      const counts = counted ? ` ${row.version} ${row.leaseNumber}` : ""
      const prints = fingerprints.get(key)
      parts.push(`${ofRow(row)}${counts} ${ofEvents(events.get(key) ?? [])} ${prints ? ofPrints(prints) : ""}`)
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
      if (Option.isOption(value)) return Option.match(value, { onNone: () => "none", onSome: walk })
      if (isRow(value)) {
        held.push({ row: rowKey(value), version: value.version, lease: value.leaseNumber })
        return `r${ofRow(value)}`
      }
      if (isEvent(value)) return `e${ofEvent(value)}`
      if (subject !== null && isClaimed(value)) {
        held.push({ row: subject, version: value.version, lease: value.lease.number })
        return `Claimed until ${value.lease.until}`
      }
      if (subject !== null && "_tag" in value && value._tag === "Inserted") {
        // Whoever inserted a row knows its first version without being told.
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
