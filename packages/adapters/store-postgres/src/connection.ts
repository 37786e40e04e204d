/**
 * Connections that are known to be durable, and transactions on them. A connection is checked once, before its first statement: the
 * server's `fsync`, `full_page_writes` and `synchronous_commit` are read back, not assumed.
 */
import type { SQL } from "drizzle-orm"
import { PgDialect } from "drizzle-orm/pg-core"
import type { ClientBase, QueryResult } from "pg"
import { type RefusalReason, StoreRefused } from "@cauri/core/adapter"
import { ask, type Ask, makeAnswerTracker } from "./answerTracker.ts"
import { codeOf, CommitUnknown, faultOf, RolledBack, Unreachable } from "./faults.ts"
import { type HostTransaction, type Lender, ignoreEvent, type PgClient } from "./lenders.ts"
import { integer, type RawRow, rowsOf, text, type Value } from "./rows.ts"
import type { Executor, Statement } from "./statement.ts"
import {
  endSession,
  readSettings,
  requireDurability,
  requireWritable,
  type Session,
  sessionOf,
  setAll,
} from "./settings.ts"
import { type CommonOptions, defaults } from "./StoreOptions.ts"

type Transact = <A>(
  work: (executor: Executor, client: PgClient) => Promise<A>,
  /** Ends the transaction with its connection, unless its commit was sent. */
  signal?: AbortSignal,
) => Promise<A>

export interface Connection {
  readonly run: Executor["run"]
  readonly query: (query: SQL) => Promise<ReadonlyArray<RawRow>>
  /** Runs work in a transaction: all of it is committed durably, or none. */
  readonly transact: Transact
  /** The same for work of any length: its client is not tracked, and the caller turns the time-outs off. */
  readonly transactPatiently: Transact
  /** From now on this runs first on every connection, outside of a transaction. */
  readonly greetEach: (greet: (client: ClientBase) => Promise<void>) => void
  /**
   * Ends the sessions of connections that were lost in the middle of a transaction. The server may not have noticed the loss yet, and would
   * keep their locks until it does.
   */
  readonly endLost: () => Promise<void>
  /** Checks the connections that owe an answer, and ends those without one in too many looks. */
  readonly look: () => void
  readonly close: () => Promise<void>
}

const dialect = new PgDialect()

/** After this many looks without an answer a connection counts as half open. */
export const looksBeforeSilence = 4

/** The server ends what exceeds the statement time-out; a connection without an answer two seconds later is half open. */
export const silenceOf = (options: CommonOptions): number =>
  (options.statementTimeout ?? defaults.statementTimeout) + 2_000

/** The time between looks: the first may come right after the query, so the others alone must fill the silence. */
export const lookEvery = (options: CommonOptions): number => silenceOf(options) / (looksBeforeSilence - 1)

/** An executor on a host's client: one statement after the other, each sent after the answer to the one before. */
const executorOn = (client: ClientBase): Executor => {
  let before: Promise<unknown> = Promise.resolve()
  return {
    run: ({ name, text }, values) => {
      const answer = before.then(async () => (await ask(client, { name, text, values: [...values] })).rows)
      before = answer.catch(ignoreEvent)
      return answer
    },
  }
}

/** An executor on a client of our own pool, which sends each statement at once: a transaction is one or two round trips. */
const pipelineOn = (client: ClientBase, watched: Ask): Executor => ({
  run: async ({ name, text }, values) => (await watched(client, { name, text, values: [...values] })).rows,
})

const overtime = () => new Error("The time of this work is over, and its transaction was rolled back.")

/** The work; it fails once the signal comes. */
const until = <A>(signal: AbortSignal | undefined, work: Promise<A>): Promise<A> =>
  signal === undefined
    ? work
    : Promise.race([
        work,
        new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(overtime()), { once: true })),
      ])

/** The client for the host's work, which asks nothing more once the signal came: another borrower may have the connection by then. */
const guarded = (signal: AbortSignal | undefined, client: PgClient): PgClient =>
  new Proxy(client, {
    get: (target, name): unknown => {
      if (name === "query" && signal?.aborted === true) throw overtime()
      return Reflect.get(target, name)
    },
  })

