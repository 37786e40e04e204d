/**
 * Connections that are known to be durable, and transactions on them. A connection is looked at once, before its first statement: what
 * the server says about `fsync`, `full_page_writes` and `synchronous_commit` is read back, not assumed.
 */
import type { SQL } from "drizzle-orm"
import { PgDialect } from "drizzle-orm/pg-core"
import type { ClientBase, QueryResult } from "pg"
import { StoreRefused } from "@cauri/core"
import { CommitUnknown, faultOf, RolledBack, Unreachable } from "./faults.ts"
import { type Lender, nothing, type PgClient } from "./lenders.ts"
import { type RawRow, text } from "./rows.ts"
import type { Executor, Statement, Value } from "./statement.ts"
import {
  endSession,
  readSettings,
  requireDurability,
  requireTimeline,
  type Session,
  sessionOf,
  setAll,
  timelineOf,
} from "./settings.ts"
import type { CommonOptions } from "./StoreOptions.ts"

/** Connections to one server. */
export interface Connection {
  /** Runs one statement by itself. */
  readonly run: Executor["run"]
  /** Runs a query that is written for the occasion. */
  readonly query: (query: SQL) => Promise<ReadonlyArray<RawRow>>
  /** Runs work in a transaction: all of it is committed durably, or none. */
  readonly transact: <A>(work: (executor: Executor, client: PgClient) => Promise<A>) => Promise<A>
  /** The timeline of the server, where it tells. */
  readonly timeline: () => Promise<string | null>
  /** From now on no connection is used whose server is on another timeline. */
  readonly stayOn: (timeline: string | null) => void
  /**
   * Ends the sessions of connections that were lost in the middle of a transaction. The server may not know yet that nobody is there,
   * and would keep their locks until it does.
   */
  readonly endLost: () => Promise<void>
  readonly close: () => Promise<void>
}

const dialect = new PgDialect()

/** An executor on a host's client: one statement after the other, each sent when the one before was answered. */
export const executorOn = (client: ClientBase): Executor => {
  let before: Promise<unknown> = Promise.resolve()
  return {
    run: ({ name, text }, values) => {
      const answer = before.then(async () => (await client.query<RawRow>({ name, text, values: [...values] })).rows)
      before = answer.catch(nothing)
      return answer
    },
  }
}

/** An executor on a client of our own pool, which sends each statement at once: a transaction is one or two round trips. */
const pipelineOn = (client: ClientBase): Executor => ({
  run: async ({ name, text }, values) => (await client.query<RawRow>({ name, text, values: [...values] })).rows,
})

const isLost = (error: unknown): boolean => error instanceof CommitUnknown || faultOf(error) === "Lost"

/** Borrows a connection for some work. One that failed on the way is not given back to others. */
const borrow = async <A>(lender: Lender, work: (client: PgClient) => Promise<A>): Promise<A> => {
  const { client, release } = await lender.lend().catch((error: unknown) => {
    throw new Unreachable(error)
  })
  // A connection that dies while it is lent tells so by this event as well, and an event without a listener ends the process.
  client.on("error", nothing)
  let lost = false
  try {
    return await work(client)
  } catch (error) {
    lost = error instanceof StoreRefused || isLost(error)
    throw error
  } finally {
    // What is lost may still have something to say.
    if (!lost) client.off("error", nothing)
    release(lost)
  }
}

const beginText = "begin isolation level read committed"
const transactionText = "select pg_current_xact_id()::text as transaction"

const begin = async (client: ClientBase, ours: boolean, options: CommonOptions): Promise<string> => {
  if (ours) {
    const [, { rows }] = await Promise.all([client.query(beginText), client.query<RawRow>(transactionText)])
    return text(rows[0] ?? {}, "transaction")
  }
  await client.query(beginText)
  requireDurability(await setAll(client, options, true), options.acceptDataLoss)
  const { rows } = await client.query<RawRow>(transactionText)
  return text(rows[0] ?? {}, "transaction")
}

