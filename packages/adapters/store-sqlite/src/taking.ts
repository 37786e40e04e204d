/**
 * Takes what is due, for payments and for deliveries. Free rows come from one index, in its order; leased rows are in another, by the end
 * of their leases, and only those with an ended lease are read. So neither finished nor leased rows cost anything.
 */
import { type Due, listOrder, type RowKey } from "@cauri/core/adapter"

/** A waiting payment or delivery, at its row in its table. */
interface Waiting extends RowKey {
  readonly place: number
  readonly dueAt: number | null
  readonly createdAt: number
}

/** The values of a statement, by the names of its placeholders. */
type Values = Readonly<Record<string, unknown>>

/** The statements of one table that is taken from. Each gets the terms of the taking, and how many rows are wanted. */
interface Lane<Row extends Waiting> {
  /** Unleased rows, in the order in which they are taken; also those that are due later. */
  readonly free: { readonly all: (values: Values) => ReadonlyArray<Row> }
  /** Leased rows, by the time at which they may be taken. */
  readonly leased: {
    readonly all: (values: Values) => ReadonlyArray<{ readonly place: number; readonly wakeAt: number | null }>
  }
  /** Rows whose lease has ended without being given back. */
  readonly abandoned: { readonly all: (values: Values) => ReadonlyArray<Row> }
  readonly lease: (values: Values) => number
}

const longestDue = (one: Waiting, other: Waiting): number =>
  (one.dueAt ?? Infinity) - (other.dueAt ?? Infinity) || listOrder(one, other)

/** Leases what is due, the longest due first. */
export const takeFrom =
  <Row extends Waiting>({ abandoned, free, lease, leased }: Lane<Row>) =>
  (others: Values, now: number, limit: number, leaseUntil: number): Due<Row> => {
    const terms = { ...others, now }
    const unleased = free.all({ ...terms, limit: limit + 1 })
    const nextLease = leased.all({ ...terms, limit: 1 })[0]?.wakeAt ?? Infinity
    const left = nextLease <= now ? abandoned.all({ ...terms, limit }) : []
    const due = unleased.filter(({ dueAt }) => (dueAt ?? Infinity) <= now)
    const taken = [...due, ...left].toSorted(longestDue).slice(0, limit)
    const places = new Set(taken.map(({ place }) => place))
    // Read before the leases are written: the first lease that stays in force after this taking.
    const stillLeased = leased.all({ ...terms, limit: left.length + 1 }).find(({ place }) => !places.has(place))
    const stillFree = unleased.find(({ place }) => !places.has(place))
    for (const place of places) lease({ place, leaseUntil })
    const next = Math.min(stillLeased?.wakeAt ?? Infinity, stillFree?.dueAt ?? Infinity)
    return { taken, nextDueAt: next === Infinity ? null : next }
  }
