/** What the steps of a store need: its tables and the statements over them, made once for each schema. */
import { deliveryStatements } from "./deliveries.ts"
import { requireSchemaName } from "./migrate.ts"
import { readStatements } from "./queries.ts"
import { writeStatements } from "./statements.ts"
import type { StepContext } from "./steps.ts"
import { type CommonOptions, defaults } from "./StoreOptions.ts"
import { type Tables, tablesIn } from "./tables.ts"

interface Known {
  readonly statements: StepContext["statements"]
  readonly tables: Tables
}

const knownSchemas = new Map<string, Known>()

const knownOf = (schema: string): Known => {
  const found = knownSchemas.get(schema)
  if (found !== undefined) return found
  requireSchemaName(schema)
  const tables = tablesIn(schema)
  const statements = {
    ...writeStatements(tables, schema),
    ...readStatements(tables, schema),
    ...deliveryStatements(tables, schema),
  }
  const known = { tables, statements }
  knownSchemas.set(schema, known)
  return known
}

/** What the steps of a store with these options need. */
export const contextOf = (
  options: Pick<CommonOptions, "schema" | "bodiesPerAttempt">,
): { readonly context: StepContext; readonly tables: Tables } => {
  const schema = options.schema ?? defaults.schema
  const { statements, tables } = knownOf(schema)
  return {
    context: { schema, statements, bodiesPerAttempt: options.bodiesPerAttempt ?? defaults.bodiesPerAttempt },
    tables,
  }
}