const commit = async (client: ClientBase, transaction: string): Promise<void> => {
  let answer: QueryResult
  try {
    answer = await client.query("commit")
  } catch (error) {
    throw faultOf(error) === "Lost" ? new CommitUnknown(transaction, error) : error
  }
  if (answer.command !== "COMMIT") throw new RolledBack("The server rolled the transaction back.")
}

const transactOn = async <A>(
  client: PgClient,
  ours: boolean,
  options: CommonOptions,
  work: (executor: Executor, client: PgClient) => Promise<A>,
): Promise<A> => {
  const begun = begin(client, ours, options)
  let result: A
  let transaction: string
  try {
    if (ours) {
      // The first statements need not wait for the answer to "begin": they are behind it on the wire.
      ;[transaction, result] = await Promise.all([begun, work(pipelineOn(client), client)])
    } else {
      transaction = await begun
      result = await work(executorOn(client), client)
    }
  } catch (error) {
    if (faultOf(error) !== "Lost") await client.query("rollback").catch(nothing)
    throw error
  }
  await commit(client, transaction)
  return result
}

/**
 * Connections from a lender, each looked at before its first use. Those of our own pool are set then; a host's connection is the host's
 * again afterwards, so there the settings are those of each transaction, and nothing runs outside of one.
 */
export const connectionFrom = (
  lender: Lender,
  ours: boolean,
  options: CommonOptions,
  onDamage: (refusal: StoreRefused) => void = nothing,
): Connection => {
  const known = new WeakMap<ClientBase, Session>()
  const lostSessions = new Set<Session>()
  let timeline: string | null = null
  let damage: StoreRefused | null = null
  const lookAt = async (client: ClientBase) => {
    if (known.has(client)) return
    // A host's connection commits as the host likes; how our transactions on it commit is set and read back in each of them.
    const settings = ours
      ? await setAll(client, options, false)
      : { ...(await readSettings(client)), synchronous_commit: "on" }
    requireDurability(settings, options.acceptDataLoss)
    requireTimeline(await timelineOf(client), timeline, options.acceptTimeline)
    known.set(client, await sessionOf(client))
  }
  const use = async <A>(work: (client: PgClient) => Promise<A>): Promise<A> => {
    if (damage !== null) throw damage
    try {
      return await borrow(lender, async (client) => {
        await lookAt(client)
        return await work(client).catch((error: unknown) => {
          const session = known.get(client)
          if (session !== undefined && isLost(error)) lostSessions.add(session)
          throw error
        })
      })
    } catch (error) {
      if (faultOf(error) !== "Corrupt") throw error
      // What a damaged server would write or say next cannot be trusted, so nothing more is asked of it.
      damage = new StoreRefused({ reason: "Corrupt", detail: "The server found damage in its files.", cause: error })
      onDamage(damage)
      throw damage
    }
  }
  const transact: Connection["transact"] = (work) => use((client) => transactOn(client, ours, options, work))
  const alone = <A>(work: (executor: Executor, client: PgClient) => Promise<A>) =>
    ours ? use((client) => work(pipelineOn(client), client)) : transact(work)
  return {
    run: (statement: Statement, values: ReadonlyArray<Value>) => alone((executor) => executor.run(statement, values)),
    query: (query) => {
      const { sql, params } = dialect.sqlToQuery(query)
      return alone(async (_, client) => (await client.query<RawRow>({ text: sql, values: params })).rows)
    },
    transact,
    timeline: () => alone((_, client) => timelineOf(client)),
    stayOn: (expected) => {
      timeline = expected
    },
    endLost: async () => {
      const sessions = [...lostSessions]
      for (const session of sessions) {
        await alone((_, client) => endSession(client, session))
        lostSessions.delete(session)
      }
    },
    close: () => lender.end(),
  }
}
