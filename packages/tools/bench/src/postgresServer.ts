/** A Postgres of the benchmark's own, durable and with its data on the disk, and plain questions to it. */
import { startPostgres } from "@cauri/test-postgres"
import { Effect } from "effect"
import pg from "pg"

/** A server that ends with the scope, and a client of its own to prepare and to look with. */
export const postgresServer = Effect.fnUntraced(function* (settings: Readonly<Record<string, string>> = {}) {
  const { url } = yield* Effect.acquireRelease(
    Effect.promise(() => startPostgres(settings, { onDisk: true })),
    ({ stop }) => Effect.promise(stop),
  )
  /** A connection of its own, for as long as its scope lasts. */
  const connect = Effect.acquireRelease(
    Effect.promise(async () => {
      const connected = new pg.Client({ connectionString: url })
      await connected.connect()
      return connected
    }),
    (connected) => Effect.promise(() => connected.end()),
  )
  const client = yield* connect
  /** The first value of the first row. */
  const ask = (sql: string) =>
    Effect.promise(async () => {
      const { rows } = await client.query<Array<unknown>>({ text: sql, rowMode: "array" })
      return rows[0]?.[0]
    })
  /** Finishes all work that the preparation left behind, before measuring. */
  const settle = Effect.andThen(ask("vacuum analyze"), ask("checkpoint"))
  return { url, connect, ask, settle }
})

export type PostgresServer = Effect.Success<ReturnType<typeof postgresServer>>
