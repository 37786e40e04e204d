/**
 * A server on loopback that records every byte it sees, connection by connection, and answers by a script. It is made of bare sockets: a
 * fault is something that a server library would not do, and a log is a proof only when no library stands in front of it.
 */
import { Effect, Schema, type Scope } from "effect"
import { createServer, type Server, type Socket } from "node:net"
import { createServer as createTlsServer, type TlsOptions } from "node:tls"
import { type RequestHead, requestReader, type SeenRequest } from "./requestReader.ts"

export interface Peer {
  readonly socket: Socket
  /** Which connection it is, from 1. */
  readonly number: number
  /** Every byte that was read, behind the encryption where there is one. */
  bytes: Buffer
  /** The heads that were read, whether their bodies came or not. */
  readonly heads: Array<RequestHead>
  /** The requests that were read as a whole. */
  readonly requests: Array<SeenRequest>
}

export interface Script {
  /** A connection is there (encrypted: the handshake is done). */
  readonly connected?: (peer: Peer) => void
  readonly received?: (peer: Peer) => void
  readonly head?: (peer: Peer, head: RequestHead) => void
  /** A whole request has come; `nth` counts all requests of this server, from 1. */
  readonly asked?: (peer: Peer, request: SeenRequest, nth: number) => void
  /** The server leaves everything that is sent in the network's hands. */
  readonly neverReads?: boolean
}

export interface Listener {
  readonly port: number
  readonly peers: ReadonlyArray<Peer>
  readonly requests: ReadonlyArray<SeenRequest>
}

/** A connection that begins like a TLS handshake said nothing of a request. */
const isHandshake = (bytes: Buffer): boolean => bytes[0] === 0x16

export const sawRequest = ({ peers }: Listener): boolean =>
  peers.some(({ bytes }) => bytes.length > 0 && !isHandshake(bytes))

/** The heads of all requests, whole or not. */
export const headsOf = ({ peers }: Listener): ReadonlyArray<RequestHead> => peers.flatMap(({ heads }) => heads)

/** Nothing is to be done about a socket that fails: it closes itself. */
export const ignore = (): void => {}

const serve = (server: Server, event: "connection" | "secureConnection", script: Script) => {
  const peers: Array<Peer> = []
  const requests: Array<SeenRequest> = []
  const sockets = new Set<Socket>()
  server.on("connection", (socket) => {
    sockets.add(socket)
    // The other end may vanish at any time: that is what it is tested for.
    socket.on("error", ignore).on("close", () => sockets.delete(socket))
  })
  server.on("tlsClientError", (_error, socket: Socket) => socket.destroy())
  server.on(event, (socket: Socket) => {
    socket.on("error", ignore)
    const peer: Peer = { socket, number: peers.length + 1, bytes: Buffer.alloc(0), heads: [], requests: [] }
    peers.push(peer)
    const reader = requestReader({
      head: (head) => {
        peer.heads.push(head)
        script.head?.(peer, head)
      },
      request: (request) => {
        peer.requests.push(request)
        requests.push(request)
        script.asked?.(peer, request, requests.length)
      },
    })
    if (script.neverReads !== true) {
      socket.on("data", (chunk: Buffer) => {
        peer.bytes = Buffer.concat([peer.bytes, chunk])
        script.received?.(peer)
        if (!isHandshake(peer.bytes)) reader.read(chunk)
      })
    }
    script.connected?.(peer)
  })
  return { peers, requests, sockets }
}

const readAddress = Schema.decodeUnknownSync(Schema.Struct({ port: Schema.Int }))

export const portOf = (server: Pick<Server, "address">): number => readAddress(server.address()).port

const opened = (make: () => Server, event: "connection" | "secureConnection", script: Script) =>
  Effect.acquireRelease(
    Effect.callback<Listener & { readonly stop: Effect.Effect<void> }>((resume) => {
      const server = make()
      const { sockets, ...log } = serve(server, event, script)
      const stop = Effect.callback<void>((done) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => done(Effect.void))
      })
      server.listen(0, "127.0.0.1", () => {
        resume(Effect.succeed({ ...log, stop, port: portOf(server) }))
      })
    }),
    ({ stop }) => stop,
  )

export const listen = (script: Script): Effect.Effect<Listener, never, Scope.Scope> =>
  // A half-closed connection is a fault of its own, so the server never closes its side because the other did.
  opened(() => createServer({ allowHalfOpen: true, noDelay: true }), "connection", script)

export const listenSecurely = (tls: TlsOptions, script: Script): Effect.Effect<Listener, never, Scope.Scope> =>
  opened(() => createTlsServer(tls), "secureConnection", script)

export const addressOf = ({ port }: Listener, scheme: "http" | "https" = "http"): string =>
  `${scheme}://127.0.0.1:${port}`
