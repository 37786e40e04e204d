/**
 * A connection that dies during the commit leaves its result unknown. The server still knows what became of the transaction, and the rows
 * show whether they were written: both are asked before anything is concluded.
 */
import type { PaymentKey } from "@cauri/core"
import { sql } from "drizzle-orm"
import { Effect, Option } from "effect"
import type { Connection } from "./connection.ts"
import { keyColumns } from "./inputs.ts"
import { integer, textOrNull } from "./rows.ts"
import type { Tables } from "./tables.ts"

/** What became of a transaction. Unknown: the server could not be asked, or it is not the one that began it. */
export type CommitOutcome = "Committed" | "RolledBack" | "Unknown"

/** A payment that the transaction wrote, and the version that it has at least if the transaction was committed. */
export interface Expectation {
  readonly key: PaymentKey
  readonly version: number
}

/** How often the server is asked, and at which interval: a commit under way ends within the statement time-out. */
const tries = 100
const apart = "50 millis"
const patience = 10

const ask = <A>(work: () => Promise<A>): Effect.Effect<Option.Option<A>> => Effect.option(Effect.tryPromise(work))

const arrived = async (connection: Connection, t: Tables, expected: ReadonlyArray<Expectation>): Promise<boolean> => {
  const keys = JSON.stringify(expected.map(({ key, version }) => ({ ...key, version })))
  const [row = {}] = await connection.query(sql`
    select count(*) as missing from json_to_recordset(${keys}::json) as i (${keyColumns}, version bigint)
    where not exists (
      select from ${t.payments} as p
      where p.id = i.id and p.kind = i.kind and p.project = i.project and p.version >= i.version
    )`)
  return integer(row, "missing") === 0
}

/** Finds out what became of a transaction whose commit got no answer. */
export const outcomeOfCommit = Effect.fnUntraced(function* (
  connection: Connection,
  t: Tables,
  transaction: string,
  expected: ReadonlyArray<Expectation>,
): Effect.fn.Return<CommitOutcome> {
  for (let count = 0; count < tries; count++) {
    const answer = yield* ask(() => connection.query(sql`select pg_xact_status(${transaction}::xid8) as status`))
    const [row] = Option.getOrElse(answer, () => [])
    const status = row === undefined ? null : textOrNull(row, "status")
    if (status === "aborted") return "RolledBack"
    if (status === "committed") {
      const written = yield* ask(() => arrived(connection, t, expected))
      if (Option.isSome(written)) return written.value ? "Committed" : "Unknown"
    }
    // A commit that has not arrived by now never will.
    if (count === patience) yield* ask(() => connection.endLost())
    yield* Effect.sleep(apart)
  }
  return "Unknown"
})
