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
  /** Watches a connection during some work that is all questions. */
  readonly during: <A>(client: ClientBase, work: () => Promise<A>) => Promise<A>
  /** Ends the connections that said nothing in so many looks, this one included. */
  readonly look: () => void
}

/** One question more for a connection that said nothing for so long. */
const lastChance = { text: "select", query_timeout: 100 }

/** A watch that ends a connection when it said nothing in so many looks. */
export const makeWatch = (patience: number): Watch => {
  const owing = new Map<ClientBase, { questions: number; looks: number }>()
  const during: Watch["during"] = async (client, work) => {
    const state = owing.get(client) ?? { questions: 0, looks: 0 }
    owing.set(client, state)
    state.questions += 1
    try {
      return await work()
    } finally {
      state.questions -= 1
      state.looks = 0
      if (state.questions === 0) owing.delete(client)
    }
  }
  return {
    ask: (client, query) => during(client, () => ask(client, query)),
    during,
    look: () => {
      for (const [client, state] of owing) {
        state.looks += 1
        // Only a question with a time-out of its own cuts the line, and with it fails whatever was asked before.
        if (state.looks === patience) client.query(lastChance, nothing)
      }
    },
  }
}
