/**
 * Takes what is due, for payments and for deliveries. Free rows come from one index, in its order; leased rows are in another, by the end
 * of their leases, and only those with an ended lease are read. So neither finished nor leased rows cost anything, and of those due later
 * one narrow row is read. No statement has a bound `LIMIT` or a join: SQLite would plan it again at every run.
 */
import { type Due, listOrder, type RowKey, StoreRefused, type TakeTerms } from "@cauri/core/adapter"
import type { Database } from "better-sqlite3"
import { reading, writing } from "./prepared.ts"

/** A waiting payment or delivery, at its row in its table. */
export interface Waiting extends RowKey {
  readonly place: number
  readonly dueAt: number | null
  readonly createdAt: number
}

/** The values of a statement, by the names of its placeholders. */
type Values = Readonly<Record<string, unknown>>

/** The rows of a statement, each read when it is asked for. */
interface Rows<Row> {
  readonly each: (values: Values) => Iterable<Row>
}

/** The statements of one table that is taken from. Each gets the terms of the taking. */
interface Lane<Row extends Waiting> {
  /** The earliest time of the unleased rows, and of the leased ones. */
  readonly earliest: { readonly all: (values: Values) => ReadonlyArray<{ readonly at: number | null }> }
  /** Unleased rows, in the order in which they are taken; also those that are due later. */
  readonly free: Rows<Row>
  /** Leased rows, by the time at which they may be taken. */
  readonly leased: Rows<{ readonly place: number; readonly wakeAt: number | null }>
  /** Rows whose lease has ended without being given back. */
  readonly abandoned: Rows<Row>
  readonly lease: (values: Values) => number
}

/** A table that is taken from, as SQL. */
interface Taken {
  readonly table: string
  /** The column of the time at which a row is due. */
  readonly dueAt: string
  /** Whether a row is for the taker. */
  readonly isFor: string
  /** Further columns, and what must be so of a row that is taken. */
  readonly more?: { readonly columns: string; readonly condition: string }
}

/** The statements of a table that is taken from. */
export const prepareLane = <Row extends Waiting>(client: Database, { dueAt, isFor, more, table }: Taken) => {
  // Written as constants, so that the partial indexes serve them.
  const free = `${dueAt} IS NOT NULL AND lease_until = 0 AND ${isFor}`
  const leased = `${dueAt} IS NOT NULL AND lease_until > 0 AND ${isFor}`
  const { columns, condition } = more ?? { columns: "", condition: "" }
  /** With the row's place in its table, which saves looking it up again by its name. */
  const waiting = (which: string) => `
    SELECT id, kind, project, created_at AS createdAt, ${dueAt} AS dueAt, ${table}.rowid AS place${columns} FROM ${table}
    WHERE ${which} ${condition} ORDER BY ${dueAt}, created_at, kind, project, id`
  return {
    // Also of rows that cannot be taken: a taking then finds none.
    earliest: reading<{ readonly at: number | null }>(
      client,
      `SELECT min(${dueAt}) AS at FROM ${table} WHERE ${free} UNION ALL SELECT min(wake_at) FROM ${table} WHERE ${leased}`,
    ),
    free: reading<Row>(client, waiting(free)),
    leased: reading<{ readonly place: number; readonly wakeAt: number | null }>(
      client,
      `SELECT rowid AS place, wake_at AS wakeAt FROM ${table} WHERE ${leased} ORDER BY wake_at`,
    ),
    abandoned: reading<Row>(client, waiting(`${leased} AND wake_at <= +:now`)),
    lease: writing(
      client,
      `UPDATE ${table} SET lease_number = lease_number + 1, lease_until = :leaseUntil WHERE rowid = +:place`,
    ),
  }
}

const longestDue = (one: Waiting, other: Waiting): number =>
  (one.dueAt ?? Infinity) - (other.dueAt ?? Infinity) || listOrder(one, other)

/** The first rows: at most one more than the limit, and only one that is due later. */
const firstOf = <Row extends Waiting>(rows: Iterable<Row>, now: number, limit: number): ReadonlyArray<Row> => {
  const read: Array<Row> = []
  for (const row of rows) {
    read.push(row)
    if (read.length > limit || (row.dueAt ?? Infinity) > now) break
  }
  return read
}

/** How something is taken on given terms. */
export interface TakeSteps<Terms, A> {
  /** When something will be due; null: something is. Most workers that wake find nothing, and so need not wait for the lock. */
  readonly nothingBefore: (terms: Terms) => Pick<Due<never>, "nextDueAt"> | null
  readonly take: (terms: Terms) => Due<A>
}

/** Leases what is due, the longest due first. */
export const takeFrom = <Row extends Waiting>({ abandoned, earliest, free, lease, leased }: Lane<Row>) => {
  /** When the first leased row beside these may be taken. */
  const nextLease = (terms: Values, beside: ReadonlySet<number>): number => {
    for (const { place, wakeAt } of leased.each(terms)) if (!beside.has(place)) return wakeAt ?? Infinity
    return Infinity
  }
  return {
    nothingBefore: (others: Values, { now }: TakeTerms): Pick<Due<never>, "nextDueAt"> | null => {
      const nextDueAt = Math.min(...earliest.all(others).map(({ at }) => at ?? Infinity))
      if (nextDueAt <= now) return null
      return { nextDueAt: nextDueAt === Infinity ? null : nextDueAt }
    },
    take: (others: Values, { limit, now, until }: TakeTerms): Due<Row> => {
      const terms = { ...others, now }
      const unleased = firstOf(free.each(terms), now, limit)
      const firstLease = nextLease(terms, new Set())
      const left = firstLease <= now ? firstOf(abandoned.each(terms), now, limit) : []
      const due = unleased.filter(({ dueAt }) => (dueAt ?? Infinity) <= now)
      const taken = [...due, ...left].toSorted(longestDue).slice(0, limit)
      const places = new Set(taken.map(({ place }) => place))
      // Read before the leases are written: the first lease that stays in force after this taking.
      const stillLeased = left.length === 0 ? firstLease : nextLease(terms, places)
      const stillFree = unleased.find(({ place }) => !places.has(place))?.dueAt ?? Infinity
      for (const place of places) lease({ place, leaseUntil: until })
      const next = Math.min(stillLeased, stillFree)
      return { taken, nextDueAt: next === Infinity ? null : next }
    },
  }
}

/** What an entry that waits for its turn belongs to. */
export const belonging = <A>(found: A | undefined): A => {
  if (found !== undefined) return found
  throw new StoreRefused({ reason: "corrupt", detail: "Something waits whose payment or event is not there." })
}
