/** Receivers on loopback, and the POSTs that are sent to them. */
import { createServer as createHttpServer, type IncomingMessage, type RequestListener, type Server } from "node:http"
import { createServer as createTcpServer, type Server as TcpServer, type Socket } from "node:net"
import { Effect, type Scope } from "effect"
import type { CallbackPost } from "../src/model/Callback.ts"

/** A POST of a callback, with what matters to a test. */
export const postTo = (url: string, parts: Partial<CallbackPost> = {}): CallbackPost => ({
  id: "post-1",
  event: "event-1",
  kind: "payin",
  payment: "token-1",
  requestId: "P119700101",
  projectId: "project-1",
  url,
  encoding: "Json",
  contentType: "application/json",
  body: '{"status":"completed"}',
  at: 0,
  attempt: 1,
  forged: false,
  ...parts,
})

/** A request as a receiver read it. */
interface Received {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly headers: IncomingMessage["headers"]
  readonly body: Buffer
}

/** A receiver that listens until the test ends. */
export interface Receiver {
  readonly port: number
  readonly url: string
  readonly received: Array<Received>
  readonly connections: Array<Socket>
  /** Resolves when a request was read whole, or bytes came. */
  readonly reached: Promise<void>
  /** Resolves when the first connection is closed. */
  readonly left: Promise<void>
}

const listening = (
  server: Server | TcpServer,
  received: Array<Received>,
  reached: Promise<void>,
): Effect.Effect<Receiver, never, Scope.Scope> => {
  const connections: Array<Socket> = []
  const left = Promise.withResolvers<void>()
  server.on("connection", (socket: Socket) => {
    connections.push(socket)
    // A sender that cuts the connection may show here as a reset.
    socket.on("error", () => undefined)
    socket.on("close", () => left.resolve())
  })
  const listen = Effect.callback<number>((resume) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      resume(
        address === null || typeof address === "string"
          ? Effect.die("A server on a port has a port.")
          : Effect.succeed(address.port),
      )
    })
  })
  const close = Effect.callback<void>((resume) => {
    for (const socket of connections) {
      socket.destroy()
    }
    server.close(() => resume(Effect.void))
  })
  return Effect.acquireRelease(listen, () => close).pipe(
    Effect.map((port) => ({
      port,
      url: `http://127.0.0.1:${port}/`,
      received,
      connections,
      reached,
      left: left.promise,
    })),
  )
}

/** An HTTP receiver. It keeps every request and lets the test answer. */
export const httpReceiver = (answer: RequestListener): Effect.Effect<Receiver, never, Scope.Scope> =>
  Effect.suspend(() => {
    const received: Array<Received> = []
    const reached = Promise.withResolvers<void>()
    const listener: RequestListener = (request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        received.push({
          method: request.method,
          path: request.url,
          headers: request.headers,
          body: Buffer.concat(chunks),
        })
        reached.resolve()
        answer(request, response)
      })
    }
    return listening(createHttpServer(listener), received, reached.promise)
  })

/** A receiver that speaks bytes: it does this with every connection whose request began to arrive. */
export const rawReceiver = (answer: (socket: Socket) => void): Effect.Effect<Receiver, never, Scope.Scope> =>
  Effect.suspend(() => {
    const reached = Promise.withResolvers<void>()
    const server = createTcpServer((socket) => {
      socket.once("data", () => {
        reached.resolve()
        answer(socket)
      })
    })
    return listening(server, [], reached.promise)
  })

/** A port on loopback where nobody listens. */
export const closedPort: Effect.Effect<number> = Effect.scoped(
  Effect.map(
    rawReceiver(() => undefined),
    ({ port }) => port,
  ),
)