/** The refusals after which the store must not be used any more. */
const final = new Set<RefusalReason>(["foreign", "restored", "shared_session"])

/** What a server answers whose session has not the statements that ours prepared, or already has another client's. */
const otherSession = new Set(["26000", "42P05"])

/** The refusal after which the store must not be used any more; null for other errors. */
const finalRefusal = (error: unknown, ours: boolean): StoreRefused | null => {
  if (error instanceof StoreRefused) return final.has(error.reason) ? error : null
  if (ours && otherSession.has(codeOf(error))) return sharedSession(error)
  if (faultOf(error) !== "corrupt") return null
  return new StoreRefused({ reason: "corrupt", detail: "The server found damage in its files.", cause: error })
}

const isLost = (error: unknown): boolean => error instanceof CommitUnknown || faultOf(error) === "Lost"

/** Borrows a connection for some work. A failed one is not lent again. */
const borrow = async <A>(lender: Lender, work: (client: PgClient) => Promise<A>): Promise<A> => {
  const { client, release } = await lender.lend().catch((error: unknown) => {
    throw error instanceof StoreRefused ? error : new Unreachable(error)
  })
  let lost = false
  try {
    return await work(client)
  } catch (error) {
    lost = error instanceof StoreRefused || isLost(error)
    throw error
  } finally {
    release(lost)
  }
}

const beginText = "begin isolation level read committed"
const transactionText = "select pg_current_xact_id()::text as transaction"

/** The id of the transaction that is open on a connection; without one, a new id each time. */
export const transactionOn = async (client: HostTransaction): Promise<string> =>
  text(rowsOf(await client.query(transactionText, []))[0] ?? {}, "transaction")

const begunText = "select pg_current_xact_id()::text as transaction, pg_backend_pid() as pid"

const sharedSession = (cause?: unknown): StoreRefused =>
  new StoreRefused({
    reason: "shared_session",
    detail:
      "The session behind a connection is not the one that was checked: a pooler in transaction mode stands between.",
    ...(cause === undefined ? {} : { cause }),
  })

const begunIn = (session: Session | undefined, { rows }: QueryResult<RawRow>): string => {
  const [row = {}] = rows
  if (integer(row, "pid") !== session?.pid) throw sharedSession()
  return text(row, "transaction")
}

const begin = async (
  client: ClientBase,
  watched: Ask | null,
  options: CommonOptions,
  session: Session | undefined,
): Promise<string> => {
  if (watched !== null) {
    const sent = [watched(client, { text: beginText }), watched(client, { text: begunText })] as const
    const [, begun] = await Promise.all(sent)
    return begunIn(session, begun)
  }
  await ask(client, { text: beginText })
  const begun = begunIn(session, await ask(client, { text: begunText }))
  requireDurability(await setAll(client, options, true), options.acceptDataLoss)
  return begun
}

const commit = async (client: ClientBase, asking: Ask, transaction: string): Promise<void> => {
  let answer: QueryResult
  try {
    answer = await asking(client, { text: "commit" })
  } catch (error) {
    throw faultOf(error) === "Lost" ? new CommitUnknown(transaction, error) : error
  }
  if (answer.command !== "COMMIT")
    throw new RolledBack("The server rolled the transaction back, so nothing of it was written: try it again.")
}

const transactOn = async <A>(
  client: PgClient,
  watched: Ask | null,
  options: CommonOptions,
  session: Session | undefined,
  work: (executor: Executor, client: PgClient) => Promise<A>,
  signal: AbortSignal | undefined,
): Promise<A> => {
  if (signal?.aborted === true) throw overtime()
  const begun = begin(client, watched, options, session)
  const asking = watched ?? ask
  let result: A
  let transaction: string
  try {
    if (watched !== null) {
      // The first statements need not wait for the answer to "begin": they follow it on the wire.
      const [started, done] = await Promise.allSettled([
        begun,
        until(signal, work(pipelineOn(client, watched), client)),
      ])
      // Not before the work has ended: what it still sends must not follow the rollback.
      if (started.status === "rejected") throw started.reason
      if (done.status === "rejected") throw done.reason
      transaction = started.value
      result = done.value
    } else {
      transaction = await begun
      result = await until(signal, work(executorOn(client), client))
    }
  } catch (error) {
    if (faultOf(error) !== "Lost") await asking(client, { text: "rollback" }).catch(ignoreEvent)
    throw error
  }
  await commit(client, asking, transaction)
  return result
}

