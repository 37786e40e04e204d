/** A host's own table beside the payments, written through its own connections. */
import { Effect, Layer } from "effect"
import { type PoolConfig, default as pg } from "pg"
import { HostTable } from "@cauri/conformance"
import { deliverWithin, insertWithin, layer, PostgresStore } from "@cauri/store-postgres"
import { ownPool } from "../src/lenders.ts"
import { scopedSchema, url } from "./support.ts"

/** A pool of the host that is set so, for the length of a scope. */
export const hostPoolTo = (config: PoolConfig) =>
  Effect.acquireRelease(
    Effect.sync(() => new pg.Pool(config)),
    (pool) => Effect.promise(() => pool.end()),
  )

/** A pool of the host, for the length of a scope. */
export const hostPool = hostPoolTo({ connectionString: url })

/** A pool of the store's own to a server, for the length of a scope. */
export const openPool = (at: string) =>
  Effect.acquireRelease(
    Effect.promise(() => ownPool({ url: at })),
    (pool) => Effect.promise(() => pool.end()),
  )

const makeHost = (schema: string) =>
  Effect.gen(function* () {
    const pool = yield* hostPool
    const services = yield* Effect.context<PostgresStore>()
    const table = `"${schema}".host_lines`
    yield* Effect.promise(() => pool.query(`create table ${table} (line text not null)`))
    return HostTable.of({
      deliverWithin: (name, then) => ({
        name,
        receiveWithin: (deliveredEvent, step) =>
          Effect.flatMap(
            deliverWithin(name, async (client, { id }) => {
              await client.query(`insert into ${table} (line) values ($1)`, [id])
              then(id)
            }),
            (listener) => listener.receiveWithin(deliveredEvent, step),
          ).pipe(Effect.provide(services)),
      }),
      insertWithin: (prepared, line, then) =>
        Effect.promise(async () => {
          const client = await pool.connect()
          try {
            await client.query("begin")
            const inserted = await insertWithin(client, prepared, { schema })
            await client.query(`insert into ${table} (line) values ($1)`, [line])
            then()
            await client.query("commit")
            return inserted
          } catch (error) {
            await client.query("rollback")
            throw error
          } finally {
            client.release()
          }
        }),
      lines: Effect.promise(async () =>
        (await pool.query<{ line: string }>(`select line from ${table}`)).rows.map(({ line }) => line),
      ),
    })
  })

/** A new store in a schema of its own, with a host's table in it. */
export const freshStoreWithHost = Layer.unwrap(
  Effect.map(scopedSchema, (schema) =>
    Layer.effect(HostTable, makeHost(schema)).pipe(Layer.provideMerge(layer({ url, schema }))),
  ),
)
