/**
 * `StoreStatus`: the schema as a whole.
 */
import { type StoreRefused, StoreStatus } from "@cauri/core/adapter"
import type { Effect, Stream } from "effect"
import type { Connection } from "./connection.ts"
import { attempt } from "./faults.ts"
import type { Tables } from "./tables.ts"
import { findContradictions } from "./upkeep.ts"

export const makeStatus = (
  connection: Connection,
  t: Tables,
  schema: string,
  failed: Effect.Effect<never, StoreRefused>,
  changes: Stream.Stream<number>,
): StoreStatus["Service"] =>
  StoreStatus.of({
    contradictions: attempt("contradictions", () => findContradictions(connection, t)),
    failed,
    writesByOthers: changes,
    copyTo: `pg_dump --format=custom --schema=${schema}`,
  })