/** The same connection for at most so many pieces of work at once: the rest of the pool stays free for others. */
export const atMost = (connection: Connection, most: number): Connection => {
  const waiting: Array<() => void> = []
  let free = Math.max(1, most)
  const inTurn = async <A>(work: () => Promise<A>): Promise<A> => {
    if (free > 0) free -= 1
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
  return {
    ...connection,
    run: (...given) => inTurn(() => connection.run(...given)),
    query: (...given) => inTurn(() => connection.query(...given)),
    transact: (...given) => inTurn(() => connection.transact(...given)),
    transactPatiently: (...given) => inTurn(() => connection.transactPatiently(...given)),
  }
}

/**
 * Connections from a lender, each checked before its first use. On our own pool the settings are set once per connection. A host's
 * connection keeps the host's settings, so there each transaction sets ours, and nothing runs outside of one.
 */
export const connectionFrom = (
  lender: Lender,
  ours: boolean,
  options: CommonOptions,
  onDamage: (refusal: StoreRefused) => void = ignoreEvent,
): Connection => {
  let known = new WeakMap<ClientBase, Session>()
  const lostSessions = new Set<Session>()
  const tracking = makeAnswerTracker(looksBeforeSilence)
  const watched = ours ? tracking.ask : null
  let greet: ((client: ClientBase) => Promise<void>) | null = null
  let damage: StoreRefused | null = null
  const lookAt = async (client: ClientBase) => {
    // A host's connection commits as the host likes; each of our transactions on it sets how it commits, and reads that back.
    const settings = ours
      ? await setAll(client, options, false)
      : { ...(await readSettings(client)), synchronous_commit: "on" }
    requireWritable(settings)
    requireDurability(settings, options.acceptDataLoss)
    await greet?.(client)
    known.set(client, await sessionOf(client))
  }
  const use = async <A>(work: (client: PgClient) => Promise<A>): Promise<A> => {
    if (damage !== null) throw damage
    try {
      return await borrow(lender, async (client) => {
        if (!known.has(client)) await tracking.during(client, () => lookAt(client))
        return await work(client).catch((error: unknown) => {
          const session = known.get(client)
          if (session !== undefined && isLost(error)) lostSessions.add(session)
          throw error
        })
      })
    } catch (error) {
      const refusal = finalRefusal(error, ours)
      if (refusal === null) throw error
      // After this, nothing that this server writes or answers can be trusted, so it gets no more queries.
      damage = refusal
      onDamage(damage)
      throw damage
    }
  }
  // The host checks its own connection.
  const over = (client: PgClient): PgClient => (ours ? tracking.over(client) : client)
  const transactPatiently: Transact = (work, signal) =>
    use((client) => transactOn(client, watched, options, known.get(client), work, signal))
  const transact: Transact = (work, signal) =>
    transactPatiently((executor, client) => work(executor, guarded(signal, over(client))), signal)
  const alone = <A>(work: (executor: Executor, client: PgClient) => Promise<A>) =>
    watched === null ? transact(work) : use((client) => work(pipelineOn(client, watched), over(client)))
  return {
    run: (statement: Statement, values: ReadonlyArray<Value>) => alone((executor) => executor.run(statement, values)),
    query: (query) => {
      const { sql, params } = dialect.sqlToQuery(query)
      return alone(async (_, client) => (await ask(client, { text: sql, values: params })).rows)
    },
    transact,
    transactPatiently,
    greetEach: (each) => {
      greet = each
      known = new WeakMap()
    },
    endLost: async () => {
      const sessions = [...lostSessions]
      for (const session of sessions) {
        await alone((_, client) => endSession(client, session))
        lostSessions.delete(session)
      }
    },
    look: tracking.look,
    close: () => lender.end(),
  }
}
