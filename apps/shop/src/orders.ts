/**
 * Orders, in the database of the payments. An order and its payment are written in one transaction, and it is
 * fulfilled in the transaction that marks the event as received: neither half is there alone.
 */
import type Database from "better-sqlite3"
import { randomBytes } from "node:crypto"
import type { PaymentEvents, Payments, PreparedPayment } from "cauri"
import type { SqliteHost } from "cauri/sqlite"
import { quantitiesIn, totalOf } from "./goods.ts"

/** A basket is an order that was not placed yet, and a browser has one at a time. */
const tables = `
  create table if not exists orders (
    id text primary key,
    browser text not null,
    lines text not null check (json_valid(lines)),
    total integer,
    name text,
    note text,
    way text,
    tries integer not null default 1,
    placed_at text check (placed_at is null or total > 0),
    fulfilled_at text
  ) strict;
  create unique index if not exists baskets on orders (browser) where placed_at is null;
  create index if not exists orders_by_time on orders (placed_at);
  create table if not exists sold (good text primary key, pieces integer not null) strict;
`

/** What a customer is about to buy. Its id becomes the order's, so a form that is sent twice is one order. */
export interface Basket {
  readonly id: string
  /** How many pieces of which goods, as JSON. */
  readonly lines: string
  readonly total: number
}

export interface Order
  extends Basket, Readonly<Record<"browser" | "name" | "note" | "way" | "placed_at", string>> {
  /** How many payments were begun for it: after a failure the customer tries again, and the newest counts. */
  readonly tries: number
  readonly fulfilled_at: string | null
}

export const payinOf = ({ id, tries }: Pick<Order, "id" | "tries">): string => `${id}-${tries}`

/** An unguessable order number. */
export const newId = (): string => randomBytes(16).toString("base64url")

/** Baskets and orders; makes their tables where they are missing. */
export const makeOrders = (
  database: Database.Database,
  payments: Pick<Payments<SqliteHost>, "insertWithin">,
) => {
  database.exec(tables)
  const findBasket = database.prepare<[browser: string], Order>(
    "select * from orders where browser = ? and placed_at is null",
  )
  const fillBasket = database.prepare("insert or replace into orders (id, browser, lines) values (?, ?, ?)")
  const findOrder = database.prepare<[id: string], Order>(
    "select * from orders where id = ? and placed_at is not null",
  )
  const newestOrders = database.prepare<[limit: number], Order>(
    "select * from orders where placed_at is not null order by placed_at desc limit ?",
  )
  const placeOrder = database.prepare(
    `update orders set total = ?, name = ?, note = ?, way = ?, placed_at = strftime('%Y-%m-%dT%H:%M:%fZ')
     where id = ? and placed_at is null`,
  )
  const countTry = database.prepare("update orders set tries = tries + 1, way = ? where id = ? and tries = ?")

  /** Changes an order and stores its payment: both or neither. False: the same form has done so before. */
  const together = database.transaction((payin: PreparedPayment, change: () => Database.RunResult) => {
    if (change().changes === 0) return false
    payments.insertWithin(database, payin)
    return true
  })
  const basketOf = (browser: string): Basket => {
    const { id = "", lines = "{}" } = findBasket.get(browser) ?? {}
    return { id, lines, total: totalOf(lines) }
  }
  return {
    basketOf,
    /** Puts so many pieces into the basket. A basket that has changed becomes another order. */
    fill: (browser: string, good: string, pieces: number): void => {
      const lines = { ...quantitiesIn(basketOf(browser).lines), [good]: pieces }
      fillBasket.run(newId(), browser, JSON.stringify(lines))
    },
    /** The basket becomes an order, with its first payment. */
    place: (
      { id, total }: Basket,
      name: string,
      note: string,
      way: string,
      payin: PreparedPayment,
    ): boolean => together.immediate(payin, () => placeOrder.run(total, name, note, way, id)),
    tryAgain: ({ id, tries }: Order, way: string, payin: PreparedPayment): boolean =>
      together.immediate(payin, () => countTry.run(way, id, tries)),
    find: (id: string): Order | undefined => findOrder.get(id),
    newest: (limit: number): ReadonlyArray<Order> => newestOrders.all(limit),
  }
}

/** Packs an order that was not packed before: its pieces are counted as sold, and the order is marked. */
const fulfil = (
  connection: Database.Database,
  { at, orderRef }: PaymentEvents["payin.completed"],
): undefined => {
  const countSold = connection.prepare(
    `insert into sold
     select key, value from orders, json_each(lines)
     where orders.id = ? and fulfilled_at is null and value > 0
     on conflict do update set pieces = pieces + excluded.pieces`,
  )
  const markFulfilled = connection.prepare(
    "update orders set fulfilled_at = ? where id = ? and fulfilled_at is null",
  )
  countSold.run(orderRef)
  markFulfilled.run(at, orderRef)
}

/**
 * Receives completions in the very transaction that marks the event: an order is fulfilled once, even after a
 * crash. A second payment of one order changes nothing here; the library flags it and drafts its refund.
 */
export const fulfilOrders = (payments: Payments<SqliteHost>): void => {
  payments.onWithin("payin.completed", fulfil)
}
