/**
 * Which store this is, and how far it had come. With an empty, a foreign or a restored store every payment looks new and could be sent
 * again, so a program that remembers both starts with no other.
 */
import { type StoreIdentity, StoreRefused } from "@cauri/core"
import { sql } from "drizzle-orm"
import type { Connection } from "./connection.ts"
import { integer, type RawRow, text, textOrNull } from "./rows.ts"
import { requireTimeline } from "./settings.ts"
import type { CommonOptions } from "./StoreOptions.ts"
import type { Tables } from "./tables.ts"

const storeRow = async (connection: Connection, t: Tables): Promise<RawRow> => {
  const [row] = await connection.query(sql`
    select s.id, s.timeline, (select sum(mark) from ${t.highWater}) as high_water from ${t.store} as s`)
  if (row !== undefined) return row
  throw new StoreRefused({ reason: "BrokenMigration", detail: "It does not say which store it is." })
}

/** The name of the store and its high water. */
export const identityOf = async (connection: Connection, t: Tables): Promise<StoreIdentity> => {
  const row = await storeRow(connection, t)
  return { id: text(row, "id"), highWater: integer(row, "high_water") }
}

/** Refuses another store than the expected one, and one that has lost history. */
export const requireIdentity = async (connection: Connection, t: Tables, options: CommonOptions): Promise<void> => {
  const row = await storeRow(connection, t)
  const { expected } = options
  const id = text(row, "id")
  if (expected !== undefined && expected.id !== id) {
    throw new StoreRefused({ reason: "Foreign", detail: `It is the store ${id}, and ${expected.id} was expected.` })
  }
  const highWater = integer(row, "high_water")
  if (expected?.highWater !== undefined && highWater < expected.highWater) {
    const detail = `It holds ${highWater} events, and had ${expected.highWater} before.`
    throw new StoreRefused({ reason: "Restored", detail })
  }
  const before = textOrNull(row, "timeline")
  const now = await connection.timeline()
  requireTimeline(now, before, options.acceptTimeline)
  connection.stayOn(now)
  if (now !== null && now !== before) await connection.query(sql`update ${t.store} set timeline = ${now}`)
}
