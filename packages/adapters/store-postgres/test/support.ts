/** Stores for tests: every build of a layer has a schema of its own, which goes when its scope ends. */
import { Effect, Layer, type Scope } from "effect"
import { default as pg } from "pg"
import { inject } from "vitest"
import type {} from "@cauri/test-postgres/globalSetup"
import { layer, type StoreOptions, type Stores } from "@cauri/store-postgres"

export const url: string = inject("postgresUrl")

let schemas = 0

/** A name that no other test uses, in this run or any other on the same server. */
const freshSchema = (): string => {
  schemas += 1
  return `cauri_${process.pid}_${process.hrtime.bigint().toString(36)}_${schemas}`
}

/** One connection to the server, for the length of a piece of work. */
export const withClient = async <A>(work: (client: pg.Client) => Promise<A>): Promise<A> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export const scopedSchema = Effect.acquireRelease(Effect.sync(freshSchema), (schema) =>
  Effect.promise(() =>
    withClient(async (client) => {
      await client.query("set client_min_messages = warning")
      await client.query(`drop schema if exists "${schema}" cascade`)
    }),
  ),
)

/** A new store in a schema of its own. */
export const freshStore = (options: Partial<StoreOptions> = {}) =>
  Layer.unwrap(Effect.map(scopedSchema, (schema) => layer({ url, schema, ...options })))

/** Work in a new store; it gets the name of the schema. */
export const inNewStore = <A>(
  work: (schema: string) => Effect.gen.Return<A, unknown, Stores | Scope.Scope>,
  options: Partial<StoreOptions> = {},
) =>
  Effect.flatMap(scopedSchema, (schema) =>
    Effect.provide(
      Effect.gen(() => work(schema)),
      layer({ url, schema, ...options }),
    ),
  )
