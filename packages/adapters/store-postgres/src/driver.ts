/** The driver of the payment store: writes go through the batch, reads and takings straight to a connection. */
import type { PaymentStoreDriver } from "@cauri/core/adapter"
import { sql } from "drizzle-orm"
import type { Batch } from "./batch.ts"
import type { Connection } from "./connection.ts"
import { attempt } from "./faults.ts"
import { postgresDeliveries } from "./deliveries.ts"
import { findAll, history, listStatement, takeDue } from "./queries.ts"
import { integer, toPayment } from "./rows.ts"
import type { StepContext } from "./steps.ts"
import type { Tables } from "./tables.ts"

/** The payments of a Postgres store, in driver form. */
export const postgresDriver = (
  connection: Connection,
  /** For what may wait: lists, histories and deliveries. */
  others: Connection,
  batch: Batch,
  statements: StepContext["statements"],
  t: Tables,
  schema: string,
): PaymentStoreDriver => {
  return {
    ...postgresDeliveries(others, statements, t, schema),
    clock: attempt("clock", async () => {
      const [row = {}] = await connection.query(
        sql`select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`,
      )
      return integer(row, "now")
    }),
    insert: (row, events) => batch.write((waiting) => ({ _tag: "insert", step: { row, events }, waiting })),
    find: (key) =>
      attempt("find", async () => {
        const [row = null] = await findAll(statements, connection, [key])
        return row
      }),
    save: (row, events, terms) => batch.write((waiting) => ({ _tag: "save", step: { row, events, terms }, waiting })),
    claim: (row, events, terms) => batch.write((waiting) => ({ _tag: "claim", step: { row, events, terms }, waiting })),
    takeDue: (terms) => attempt("takeDue", () => takeDue(statements, connection, terms)),
    // The sender may reuse its bytes while the note waits for its commit.
    noteCallback: (note) => {
      const kept = { ...note, body: note.body === null ? null : Uint8Array.from(note.body) }
      return batch.write((waiting) => ({ _tag: "noteCallback", step: kept, waiting }))
    },
    list: (query) =>
      attempt("list", async () => (await others.query(listStatement(t, query))).map((row) => toPayment(row))),
    history: (query) => attempt("history", () => history(statements, others, query)),
  }
}
