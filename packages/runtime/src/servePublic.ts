/**
 * A public port: Node's server with every limit that its defaults leave open and the checks that its parser leaves to us. It closes with
 * its scope: it takes no new connection, answers what was begun, and leaves.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { Server as TcpServer, Socket } from "node:net"
import { Effect, Metric, Schedule, type Scope } from "effect"
import { type PortRefused, portRefused } from "./PortRefused.ts"

/** What a connection may take. Times are milliseconds. */
export interface SocketLimits {
  /** For the head of a request to arrive, and for all of it. */
  readonly head: number
  readonly request: number
  /** How often late ones are looked for. */
  readonly checkEvery: number
  /** A connection on which nothing happens at all. */
  readonly silence: number
  /** The same while a request waits for its answer. Default: `silence`. */
  readonly answer?: number
  /** A connection between two requests. */
  readonly idle: number
  readonly connections: number
  readonly requestsPerConnection: number
  /** Requests of one connection that wait for their answers at the same time. */
  readonly pipelined: number
  /** Bytes of a head. */
  readonly headBytes: number
  /**
   * What is still read, and for how long, of a body that was answered before its end. Were the connection closed at once, a reset would
   * overtake the answer.
   */
  readonly unreadBytes: number
  readonly unread: number
  /** How long idle connections stay open after a request to stop, for requests on their way. */
  readonly linger: number
  /** How long it waits for open answers after a request to stop. */
  readonly drain: number
}

/** Limits that no honest caller comes near. */
export const socketLimits: SocketLimits = {
  head: 5_000,
  request: 10_000,
  checkEvery: 1_000,
  silence: 10_000,
  idle: 5_000,
  connections: 1_000,
  requestsPerConnection: 1_000,
  pipelined: 16,
  headBytes: 8_192,
  unreadBytes: 16_777_216,
  unread: 5_000,
  linger: 1_000,
  drain: 10_000,
}

export interface ListenAddress {
  readonly host: string
  readonly port: number
}

