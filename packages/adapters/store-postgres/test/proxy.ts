/** A line between a store and its server that can be cut at the worst moments. */
import { Effect, type Scope } from "effect"
import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"

/** What happens to the next commit that passes. */
export type Mischief =
  /** It does not reach the server, and the line is cut. */
  | "CutBefore"
  /** It reaches the server, and the line is cut before the answer comes back. */
  | "CutAfter"
  /** The line is cut, and the commit reaches the server a little later. */
  | "Late"
  /** From now on nothing passes, in either direction, and nobody hangs up. */
  | "Silence"
  /** The same, when the next transaction begins: the server takes its first steps, and nobody hears of them. */
  | "SilenceFromTheBeginning"
  /** The same, at the next word of any kind: in the middle of a transaction. */
  | "SilenceAtOnce"

export interface Line {
  readonly url: string
  /** Plays one trick on the next commit. */
  readonly play: (mischief: Mischief) => void
  readonly played: () => number
}

/** The word that ends a transaction, as pg sends it: a simple query. */
const commit = "commit\0"
const begin = "begin isolation"

interface State {
  next: Mischief | null
  played: number
}

const later = 150

const join = (state: State, client: Socket, server: Socket): void => {
  let silent = false
  let deaf = false
  const end = () => {
    if (silent) return
    client.destroy()
    server.destroy()
  }
  client.on("data", (bytes) => {
    if (silent) return
    const word = state.next === "SilenceFromTheBeginning" ? begin : state.next === "SilenceAtOnce" ? "" : commit
    const trick = bytes.toString("latin1").includes(word) ? state.next : null
    if (trick === null) return void server.write(bytes)
    state.next = null
    state.played += 1
    if (trick === "CutBefore") return end()
    if (trick === "Silence" || trick === "SilenceFromTheBeginning" || trick === "SilenceAtOnce") {
      silent = true
      if (trick === "SilenceFromTheBeginning") server.write(bytes)
      return
    }
    deaf = true
    if (trick === "CutAfter") return void server.write(bytes)
    client.destroy()
    setTimeout(() => server.end(bytes), later)
  })
  server.on("data", (bytes) => {
    if (deaf) client.destroy()
    else if (!silent) client.write(bytes)
  })
  for (const socket of [client, server]) socket.on("error", end).on("close", () => (deaf ? undefined : end()))
}

/** Lays a line to the server of this address, for the length of a scope. */
export const layLine = (to: string): Effect.Effect<Line, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const state: State = { next: null, played: 0 }
        const target = new URL(to)
        const sockets = new Set<Socket>()
        const server = createServer((client) => {
          const upstream = connect(Number(target.port), target.hostname)
          for (const socket of [client, upstream]) sockets.add(socket)
          join(state, client, upstream)
        })
        server.listen(0, "127.0.0.1")
        await once(server, "listening")
        return { server, state, sockets, target }
      }),
      ({ server, sockets }) =>
        Effect.sync(() => {
          for (const socket of sockets) socket.destroy()
          server.close()
        }),
    ),
    ({ server, state, target }) => {
      const address = server.address()
      const line = new URL(target)
      line.host = `127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`
      return {
        url: line.href,
        play: (mischief) => {
          state.next = mischief
        },
        played: () => state.played,
      }
    },
  )
