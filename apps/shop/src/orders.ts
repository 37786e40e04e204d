/**
 * Baskets and orders, in the database of the payments. An order and its payment are written in one transaction, and an order is fulfilled
 * in the transaction that marks its event as received: neither exists without the other, and neither happens twice.
 */
import type Database from "better-sqlite3"
import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import type { PaymentEvents, Payments, PreparedPayment } from "cauri"
import type { SqliteHost } from "cauri/sqlite"
import { type Lines, totalOf } from "./goods.ts"

/** What a customer is about to buy. Its id becomes that of the order, so a form that is sent twice is one order. */
export interface Basket {
  readonly id: string
  readonly lines: Lines
  readonly total: number
}

/** What was ordered. It is paid by `<id>-1`, or by `<id>-2` where the customer tried again; the newest counts. */
export interface Order extends Basket, Readonly<Record<"browser" | "name" | "note" | "way" | "placed_at", string>> {
  readonly payins: number
  readonly fulfilled_at: string | null
}

/** The newest payment of an order. */
export const payinOf = ({ id, payins }: Pick<Order, "id" | "payins">): string => `${id}-${payins}`

/** An unguessable order number. */
export const newId = (): string => randomBytes(16).toString("base64url")

/** Baskets and orders; makes their tables where they are missing. */
export const makeOrders = (database: Database.Database, payments: Pick<Payments<SqliteHost>, "insertWithin">) => {
  database.exec(readFileSync(new URL("schema.sql", import.meta.url), "utf8"))
  const select = (which: string, ...values: ReadonlyArray<string | number>): ReadonlyArray<Order> => {
    const found = database.prepare<unknown[], Omit<Order, "lines"> & { lines: string }>(
      `select * from orders where ${which}`,
    )
    return found.all(...values).map((row) => ({ ...row, lines: JSON.parse(row.lines) }))
  }
  /** Changes an order and stores the payment for it, both or neither. False: the form was sent before, and nothing is stored. */
  const change = database.transaction((payin: PreparedPayment, to: string, ...values: Array<string | number>) => {
    const isFirst = database.prepare(`update orders set ${to}`).run(...values).changes > 0
    if (isFirst) payments.insertWithin(database, payin)
    return isFirst
  })
  const basketOf = (browser: string): Basket => {
    const { id = "", lines = {} } = select("browser = ? and placed_at is null", browser)[0] ?? {}
    return { id, lines, total: totalOf(lines) }
  }
  return {
    find: (id: string): Order | undefined => select("id = ? and placed_at is not null", id)[0],
    newest: (limit: number) => select("placed_at is not null order by placed_at desc limit ?", limit),
    basketOf,
    /** Puts so many pieces into the basket. A basket that has changed becomes another order. */
    fill: (browser: string, good: string, pieces: number): void => {
      const lines = JSON.stringify({ ...basketOf(browser).lines, [good]: pieces })
      const put = database.prepare("insert or replace into orders (id, browser, lines) values (?, ?, ?)")
      put.run(newId(), browser, lines)
    },
    /** The basket becomes an order. */
    place: ({ id, total }: Basket, name: string, note: string, way: string, payin: PreparedPayment): boolean => {
      const placed = "total = ?, name = ?, note = ?, way = ?, placed_at = strftime('%Y-%m-%dT%H:%M:%fZ')"
      return change.immediate(payin, `${placed} where id = ? and placed_at is null`, total, name, note, way, id)
    },
    /** A further payment of an order. */
    payAgain: ({ id, payins }: Order, way: string, payin: PreparedPayment): boolean =>
      change.immediate(payin, "payins = payins + 1, way = ? where id = ? and payins = ?", way, id, payins),
  }
}

type Paid = PaymentEvents["payin.completed" | "payin.resolved"]
const fulfil = (connection: Database.Database, { at, orderRef }: Paid): undefined => {
  const sold =
    "select key, value from orders, json_each(lines) where orders.id = ? and fulfilled_at is null and value > 0"
  const sell = `insert into sold ${sold} on conflict do update set pieces = pieces + excluded.pieces`
  connection.prepare(sell).run(orderRef)
  connection.prepare("update orders set fulfilled_at = ? where id = ? and fulfilled_at is null").run(at, orderRef)
}

/**
 * Receives completions in the very transaction that marks the event: an order is fulfilled once, even after a crash. A second payment of
 * one order changes nothing here; the library flags it and drafts its refund.
 */
export const fulfilOrders = (payments: Payments<SqliteHost>): void => {
  payments.onWithin("payin.completed", fulfil)
  // A person found that the money of a payment in doubt had come.
  payments.onWithin("payin.resolved", (connection, event) =>
    event.to === "completed" ? fulfil(connection, event) : undefined,
  )
}
