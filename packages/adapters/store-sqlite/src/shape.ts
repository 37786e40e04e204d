/**
 * Are the tables as the migrations made them? A tool that changes a schema creates tables again and leaves out the triggers and
 * constraints that it does not know: from then on, rows that these refuse would be stored.
 */
import Database from "better-sqlite3"
import { requireParts } from "@cauri/core/adapter"
import { type Migration, migrations } from "./migrations.ts"

interface Part {
  readonly type: string
  readonly name: string
  readonly sql: string
}

const schemaPartsOf = (client: Database.Database): ReadonlyArray<Part> =>
  client.prepare<[], Part>("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid").all()

/** The parts that the migrations make, found by running them on an empty database. */
const madeBy = (all: ReadonlyArray<Migration>): ReadonlyArray<Part> => {
  const client = new Database(":memory:")
  try {
    for (const { sql } of all) client.exec(sql)
    return schemaPartsOf(client)
  } finally {
    client.close()
  }
}

/** Refuses tables with a missing or changed part. Additions of the host stay. Throws `StoreRefused`. */
export const checkShape = (client: Database.Database, all: ReadonlyArray<Migration> = migrations): void => {
  const found = new Map(schemaPartsOf(client).map(({ name, sql }) => [name, sql]))
  const others = madeBy(all).filter(({ name, sql }) => found.get(name) !== sql)
  requireParts(others.map(({ name, type }) => `${type} ${name}`))
}
