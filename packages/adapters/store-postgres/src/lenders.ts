/**
 * Where connections come from: a pool of our own, the host's pool, or one connection of the host.
 */
import type { Client, Pool, PoolClient, PoolConfig } from "pg"
import { StoreRefused } from "@cauri/core/adapter"
import type { Value } from "./rows.ts"
import { defaults, type StoreOptions } from "./StoreOptions.ts"

/** For events that are reported in another way as well. */
export const ignoreEvent = (): void => {}

/** The host's pool of pg. */
export type HostPool = Pool

/** A connection of pg, lent by a pool or not. */
export type PgClient = Client | PoolClient

/**
 * A transaction of the host: runs one statement in it. A client of pg between `begin` and `commit` is one; for a query builder or an ORM
 * a few lines make one. The text has `$1`, `$2` … for the values, each once and in this order.
 */
export interface HostTransaction {
  query(text: string, values: Array<Value>): PromiseLike<{ readonly rows: ReadonlyArray<unknown> }>
}

interface Lent {
  readonly client: PgClient
  /** Gives it back; a lost one is not lent again. */
  readonly release: (lost: boolean) => void
}

export interface Lender {
  readonly lend: () => Promise<Lent>
  readonly end: () => Promise<void>
}

/** Refuses a connection with an open transaction: a step would be part of it, and the step's commit would end it. */
const requireFree = (client: PgClient): void => {
  if (!["T", "E"].includes(client.getTransactionStatus() ?? "")) return
  throw new StoreRefused({
    reason: "busy",
    detail: "A transaction of your own is open on the connection that you handed over.",
  })
}

/** The pool's next connection. Its callback runs before anything else of the connection is read, as a promise's would not. */
const nextOf = (pool: Pool): Promise<PoolClient> =>
  new Promise((resolve, reject) => {
    pool.connect((error, client) => {
      if (client === undefined) return reject(error ?? new Error("The pool gave no connection."))
      // A lent connection that dies emits this event, and without a listener the event ends the process.
      client.on("error", ignoreEvent)
      resolve(client)
    })
  })

export const poolLender = (pool: Pool): Lender => ({
  lend: async () => {
    const client = await nextOf(pool)
    try {
      requireFree(client)
    } catch (refusal) {
      // The borrower left a transaction open, so the connection must not be lent again.
      client.release(true)
      throw refusal
    }
    return {
      client,
      release: (lost) => {
        // A lost connection may still emit errors.
        if (!lost) client.off("error", ignoreEvent)
        client.release(lost)
      },
    }
  },
  end: () => pool.end(),
})

/** One connection as a lender: a borrower waits until it is given back. What a borrower has left open is rolled back. */
export const clientLender = (client: Client): Lender => {
  let free: Promise<void> = Promise.resolve()
  return {
    lend: async () => {
      const before = free
      let release = ignoreEvent
      free = new Promise((resolve) => {
        release = resolve
      })
      await before
      try {
        requireFree(client)
      } catch (refusal) {
        release()
        throw refusal
      }
      client.on("error", ignoreEvent)
      return {
        client,
        release: (lost) => {
          if (lost) return void client.query("rollback").catch(ignoreEvent).then(release)
          client.off("error", ignoreEvent)
          release()
        },
      }
    },
    end: () => Promise.resolve(),
  }
}

/** The driver pg, which the user installs: it is loaded when a connection of ours is made, and refused in words where it is missing. */
export const loadPg = async (load = () => import("pg")) => {
  try {
    return (await load()).default
  } catch (cause) {
    throw new StoreRefused({
      reason: "unavailable",
      detail:
        "The package pg, which talks to Postgres, is not installed: install it beside this one (`npm install pg`).",
      cause,
    })
  }
}

const poolOf = async (config: PoolConfig): Promise<Pool> => {
  const pg = await loadPg()
  const pool = new pg.Pool(config)
  // The pool replaces an idle connection that dies; without a listener this event would end the process.
  pool.on("error", ignoreEvent)
  return pool
}

const configOf = (options: StoreOptions): PoolConfig => ({
  application_name: "cauri",
  keepAlive: true,
  connectionTimeoutMillis: options.acquireTimeout ?? defaults.acquireTimeout,
  ...options.pool,
  pipeline: true,
  connectionString: options.url,
})

export const ownPool = (options: StoreOptions): Promise<Pool> => poolOf(configOf(options))

/** The pools of handlers have no limit of their own: each consumer has one. */
const unlimited = { max: Infinity, min: 0 }

/** A pool for the host's handlers, beside a pool of our own. */
export const handlerPool = (options: StoreOptions): Promise<Pool> => poolOf({ ...configOf(options), ...unlimited })

/** The same beside the host's pool. It connects as that one does, and the host's listeners of `connect` see its clients. */
export const handlerPoolBeside = async (host: Pool): Promise<Pool> => {
  const pool = await poolOf({ ...optionsOf(host), ...unlimited })
  pool.on("connect", (client) => host.emit("connect", client))
  return pool
}

/** The options of a pool, which hides its password from code that copies them. */
export const optionsOf = ({ options }: Pool): PoolConfig =>
  options.password === undefined ? options : { ...options, password: options.password }
