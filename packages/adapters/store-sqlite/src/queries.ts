/** Reads of lists and deliveries. Each is one statement, and so one moment of the store. */
import type { ListQuery } from "@cauri/core"
import type { DeliveriesQuery, ListCursor, ListOrder, PaymentRow, WaitingDelivery } from "@cauri/core/adapter"
import { openStates } from "@cauri/core/model"
import type { Database } from "better-sqlite3"
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3"
import { and, asc, desc, eq, gte, inArray, isNotNull, lt, max, type SQL, sql } from "drizzle-orm"
import { isFree, isLeased, isNextEvent } from "./deliveries.ts"
import { readingAnything } from "./prepared.ts"
import { paymentColumns, type StoredPayment, toPaymentRow } from "./rows.ts"
import { inOrder } from "./statements.ts"
import { attempts, deliveries, events, heartbeats, payments } from "./tables.ts"

/** The index over open payments has only these states. */
const isOpen = (state: string): boolean => openStates.some((each) => each === state)

const is = <A>(value: A | undefined, condition: (value: A) => SQL | undefined) =>
  value === undefined ? undefined : condition(value)

/** Constants are written into the text where a partial index needs them. */
const conditionsOf = (query: ListQuery): ReadonlyArray<SQL | undefined> => {
  return [
    is(query.id, (id) => eq(payments.id, id)),
    is(query.kind, (kind) => eq(payments.kind, kind)),
    is(query.project, (project) => eq(payments.project, project)),
    is(query.states, (states) => inArray(payments.state, [...states])),
    is(query.states, (states) => (states.every(isOpen) ? sql`${payments.closedAt} IS NULL` : undefined)),
    is(query.rail, (rail) => eq(payments.rail, rail)),
    is(query.operator, (operator) => eq(payments.operator, operator)),
    is(query.orderRef, (orderRef) => eq(payments.orderRef, orderRef)),
    is(query.refundOf, (refundOf) => eq(payments.refundOf, refundOf)),
    is(query.withOpenFlags, (some) => (some ? sql`${payments.openFlags} > 0` : sql`${payments.openFlags} = 0`)),
    is(query.amount, (amount) => eq(payments.amount, amount)),
    is(query.partyEnding, (digits) => sql`substr(${payments.party}, ${-digits.length}) = ${digits}`),
    is(
      query.token,
      (token) =>
        sql`(${payments.id}, ${payments.kind}, ${payments.project}) IN (SELECT id, kind, project FROM ${attempts} WHERE token = ${token})`,
    ),
    is(query.mentions, (text) => sql`instr(${payments.body}, ${JSON.stringify(text)}) > 0`),
    is(query.createdFrom, (from) => gte(payments.createdAt, from)),
    is(query.createdBefore, (before) => lt(payments.createdAt, before)),
    is(query.after, (cursor) => isAfter(cursor, query.order)),
  ]
}

const { createdAt, kind, project, id } = payments
const place = sql`${createdAt}, ${kind}, ${project}, ${id}`

/** Does a payment come behind the end of a page? */
const isAfter = ({ amount = 0, createdAt, key }: ListCursor, order: ListOrder = "oldest"): SQL => {
  const end = sql`${createdAt}, ${key.kind}, ${key.project}, ${key.id}`
  switch (order) {
    case "oldest":
      return sql`(${place}) > (${end})`
    case "newest":
      return sql`(${place}) < (${end})`
    case "largest":
      return sql`(-${payments.amount}, ${place}) > (${-amount}, ${end})`
  }
}

const listOrders: Readonly<Record<ListOrder, ReadonlyArray<SQL>>> = {
  oldest: inOrder,
  newest: [desc(createdAt), desc(kind), desc(project), desc(id)],
  largest: [desc(payments.amount), ...inOrder],
}

/** What is not delivered yet, the oldest event first. Finished deliveries are in none of the indexes that are read. */
const waitingFor =
  (db: BetterSQLite3Database) =>
  ({ consumer, key, limit }: DeliveriesQuery): ReadonlyArray<WaitingDelivery> => {
    const ofConsumer = is(consumer, (name) => eq(deliveries.consumer, name))
    const places = (condition: SQL) =>
      db
        .select({ place: sql<number>`rowid` })
        .from(deliveries)
        .where(and(condition, ofConsumer))
    const ofPayment = is(key, ({ id, kind, project }) =>
      and(eq(deliveries.id, id), eq(deliveries.kind, kind), eq(deliveries.project, project), ofConsumer),
    )
    const waits = inArray(sql`cauri_deliveries.rowid`, places(isFree).unionAll(places(isLeased)))
    const { createdAt, dueAt, delivered, id, kind, newest, project, tries } = deliveries
    return db
      .select({
        consumer: deliveries.consumer,
        key: { kind, project, id },
        newest,
        delivered,
        tries,
        since: events.at,
        dueAt: sql<number>`${dueAt}`,
      })
      .from(deliveries)
      .innerJoin(events, isNextEvent)
      .where(ofPayment === undefined ? waits : and(ofPayment, isNotNull(dueAt)))
      .orderBy(asc(events.at), asc(createdAt), asc(kind), asc(project), asc(id), asc(deliveries.consumer))
      .limit(limit)
      .all()
  }

/** The reading half of a store, on one connection. */
export const makeQueries = (client: Database, db: BetterSQLite3Database) => {
  const read = readingAnything<StoredPayment>(client)
  const lastEvent = db
    .select({ at: events.at })
    .from(events)
    .orderBy(sql`rowid desc`)
    .limit(1)
  const newest = db
    .select({ beat: max(heartbeats.at), event: sql<number | null>`(${lastEvent})` })
    .from(heartbeats)
    .prepare()
  return {
    deliveries: waitingFor(db),
    list: (query: ListQuery): ReadonlyArray<PaymentRow> =>
      read(
        db
          .select(paymentColumns)
          .from(payments)
          .where(and(...conditionsOf(query)))
          .orderBy(...listOrders[query.order ?? "oldest"])
          .limit(query.limit),
      ).map(toPaymentRow),
    /** The time of the event that was stored last. */
    newestAt: (): number => {
      const { beat, event } = newest.get() ?? { beat: null, event: null }
      return Math.max(beat ?? 0, event ?? 0)
    },
  }
}
/** The reading half of a store, on one connection. */
export type Queries = ReturnType<typeof makeQueries>
