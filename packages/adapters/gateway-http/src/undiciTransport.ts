/**
 * The transport of Node. Whether a request may have left is not read from an error: undici calls each request's own handler,
 * `onRequestStart`, when its socket is connected, its TLS verified, and its first byte next. Until then nothing has left; from then on it
 * may have. The same moment is the last one at which a lease can still stop it, and the place where a second start is refused.
 *
 * Control B4: errors such as ECONNRESET come before and after a request was read, so their codes decide nothing.
 */
import { Clock, Effect } from "effect"
import { Agent, buildConnector, type Dispatcher, Pool, ProxyAgent } from "undici"
import type { NoAnswerCause, NotSentCause } from "@cauri/core/model"
import { openingAhead } from "./openingAhead.ts"
import {
  type TransportResult,
  maximumBody,
  monotonicMillis,
  refusedHead,
  type OutgoingRequest,
  decodeChunks,
  waitForTimeout,
  type Transport,
  unanswered,
  unsent,
} from "./Transport.ts"

export interface UndiciOptions {
  readonly connectTimeout: number
  /** Trust only these authorities, in PEM, instead of Node's own. */
  readonly ca: ReadonlyArray<string> | null
  /** The proxy through which creations leave, so that they come from a whitelisted address (#193, #229, #246). */
  readonly proxy: string | null
}

/** One request on its way, as undici's handler. Its first outcome counts; later calls change nothing. */
export class PendingRequest implements Dispatcher.DispatchHandler {
  delivery: TransportResult | null = null
  private head: { readonly status: number; readonly contentType: string } | null = null
  private controller: Dispatcher.DispatchController | null = null
  private readonly chunks: Array<Uint8Array> = []
  private size = 0
  private readonly sending: OutgoingRequest
  private readonly now: () => number
  private readonly connectedBy: number
  private answeredBy: number | null = null
  private notify: (delivery: TransportResult) => void = () => undefined

  constructor(sending: OutgoingRequest, now: () => number) {
    this.sending = sending
    this.now = now
    this.connectedBy = now() + sending.connectWithin
  }

  /** Sends the request and waits for its delivery. Interruption gives it up. */
  travel(dispatcher: Dispatcher): Effect.Effect<TransportResult> {
    return Effect.callback((resume) => {
      const { body, headers, method, origin, path } = this.sending
      this.notify = (delivery) => resume(Effect.succeed(delivery))
      dispatcher.dispatch({ body, headers: { ...headers, "accept-encoding": "identity" }, method, origin, path }, this)
      return Effect.sync(() => this.giveUp())
    })
  }

  /** Gives it up when its connection or its answer takes too long. Checks when the first of the two can be over, and then again. */
  patience(): Effect.Effect<unknown> {
    return Effect.suspend(() => {
      const left = this.answeredBy ?? Math.min(this.connectedBy, this.now() + this.sending.answerWithin())
      const wait = left - this.now()
      return wait > 0 ? Effect.flatMap(waitForTimeout(wait), () => this.patience()) : Effect.sync(() => this.giveUp())
    })
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // undici may restart a request whose connection was lost. A creation is never sent twice, and confirms are retried by the gateway.
    const again = this.controller !== null
    if (again || this.delivery !== null || !this.sending.mayLeave()) {
      this.end(again ? unanswered("connection_lost") : unsent("lease_over"))
      controller.abort(stopped)
    } else {
      this.controller = controller
      this.answeredBy = this.now() + this.sending.answerWithin()
    }
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHeaders): void {
    if (status < 200) return
    this.head = { status, contentType: headerOf(headers, "content-type") ?? "" }
    const refused = refusedHead(status, headerOf(headers, "content-encoding"), headerOf(headers, "content-length"))
    if (refused !== null) this.stop(this.broken(refused))
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.size += chunk.length
    if (this.size > maximumBody) this.stop(this.broken("unreadable"))
    else this.chunks.push(chunk)
  }

  onResponseEnd(): void {
    const { contentType = "", status = 0 } = this.head ?? {}
    this.end({ _tag: "answered", status, contentType, text: decodeChunks(this.chunks) })
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.end(
      this.controller === null
        ? unsent(causeOf(error))
        : this.broken(this.head === null ? "connection_lost" : "cut_off"),
    )
  }

  /** The time is over, or the caller was interrupted. */
  giveUp(): void {
    this.stop(this.controller === null ? unsent("connect_timeout") : this.broken("timed_out"))
  }

  private broken(cause: NoAnswerCause): TransportResult {
    return unanswered(cause, this.head === null ? undefined : { ...this.head, text: decodeChunks(this.chunks) })
  }

  private stop(delivery: TransportResult): void {
    if (this.delivery !== null) return
    this.end(delivery)
    this.controller?.abort(stopped)
  }