export interface RunningServer {
  readonly port: number
  readonly listening: Effect.Effect<boolean>
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** What answers on a public port. */
export interface PublicFace {
  readonly request: Listener
  /** A request whose caller waits for `100 Continue` before it sends the body. */
  readonly expecting: Listener
  /** Counts connections without a request that were closed, because too many were open. */
  readonly dropped: Metric.Counter<number>
  /** What differs from `socketLimits`. */
  readonly limits?: Partial<SocketLimits>
  /** Ends answers that only wait, such as streams, at a stop: after requests on their way have come. */
  readonly endWaits?: Effect.Effect<void>
}

/** Opens a public port at HOST and PORT. It closes with the scope. */
export const servePublic = Effect.fn("Public.serve")(function* (
  listen: ListenAddress,
  { dropped, endWaits = Effect.void, expecting, limits: changes = {}, request }: PublicFace,
): Effect.fn.Return<RunningServer, PortRefused, Scope.Scope> {
  const limits = { ...socketLimits, ...changes }
  const server = bounded(limits)
  const count = Effect.runForkWith(yield* Effect.context())
  const gate = makeGate(limits, () => count(Metric.update(dropped, 1)))
  const listener = gate.guarded(request)
  server.on("connection", gate.opened)
  server.on("request", listener)
  // What else a caller expects is no reason to lose its request; Node would refuse it in words of its own.
  server.on("checkExpectation", listener)
  server.on("checkContinue", gate.guarded(expecting))
  const port = yield* Effect.acquireRelease(open(server, listen), () => close(server, gate.stop, endWaits, limits))
  return { port, listening: Effect.sync(() => server.listening) }
})

const bounded = (limits: SocketLimits): Server => {
  const server = createServer({
    headersTimeout: limits.head,
    requestTimeout: limits.request,
    connectionsCheckingInterval: limits.checkEvery,
    keepAliveTimeout: limits.idle,
    maxHeaderSize: limits.headBytes,
    requireHostHeader: true,
    insecureHTTPParser: false,
    // A duplicate header must not count by its first value: joined, neither value is valid.
    joinDuplicateHeaders: true,
  })
  // The other times end no connection that sends nothing at all.
  server.timeout = limits.silence
  server.maxRequestsPerSocket = limits.requestsPerConnection
  return server
}

/** Stands before what answers. */
const makeGate = (limits: SocketLimits, onDrop: () => void) => {
  /** Every connection, with its requests that wait for their answers. */
  const waiting = new Map<Socket, number>()
  /** Those without any, the longest so first. */
  const idle = new Set<Socket>()
  let stopping = false
  const forget = (socket: Socket): void => {
    waiting.delete(socket)
    idle.delete(socket)
  }
  const opened = (socket: Socket): void => {
    waiting.set(socket, 0)
    idle.add(socket)
    socket.once("close", () => forget(socket))
    const [longest] = idle
    if (waiting.size <= limits.connections || longest === undefined) return
    forget(longest)
    longest.destroy()
    onDrop()
  }
  const change = (socket: Socket, by: number): void => {
    const now = waiting.get(socket)
    if (now === undefined) return
    waiting.set(socket, now + by)
    if (now + by === 0) idle.add(socket)
    else idle.delete(socket)
  }
  const guarded =
    (listener: Listener): Listener =>
    (request, response) => {
      if (stopping) response.shouldKeepAlive = false
      const { socket } = request
      socket.destroySoon = () => endBehind(request, limits)
      if (isAmbiguous(request)) return refuse(response, 400, "Bad Request\n")
      if ((waiting.get(socket) ?? 0) >= limits.pipelined)
        return refuse(response, 503, "Service Unavailable\n", { "retry-after": "5" })
      if (limits.answer !== undefined) socket.setTimeout(limits.answer)
      change(socket, 1)
      response.once("close", () => change(socket, -1))
      listener(request, response)
    }
  return {
    opened,
    guarded,
    stop: () => {
      stopping = true
    },
  }
}

const looksBehind = 50

/** Ends the connection behind its last answer, and drops what still comes of the request before, within the limits. */
const endBehind = (request: IncomingMessage, { unread, unreadBytes }: SocketLimits): void => {
  const { socket } = request
  const end = () => Socket.prototype.destroySoon.call(socket)
  if (request.complete) return end()
  const most = socket.bytesRead + unreadBytes
  let looks = 0
  // A listener for what comes would take the socket away from Node's parser, which reads what is dropped here.
  const looking = setInterval(() => {
    if (++looks === looksBehind || socket.bytesRead > most) socket.destroy()
  }, unread / looksBehind)
  socket.once("close", () => clearInterval(looking))
  request.once("end", end)
  socket.end()
}

/**
 * May another program on the way read this request otherwise than we do? Node's parser refuses the worst, such as two lengths; it lets
 * two hosts pass, and encodings besides chunks.
 */
const isAmbiguous = ({ headers }: IncomingMessage): boolean => {
  const encoding = headers["transfer-encoding"]
  return (headers.host ?? "").includes(",") || (encoding !== undefined && encoding.toLowerCase() !== "chunked")
}

const refuse = (
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void => {
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "content-length": text.length,
    "cache-control": "no-store",
    connection: "close",
    ...headers,
  })
  response.end(text)
}

const open = (server: Server, { host, port }: ListenAddress) =>
  Effect.callback<number, PortRefused>((resume) => {
    const failed = (cause: Error) => resume(Effect.fail(portRefused({ host: "HOST", port: "PORT" })({ cause })))
    server.once("error", failed)
    server.listen({ host, port }, () => {
      server.off("error", failed)
      const address = server.address()
      resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : port))
    })
  })

/**
 * Takes no new connection and answers what was begun. Node's own `close` ends idle connections at once, and with them requests on their
 * way: a caller could not know whether such a request was answered.
 */
const close = (
  server: Server,
  stop: () => void,
  endWaits: Effect.Effect<void>,
  { drain, linger }: SocketLimits,
): Effect.Effect<void> => {
  const closed = Effect.callback<void>((resume) => {
    stop()
    TcpServer.prototype.close.call(server, () => resume(Effect.void))
  })
  // Wait for the next turn of the event loop: on a busy machine, the timer's turn has not yet read what came in the meantime.
  const endIdle = Effect.callback<void>((resume) => {
    const next = setImmediate(() => {
      server.closeIdleConnections()
      resume(Effect.void)
    })
    return Effect.sync(() => clearImmediate(next))
  })
  const ending = Effect.andThen(
    Effect.andThen(Effect.sleep(linger), endWaits),
    Effect.repeat(endIdle, { schedule: Schedule.spaced("50 millis") }),
  )
  return Effect.raceFirst(closed, Effect.andThen(ending, Effect.never)).pipe(
    Effect.timeoutOrElse({ duration: drain, orElse: () => Effect.sync(() => server.closeAllConnections()) }),
  )
}
