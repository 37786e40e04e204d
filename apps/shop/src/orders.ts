/**
 * Baskets and orders, in the database of the payments. An order and its payment are written in one transaction, and an order is fulfilled
 * in the transaction that marks its payment as heard of: neither exists without the other, and neither happens twice.
 */
import type Database from "better-sqlite3"
import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import type { Payments, PreparedPayment } from "@cauri/promise"
import type { SqliteHost } from "@cauri/promise/sqlite"
import { type Lines, linesOf, totalOf } from "./goods.ts"

/** What a customer is about to buy. `nextOrder` is the id of the order that it becomes: a form that is sent twice is one order. */
export interface Basket {
  readonly id: string
  readonly lines: Lines
  readonly nextOrder: string
}

/** What was ordered. It is paid by `<id>-1`, or by `<id>-2` where the customer tried again; the newest counts. */
export interface Order extends Record<"id" | "basket" | "name" | "note" | "way" | "placed_at", string> {
  readonly lines: Lines
  readonly total: number
  readonly payins: number
  readonly fulfilled_at: string | null
}

/** The newest payment of an order. */
export const payinOf = ({ id, payins }: Pick<Order, "id" | "payins">): string => `${id}-${payins}`

const newId = (): string => randomBytes(16).toString("base64url")
const withLines = <Row extends { lines: string }>(row: Row): Omit<Row, "lines"> & { lines: Lines } => ({
  ...row,
  lines: JSON.parse(row.lines),
})
type OrderRow = Omit<Order, "lines"> & { lines: string }

/** Makes the tables where they are missing. */
export const openTables = (database: Database.Database): void =>
  void database.exec(readFileSync(new URL("schema.sql", import.meta.url), "utf8"))

const findIn = (database: Database.Database, id: string): Order | undefined => {
  const row = database.prepare<[string], OrderRow>("select * from orders where id = ?").get(id)
  return row && withLines(row)
}

/** Baskets and orders. */
export const makeOrders = (database: Database.Database, payments: Pick<Payments<SqliteHost>, "insertWithin">) => {
  const save = ({ id, lines, nextOrder }: Basket) =>
    database.prepare("insert or replace into baskets values (?, ?, ?)").run(id, JSON.stringify(lines), nextOrder)
  return {
    find: (id: string) => findIn(database, id),
    newest: (limit: number): ReadonlyArray<Order> =>
      database
        .prepare<[number], OrderRow>("select * from orders order by placed_at desc limit ?")
        .all(limit)
        .map(withLines),
    basket: (id: string): Basket | undefined => {
      const found = database.prepare<[string], { id: string; lines: string; nextOrder: string }>(
        "select id, lines, next_order as nextOrder from baskets where id = ?",
      )
      const row = found.get(id)
      return row && withLines(row)
    },
    /** Puts so many pieces into the basket. A basket that has changed becomes another order. */
    fill: (old: Basket | undefined, good: string, pieces: number): string => {
      const id = old?.id ?? newId()
      save({ id, lines: { ...old?.lines, [good]: pieces }, nextOrder: newId() })
      return id
    },
    /** Stores the order with its payment; false: this form was sent before, and nothing is stored. */
    place: (
      { id: basket, lines, nextOrder: id }: Basket,
      form: Pick<Order, "name" | "note" | "way">,
      payin: PreparedPayment,
    ) =>
      database
        .transaction(() => {
          if (findIn(database, id) !== undefined) return false
          database
            .prepare("insert into orders (id, basket, name, note, lines, total, way) values (?, ?, ?, ?, ?, ?, ?)")
            .run(id, basket, form.name, form.note, JSON.stringify(lines), totalOf(lines), form.way)
          payments.insertWithin(database, payin)
          save({ id: basket, lines: {}, nextOrder: newId() })
          return true
        })
        .immediate(),
    /** Stores a further payment of an order; false: that was done before. */
    payAgain: ({ id, payins }: Order, way: string, payin: PreparedPayment) =>
      database
        .transaction(() => {
          const next = database.prepare("update orders set payins = payins + 1, way = ? where id = ? and payins = ?")
          if (next.run(way, id, payins).changes === 0) return false
          payments.insertWithin(database, payin)
          return true
        })
        .immediate(),
  }
}

const fulfil = (connection: Database.Database, id: string | null, at: string): void => {
  const order = findIn(connection, id ?? "")
  if (order === undefined || order.fulfilled_at !== null) return
  connection.prepare("update orders set fulfilled_at = ? where id = ?").run(at, order.id)
  const sell = connection.prepare(
    "insert into sold values (?, ?) on conflict do update set pieces = pieces + excluded.pieces",
  )
  for (const { good, pieces } of linesOf(order.lines)) sell.run(good.id, pieces)
}

/**
 * Hears of money, in the very transaction that marks the event: whatever happens to this process, an order is fulfilled once. A second
 * payment of one order changes nothing here; the library flags it and drafts its refund.
 */
export const fulfilOrders = (payments: Payments<SqliteHost>): void => {
  payments.onWithin("payin.completed", (connection, { at, orderRef }) => {
    fulfil(connection, orderRef, at)
  })
  // A person found that the money of a payment in doubt had come.
  payments.onWithin("payin.resolved", (connection, { at, orderRef, to }) => {
    if (to === "completed") fulfil(connection, orderRef, at)
  })
}
