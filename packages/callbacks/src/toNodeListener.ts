/**
 * A web handler as a listener of Node's servers: for node:http and node:https, and for Express and Fastify, which hand on Node's own
 * request and response. Node's types are described, not imported, so that the package runs anywhere.
 */
import { HttpServerResponse } from "effect/http"
import { answers } from "./answers.ts"
import type { WebHandler } from "./toWebHandler.ts"

/** What is needed of Node's `IncomingMessage`. */
export interface NodeRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  /** The whole target, where a framework cut its own prefix from `url`. */
  readonly originalUrl?: string
  readonly httpVersionMajor: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly readableEnded: boolean
  on(event: string, listener: (chunk: Uint8Array) => void): unknown
  pause(): unknown
  resume(): unknown
}

/** What is needed of Node's `ServerResponse`. */
export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): { end(body: Uint8Array): unknown }
}

/** Makes the listener. Nothing may have read the body before it: in Express, register it before `express.json()`. */
export const toNodeListener =
  (handler: WebHandler) =>
  (request: NodeRequest, response: NodeResponse): void => {
    // Writing fails where somebody else has answered, such as a framework's time-out; then nobody is left to be told.
    write(handler, request, response).catch(nothing)
  }

const nothing = (): void => {}

const write = async (handler: WebHandler, request: NodeRequest, response: NodeResponse): Promise<void> => {
  const answer = await answerOf(handler, request)
  const headers = Object.fromEntries(answer.headers)
  // The rest of a body that is too large is not waited for. HTTP/2 has no such header.
  if (answer.status === 413 && request.httpVersionMajor === 1) headers["connection"] = "close"
  response.writeHead(answer.status, headers).end(new Uint8Array(await answer.arrayBuffer()))
}

/** A handler that fails must not end the process: a rejection that nobody hears does. */
const answerOf = async (handler: WebHandler, request: NodeRequest): Promise<Response> => {
  try {
    return await handler(toRequest(request))
  } catch {
    return HttpServerResponse.toWeb(answers.Unavailable)
  }
}

/**
 * Every method but POST has one answer, and some of them, such as TRACE, no web request can have. A target that is no path, such as
 * a whole URL, is none of ours.
 */
const toRequest = (request: NodeRequest): Request => {
  const target = request.originalUrl ?? request.url ?? ""
  const headers = Object.entries(request.headers).flatMap(([name, value]): Array<[string, string]> =>
    typeof value === "string" && !name.startsWith(":") ? [[name, value]] : [],
  )
  const post = request.method === "POST" ? { method: "POST", body: bodyOf(request), duplex: "half" } : {}
  return new Request(`http://callbacks.invalid${target.startsWith("/") ? target : "/"}`, { headers, ...post })
}

/**
 * The body, piece by piece, and none of it before it is asked for: the address is verified first. Node tells the end even to those
 * who paused, so the listeners stay. What comes after somebody lost interest is dropped.
 */
const bodyOf = (request: NodeRequest): ReadableStream<Uint8Array> | null => {
  if (request.readableEnded) return null
  let listening = false
  let over = false
  let answerPull = nothing
  const ends = (act: () => void) => () => {
    if (!over) act()
    over = true
    answerPull()
  }
  const listen = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    listening = true
    const broken = ends(() => controller.error(new Error("The body broke off.")))
    request.on("data", (chunk) => {
      if (over) return
      request.pause()
      controller.enqueue(chunk)
      answerPull()
    })
    request.on(
      "end",
      ends(() => controller.close()),
    )
    request.on("error", broken)
    request.on("close", broken)
  }
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) =>
    new Promise<void>((resolve) => {
      answerPull = resolve
      if (!listening) listen(controller)
      request.resume()
    })
  const cancel = () => {
    over = true
    request.resume()
  }
  return new ReadableStream({ pull, cancel }, { highWaterMark: 0 })
}
