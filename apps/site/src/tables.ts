/** Tables, each made from the code. */
import type { Table } from "./fill.ts"
import { guideTables } from "./guideTables.ts"
import { oneOfEach } from "./oneOfEach.ts"
import { referenceTables } from "./reference/tables.ts"
import { recorded, whereItRuns } from "./whereItRuns.ts"

/** The tables that pages may show. */
export const tables: Readonly<Record<string, Table>> = oneOfEach(guideTables, referenceTables, {
  "where-it-runs": whereItRuns(recorded),
})
