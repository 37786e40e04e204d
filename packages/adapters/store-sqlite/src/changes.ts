/**
 * How a sleeping program notices the writes of another: SQLite has no notification, but a number that changes with every foreign commit.
 * Reading it only looks into shared memory, so reading it twice a second is cheap.
 */
import type { Database } from "better-sqlite3"
import { Effect, Stream } from "effect"
import { pragma } from "./connection.ts"
import { clientOf, type HostConnection } from "./HostConnection.ts"

/** How often the number is read, in milliseconds. */
const interval = 500

/** A number that changes with every commit of another connection; own commits leave it. Compare it on one connection only. */
export const dataVersion = (connection: HostConnection): number => Number(pragma(clientOf(connection), "data_version"))

/** Waits until the number differs from `since`, and returns the new one. */
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
 * The number after each write of another connection, for ever. It counts from the first pull on, so the next value also reports what is
 * written while the reader is busy.
 */
export const writesByOthers = (client: Database): Stream.Stream<number> =>
  Stream.suspend(() => {
    let version = dataVersion(client)
    return Stream.fromEffectRepeat(
      Effect.tap(
        Effect.suspend(() => nextVersion(client, version)),
        (next) => Effect.sync(() => (version = next)),
      ),
    )
  })
