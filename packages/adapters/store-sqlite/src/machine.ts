/** The machine of core in the file: compared when a store is opened, and replaced by a newer program. */
import type Database from "better-sqlite3"
import { isOlderMachine, type StoredMachine, storedMachine } from "@cauri/core/adapter"
import { inTransaction } from "./migrate.ts"

const storedIn = (client: Database.Database): StoredMachine => ({
  words: client.prepare<[], StoredMachine["words"][number]>("SELECT list, word FROM cauri_words").raw().all(),
  moves: client
    .prepare<[], StoredMachine["moves"][number]>("SELECT kind, from_state, event, to_state FROM cauri_moves")
    .raw()
    .all(),
})

/** Its triggers refuse every change of the lists, so they are made again after it. */
const replace = (client: Database.Database): void => {
  const guards = client
    .prepare<[], { readonly name: string; readonly sql: string }>(
      "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ('cauri_words', 'cauri_moves')",
    )
    .all()
  for (const { name } of guards) client.exec(`DROP TRIGGER "${name}"`)
  client.exec("DELETE FROM cauri_words; DELETE FROM cauri_moves")
  const word = client.prepare("INSERT INTO cauri_words (list, word) VALUES (?, ?)")
  for (const row of storedMachine.words) word.run(row)
  const move = client.prepare("INSERT INTO cauri_moves (kind, from_state, event, to_state) VALUES (?, ?, ?, ?)")
  for (const row of storedMachine.moves) move.run(row)
  for (const { sql } of guards) client.exec(sql)
}

/** Refuses a store with the machine of a newer program, and replaces that of an older one. */
export const settleMachine = (client: Database.Database): void => {
  if (!isOlderMachine(storedIn(client))) return
  inTransaction(client, () => {
    if (isOlderMachine(storedIn(client))) replace(client)
  })
}
