/** The machine of core in the schema: compared when a store is opened, and replaced by a newer program of the tables' owner. */
import { isOlderMachine, type StoredMachine, storedMachine, StoreRefused } from "@cauri/core/adapter"
import type { ClientBase } from "pg"
import type { Connection } from "./connection.ts"
import { codeOf } from "./faults.ts"
import { alone, rowsOf } from "./migrate.ts"
import { text } from "./rows.ts"

const isOlder = async (client: ClientBase, schema: string): Promise<boolean> => {
  const words = await rowsOf(client, `select list, word from "${schema}".words`)
  const moves = await rowsOf(client, `select kind, from_state, event, to_state from "${schema}".moves`)
  const found: StoredMachine = {
    words: words.map((row) => [text(row, "list"), text(row, "word")]),
    moves: moves.map((row) => [text(row, "kind"), text(row, "from_state"), text(row, "event"), text(row, "to_state")]),
  }
  return isOlderMachine(found)
}

const replace = async (client: ClientBase, schema: string): Promise<void> => {
  for (const table of ["words", "moves"] as const) {
    const rows: ReadonlyArray<ReadonlyArray<string>> = storedMachine[table]
    await client.query(`alter table "${schema}".${table} disable trigger ${table}_are_fixed`)
    await client.query(`delete from "${schema}".${table}`)
    const columns = rows[0]?.map((_, index) => rows.map((row) => row[index])) ?? []
    const arrays = columns.map((_, index) => `$${index + 1}::text[]`)
    await client.query(`insert into "${schema}".${table} select * from unnest(${arrays.join(", ")})`, columns)
    await client.query(`alter table "${schema}".${table} enable trigger ${table}_are_fixed`)
  }
}

/** Refuses a store with the machine of a newer program, and replaces that of an older one. */
export const settleMachine = async (connection: Connection, schema: string): Promise<void> => {
  if (!(await connection.transact((_, client) => isOlder(client, schema)))) return
  try {
    await connection.transactPatiently(async (_, client) => {
      await alone(client, schema)
      if (await isOlder(client, schema)) await replace(client, schema)
    })
  } catch (error) {
    if (codeOf(error) !== "42501") throw error
    throw new StoreRefused({
      reason: "unavailable",
      detail:
        "Its legal moves are of an older version, and this role may not replace them. Start a program of this version with the role that owns the tables.",
      cause: error,
    })
  }
}
