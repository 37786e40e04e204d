/**
 * Sends queries and finds connections that do not answer. The server ends what takes too long; if it does not even report that, the
 * connection is half open. All connections are checked now and then: pg's own timer for each query keeps every answer alive until a full
 * garbage collection, whose pauses delayed the slowest takings.
 */
import type { ClientBase, QueryConfig, QueryResult } from "pg"
import { ignoreEvent } from "./lenders.ts"
import type { RawRow } from "./rows.ts"

export type Ask = (client: ClientBase, query: QueryConfig) => Promise<QueryResult<RawRow>>

/** Sends one query with a callback: like its timers, the promises of pg keep answers alive. */
export const ask: Ask = (client, query) =>
  new Promise((resolve, reject) => {
    client.query<RawRow>(query, (error: Error | null, result) => {
      if (error === null) resolve(result)
      else reject(error)
    })
  })

export interface AnswerTracker {
  readonly ask: Ask
  /** The client for the host's work: each of its queries is tracked, and the time between them is the host's. */
  readonly over: <Client extends ClientBase>(client: Client) => Client
  /** Tracks a connection during work that consists only of queries. */
  readonly during: <A>(client: ClientBase, work: () => Promise<A>) => Promise<A>
  /** Counts a look for each connection that owes an answer, and ends those with too many looks without an answer. */
  readonly look: () => void
}

/** The last query for a connection that was silent for so long. */
const lastChance = { text: "select", query_timeout: 100 }

/** A client that reports its queries, whether their answers come by a promise or by a callback. */
const tracked = <Client extends ClientBase>(client: Client, owe: (client: ClientBase) => () => void): Client => {
  const query = (...given: ReadonlyArray<unknown>): unknown => {
    const receive = given.at(-1)
    const answered = owe(client)
    const answeredFirst = (...answer: ReadonlyArray<unknown>) => {
      answered()
      if (typeof receive === "function") Reflect.apply(receive, undefined, answer)
    }
    const asked = typeof receive === "function" ? [...given.slice(0, -1), answeredFirst] : given
    try {
      const answer: unknown = Reflect.apply(client.query.bind(client), undefined, asked)
      if (answer instanceof Promise) return answer.finally(answered)
      // A query object that reports its answer only by events is its owner's to wait for.
      if (typeof receive !== "function") answered()
      return answer
    } catch (error) {
      answered()
      throw error
    }
  }
  return new Proxy(client, {
    get: (target, name): unknown => (name === "query" ? query : Reflect.get(target, name)),
  })
}

/** Ends a connection after this many looks without an answer. */
export const makeAnswerTracker = (patience: number): AnswerTracker => {
  const owing = new Map<ClientBase, { questions: number; looks: number }>()
  const owe = (client: ClientBase) => {
    const state = owing.get(client) ?? { questions: 0, looks: 0 }
    owing.set(client, state)
    state.questions += 1
    return () => {
      state.questions -= 1
      state.looks = 0
      if (state.questions === 0) owing.delete(client)
    }
  }
  const during: AnswerTracker["during"] = async (client, work) => {
    const answered = owe(client)
    try {
      return await work()
    } finally {
      answered()
    }
  }
  return {
    ask: (client, query) => during(client, () => ask(client, query)),
    over: (client) => tracked(client, owe),
    during,
    look: () => {
      for (const [client, state] of owing) {
        state.looks += 1
        // Only a query with a time-out of its own ends the connection, and with it fails all earlier queries.
        if (state.looks >= patience) client.query(lastChance, ignoreEvent)
      }
    },
  }
}
