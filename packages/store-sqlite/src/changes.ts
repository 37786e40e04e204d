/**
 * How a sleeping program notices that another one has written: SQLite has no notification, but a number that changes with every foreign
 * commit. Reading it is a look into shared memory, so it is cheap to ask twice a second.
 */
import type { Database } from "better-sqlite3"
import { Effect } from "effect"
import { clientOf, type HostConnection, pragma } from "./connection.ts"

/** How often the number is read, in milliseconds. */
const interval = 500

/** A number that is another one after every commit of another connection; own commits leave it. Compare it on one connection only. */
export const dataVersion = (connection: HostConnection): number => Number(pragma(clientOf(connection), "data_version"))

/**
 * Ends at the first look at which the number is another one than it was. Read the number before looking for work: what is written between
 * looking and waiting is not missed then.
 */
export const watchChanges = (client: Database, since: number): Effect.Effect<void> =>
  Effect.gen(function* () {
    while (dataVersion(client) === since) yield* Effect.sleep(interval)
  })
