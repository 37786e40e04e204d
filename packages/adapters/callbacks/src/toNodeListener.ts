/**
 * The endpoint as a listener of Node's servers: for node:http and node:https, and for Express and Fastify, which hand on Node's own
 * request and response. Node's types are described, not imported, so that the package runs anywhere.
 */
import { Effect } from "effect"
import { type AnswerName, writtenAnswers } from "./answers.ts"
import { CallbackReceiver } from "./CallbackReceiver.ts"
import type { BodyRead, CallbackRequest } from "./CallbackRequest.ts"
import type { Deadline } from "./deadlines.ts"
import { bodyLimits } from "./limits.ts"

/** The part of Node's `IncomingMessage` that is used. */
export interface NodeRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  /** The whole target, when a framework cut its own prefix from `url`. */
  readonly originalUrl?: string
  readonly httpVersionMajor: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly complete: boolean
  readonly destroyed: boolean
  readonly readableEnded: boolean
  on(event: string, listener: (chunk: Uint8Array) => void): unknown
}

/** The part of Node's `ServerResponse` that is used. */
export interface NodeResponse {
  readonly headersSent: boolean
  writeContinue(): void
  writeHead(status: number, headers: Record<string, string>): { end(body: string): unknown }
}

/** Answers Node's requests. */
export type NodeListener = (request: NodeRequest, response: NodeResponse) => void

const makeListener = (wantBody: (response: NodeResponse) => void) =>
  Effect.gen(function* () {
    const receiver = yield* CallbackReceiver
    const run = Effect.runForkWith(yield* Effect.context())
    const listener: NodeListener = (request, response) => {
      const callback = fromNode(request, () => wantBody(response))
      run(receiver.take(callback, (name) => write(name, request, response)))
    }
    return listener
  })

/**
 * Makes the listener. No code may read the body before it: in Express, register it before `express.json()`. It runs in the fiber's own
 * context, so keep the runtime that made it: `const listener = await ManagedRuntime.make(layer).runPromise(toNodeListener)`.
 */
export const toNodeListener: Effect.Effect<NodeListener, never, CallbackReceiver> = makeListener(() => {})

/**
 * The same for the event `checkContinue`: a caller that waits for `100 Continue` gets it once the address is verified, and never when the
 * body is too large.
 */
export const toNodeContinueListener: Effect.Effect<NodeListener, never, CallbackReceiver> = makeListener((response) =>
  response.writeContinue(),
)

/** A target that is no path, such as a whole URL, is none of ours. */
const fromNode = (request: NodeRequest, wantBody: () => void): CallbackRequest => {
  const target = request.originalUrl ?? request.url ?? ""
  return {
    method: request.method ?? "",
    url: target.startsWith("/") && !target.startsWith("//") ? target : "/",
    headers: headersOf(request),
    readBody: (maximum, deadline) => readBody(request, maximum, deadline, wantBody),
  }
}

/** The headers that are used. None of them is a list in Node. */
const headersOf = ({ headers }: NodeRequest): CallbackRequest["headers"] => {
  const read = (name: string) => {
    const value = headers[name]
    return typeof value === "string" ? value : undefined
  }
  return {
    "content-type": read("content-type"),
    "content-length": read("content-length"),
    "content-encoding": read("content-encoding"),
    "transfer-encoding": read("transfer-encoding"),
  }
}

/** Reads the body, and discards the rest once it is too large or no longer wanted. */
const readBody = (
  request: NodeRequest,
  maximum: number,
  deadline: Deadline,
  wantBody: () => void,
): Effect.Effect<BodyRead> =>
  Effect.callback((resume) => {
    const chunks: Array<Uint8Array> = []
    let length = 0
    let over = false
    const ends = (read: () => BodyRead) => () => {
      if (over) return
      over = true
      inTime()
      resume(Effect.succeed(read()))
    }
    const whole = ends(() => ({ _tag: "Whole", bytes: joined(chunks, length) }))
    const tooLarge = ends(() => ({ _tag: "TooLarge" }))
    const broken = ends(() => ({ _tag: "CutShort" }))
    const takenBefore = ends(() => ({ _tag: "TakenBefore" }))
    const inTime = deadline(broken)
    // Other code in this process read the body. Of a chunked body only the header still shows that there was one.
    if (request.readableEnded) return request.headers["transfer-encoding"] === undefined ? whole() : takenBefore()
    // The connection broke off while the address was verified; no further event will say so.
    if (request.destroyed) return broken()
    request.on("data", (chunk) => {
      if (over) return
      length += chunk.length
      chunks.push(chunk)
      if (length > maximum) tooLarge()
    })
    request.on("end", whole)
    request.on("error", broken)
    request.on("close", broken)
    wantBody()
    // No cancellation: the receiver is not interrupted, and late chunks are dropped at the limit.
  })

const joined = ([first, ...others]: ReadonlyArray<Uint8Array>, length: number): Uint8Array => {
  if (first === undefined) return new Uint8Array()
  if (others.length === 0) return first
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of [first, ...others]) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

const write = (name: AnswerName, request: NodeRequest, response: NodeResponse): void => {
  // Other code has answered, such as a framework's time-out.
  if (response.headersSent) return
  const { headers, status, text } = writtenAnswers[name]
  const closes = request.httpVersionMajor === 1 && !isAwaited(request)
  response.writeHead(status, closes ? { ...headers, connection: "close" } : headers).end(text)
}

/** Is the rest of the body, which must be read to reach the next request, within the limit? HTTP/2 needs none of it. */
const isAwaited = ({ complete, headers }: NodeRequest): boolean =>
  complete || (headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) <= bodyLimits.bytes)