  private end(delivery: TransportResult): void {
    if (this.delivery !== null) return
    this.delivery = delivery
    this.notify(delivery)
  }
}

type IncomingHeaders = Record<string, string | string[] | undefined>

const stopped = new Error("The gateway stopped this request.")

const headerOf = (headers: IncomingHeaders, name: string): string | null => {
  const value = headers[name]
  return value === undefined ? null : String(value)
}

/** Why there is no connection. The cause is only for people: it is certain already that nothing left. */
const causeOf = (error: Error): NotSentCause => {
  const code = "code" in error ? String(error.code) : ""
  if (code === "ENOTFOUND" || code.startsWith("EAI_")) return "name_not_resolved"
  if (code === "UND_ERR_CONNECT_TIMEOUT" || code === "ETIMEDOUT") return "connect_timeout"
  if (code === "UND_ERR_INVALID_ARG") return "invalid_request"
  return code === "EPROTO" || /CERT|_TLS_|_SSL_|_PRX_|SIGNATURE|ISSUER/.test(code)
    ? "tls_failure"
    : "connection_refused"
}

const statusOf100 = "HTTP/1.1 100"

/**
 * Turns interim answers 100 into 102. undici ignores every interim answer, as RFC 9110 wants, but takes an unrequested 100 as broken and
 * closes the connection, with the answer that follows.
 */
const showing102 = (): ((chunk: Buffer) => void) => {
  let head = ""
  let isInterim = true
  return (chunk) => {
    for (let at = 0; isInterim && at < chunk.length; at++) {
      head += String.fromCharCode(chunk.readUInt8(at))
      if (head === statusOf100) chunk.write("2", at)
      if (head.length === statusOf100.length) isInterim = head.startsWith("HTTP/1.1 1")
      if (head.endsWith("\r\n\r\n")) head = ""
    }
  }
}

/** The connector, whose connections accept a `100 Continue` before their first answer. */
const tolerating100 =
  (connector: buildConnector.connector): buildConnector.connector =>
  (options, callback) =>
    connector(options, (...[error, socket]) => {
      if (error !== null) return callback(error, null)
      const read = socket.read.bind(socket)
      const show102 = showing102()
      socket.read = (size?: number) => {
        const chunk: unknown = read(size)
        if (chunk instanceof Buffer) show102(chunk)
        return chunk
      }
      return callback(null, socket)
    })

/**
 * The connections of one gateway. Certificates are always verified, with at least TLS 1.2, whatever the environment says. Each creation
 * gets a new connection (`pipelining: 0`), opened ahead where one was before it. Confirms share connections.
 */
const makeLines = (options: UndiciOptions) => {
  const tls = {
    rejectUnauthorized: true,
    minVersion: "TLSv1.2",
    ...(options.ca === null ? {} : { ca: [...options.ca] }),
  } as const
  const connector = buildConnector({ ...tls, allowH2: false, timeout: options.connectTimeout })
  const common = { allowH2: false, headersTimeout: 0, bodyTimeout: 0, connect: tolerating100(connector) }
  const ahead = openingAhead(connector)
  const creations =
    options.proxy === null
      ? new Agent({ ...common, pipelining: 0, connect: tolerating100(ahead.connect) })
      : new ProxyAgent({
          ...common,
          pipelining: 0,
          uri: options.proxy,
          proxyTunnel: true,
          // A proxy that does not answer the request for a tunnel would block a connection and the closing for minutes.
          clientFactory: (origin, client) => new Pool(origin, { ...client, headersTimeout: options.connectTimeout }),
          factory: (origin, client: Pool.Options & { readonly connect: buildConnector.connector }) =>
            new Pool(origin, { ...client, connect: tolerating100(client.connect) }),
          connectTimeout: options.connectTimeout,
          requestTls: { ...tls, timeout: options.connectTimeout },
          proxyTls: { ...tls, timeout: options.connectTimeout },
        })
  const lines = { Payin: creations, Payout: creations, Confirm: new Agent({ ...common, pipelining: 1 }) }
  return { lines, ahead }
}

/** The transport of Node. Closing its scope waits for the answers in progress. */
export const makeUndiciTransport = Effect.fnUntraced(function* (options: UndiciOptions) {
  const { lines } = yield* Effect.acquireRelease(
    Effect.sync(() => makeLines(options)),
    (open) =>
      Effect.promise(() => {
        open.ahead.close()
        return Promise.all([...new Set(Object.values(open.lines))].map((line) => line.close()))
      }),
  )
  const transport: Transport = Effect.fnUntraced(function* (sending) {
    const clock = yield* Clock.Clock
    const journey = new PendingRequest(sending, monotonicMillis(clock))
    const patience = yield* Effect.forkChild(journey.patience())
    const delivery = yield* journey.travel(lines[sending.line])
    patience.interruptUnsafe()
    return delivery
  })
  return transport
})
