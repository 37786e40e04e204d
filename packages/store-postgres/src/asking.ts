/**
 * How a connection is asked, and how one that does not answer is found. The server ends what takes too long; if it does not even say so,
 * the connection is half open. All connections are looked at now and then; a timer for each query, which pg offers, keeps every answer
 * alive until the whole heap is collected, and the pauses of that were what the slowest takings waited for.
 */
import type { ClientBase, QueryConfig, QueryResult } from "pg"
import { nothing } from "./lenders.ts"
import type { RawRow } from "./rows.ts"

/** Sends one query. */
export type Ask = (client: ClientBase, query: QueryConfig) => Promise<QueryResult<RawRow>>

/** Sends one query. By its callback: the promises of pg keep answers alive as its timers do. */
export const ask: Ask = (client, query) =>
  new Promise((resolve, reject) => {
    client.query<RawRow>(query, (error: Error | null, result) => {
      if (error === null) resolve(result)
      else reject(error)
    })
  })

/** Connections that are watched while they owe an answer. */
export interface Watch {
  readonly ask: Ask
  /** The client for somebody else's work: each of its queries is watched, and the time between them is theirs. */
  readonly over: <Client extends ClientBase>(client: Client) => Client
  /** Watches a connection during some work that is all questions. */
  readonly during: <A>(client: ClientBase, work: () => Promise<A>) => Promise<A>
  /** Ends the connections that said nothing in so many looks, this one included. */
  readonly look: () => void
}

/** One question more for a connection that said nothing for so long. */
const lastChance = { text: "select", query_timeout: 100 }

/** A client whose queries are told to a watch, however their answers are wanted: by a promise or by a callback. */
const told = <Client extends ClientBase>(client: Client, owe: (client: ClientBase) => () => void): Client => {
  const query = (...given: ReadonlyArray<unknown>): unknown => {
    const hear = given.at(-1)
    const answered = owe(client)
    const toldFirst = (...answer: ReadonlyArray<unknown>) => {
      answered()
      if (typeof hear === "function") Reflect.apply(hear, undefined, answer)
    }
    const asked = typeof hear === "function" ? [...given.slice(0, -1), toldFirst] : given
    try {
      const answer: unknown = Reflect.apply(client.query.bind(client), undefined, asked)
      if (answer instanceof Promise) return answer.finally(answered)
      // A query object that tells its answer by events alone is its owner's to wait for.
      if (typeof hear !== "function") answered()
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

/** A watch that ends a connection when it said nothing in so many looks. */
export const makeWatch = (patience: number): Watch => {
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
  const during: Watch["during"] = async (client, work) => {
    const answered = owe(client)
    try {
      return await work()
    } finally {
      answered()
    }
  }
  return {
    ask: (client, query) => during(client, () => ask(client, query)),
    over: (client) => told(client, owe),
    during,
    look: () => {
      for (const [client, state] of owing) {
        state.looks += 1
        // Only a question with a time-out of its own cuts the line, and with it fails whatever was asked before.
        if (state.looks >= patience) client.query(lastChance, nothing)
      }
    },
  }
}
