/** The tables of the reference. */
import type { Table } from "../fill.ts"
import { oneOfEach } from "../oneOfEach.ts"
import { alertTables } from "./alerts.ts"
import { architectureTables } from "./architecture.ts"
import { decisionTables } from "./decisions.ts"
import { errorTables } from "./errors.ts"
import { eventTables } from "./events.ts"
import { facetTables } from "./facets.ts"
import { httpApiTables } from "./httpApi.ts"
import { metricTables } from "./metrics.ts"
import { policyTables } from "./policy.ts"
import { statusTables } from "./statuses.ts"
import { variableTables } from "./variables.ts"

/** Every table of the reference that is made at once. */
export const referenceTables: Readonly<Record<string, Table>> = oneOfEach(
  alertTables,
  statusTables,
  architectureTables,
  decisionTables,
  eventTables,
  errorTables,
  variableTables,
  facetTables,
  httpApiTables,
  metricTables,
  policyTables,
)
