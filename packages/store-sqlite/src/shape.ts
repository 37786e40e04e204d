/**
 * Are the tables as the migrations made them? A tool that brings a database to a schema of its own makes tables anew and leaves out the
 * triggers and conditions that it does not know: what they refuse would land from then on.
 */
import Database from "better-sqlite3"
import { requireParts } from "@cauri/core/adapter"
import { type Migration, migrations } from "./migrations.ts"

interface Part {
  readonly type: string
  readonly name: string
  readonly sql: string
}

const partsOf = (client: Database.Database): ReadonlyArray<Part> =>
  client.prepare<[], Part>("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid").all()

/** What the migrations make, found out by making it. */
const madeBy = (all: ReadonlyArray<Migration>): ReadonlyArray<Part> => {
  const client = new Database(":memory:")
  try {
    for (const { sql } of all) client.exec(sql)
    return partsOf(client)
  } finally {
    client.close()
  }
}

/** Refuses tables of which a part is missing or another. Whatever somebody has added stays. Throws `StoreRefused`. */
export const checkShape = (client: Database.Database, all: ReadonlyArray<Migration> = migrations): void => {
  const found = new Map(partsOf(client).map(({ name, sql }) => [name, sql]))
  const others = madeBy(all).filter(({ name, sql }) => found.get(name) !== sql)
  requireParts(others.map(({ name, type }) => `${type} ${name}`))
}
