/**
 * Taking what is due, for payments and for deliveries. What is free comes from one index, in its order; what is leased lies in another, by
 * the end of its lease, and of that only what somebody left behind is read. So neither what is finished nor what is leased costs anything.
 */
import { type Due, listOrder, type RowKey } from "@cauri/core/adapter"

/** What waits, at its place in its table. */
interface Waiting extends RowKey {
  readonly place: number
  readonly dueAt: number | null
  readonly createdAt: number
}

/** What a statement is given, by the names of its placeholders. */
type Values = Readonly<Record<string, unknown>>

/** The statements of one table that is taken from. Each is given the terms of the taking, and how many rows are wanted. */
interface Lane<Row extends Waiting> {
  /** What nobody has leased, in the order in which it is taken; also what is due later. */
  readonly free: { readonly all: (values: Values) => ReadonlyArray<Row> }
  /** What is leased, by the time at which it may be taken. */
  readonly leased: {
    readonly all: (values: Values) => ReadonlyArray<{ readonly place: number; readonly wakeAt: number | null }>
  }
  /** What was leased by somebody who never came back. */
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
    // Before the leases are written: what stays leased, past what is taken now.
    const stillLeased = leased.all({ ...terms, limit: left.length + 1 }).find(({ place }) => !places.has(place))
    const stillFree = unleased.find(({ place }) => !places.has(place))
    for (const place of places) lease({ place, leaseUntil })
    const next = Math.min(stillLeased?.wakeAt ?? Infinity, stillFree?.dueAt ?? Infinity)
    return { taken, nextDueAt: next === Infinity ? null : next }
  }
