/**
 * How a sleeping program notices that another one has written: SQLite has no notification, but a number that changes with every foreign
 * commit. Reading it is a look into shared memory, so it is cheap to ask twice a second.
 */
import type { Database } from "better-sqlite3"
import { Effect, Stream } from "effect"
import { clientOf, type HostConnection, pragma } from "./connection.ts"

/** How often the number is read, in milliseconds. */
const interval = 500

/** A number that is another one after every commit of another connection; own commits leave it. Compare it on one connection only. */
export const dataVersion = (connection: HostConnection): number => Number(pragma(clientOf(connection), "data_version"))

/** Ends at the first look at which the number is another one than it was, and tells it. */
const nextVersion = (client: Database, since: number): Effect.Effect<number> =>
  Effect.gen(function* () {
    let version = since
    while (version === since) {
      yield* Effect.sleep(interval)
      version = dataVersion(client)
    }
    return version
  })

/**
 * The number after each time that somebody else has written, for ever. It is followed from the first pull on, so what is written while
 * the reader is busy is told by the next one.
 */
export const watchChanges = (client: Database): Stream.Stream<number> =>
  Stream.suspend(() => {
    let version = dataVersion(client)
    return Stream.fromEffectRepeat(
      Effect.tap(
        Effect.suspend(() => nextVersion(client, version)),
        (next) => Effect.sync(() => (version = next)),
      ),
    )
  })
