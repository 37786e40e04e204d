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

/** Ends at the first look after somebody else has changed the file. */
export const watchChanges = (client: Database): Effect.Effect<void> =>
  Effect.gen(function* () {
    const before = dataVersion(client)
    do yield* Effect.sleep(interval)
    while (dataVersion(client) === before)
  })
