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
  off(event: string, listener: (chunk: Uint8Array) => void): unknown
  pause(): unknown
  resume(): unknown
}

/** What is needed of Node's `ServerResponse`. */
export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): { end(body: Uint8Array): unknown }
}

/**
 * Makes the listener. Nothing may have read the body before it: in Express, register it before `express.json()`.
 * Its promise never rejects, and need not be waited for.
 */
export const toNodeListener =
  (handler: WebHandler) =>
  async (request: NodeRequest, response: NodeResponse): Promise<void> => {
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

/** The body, piece by piece, and none of it before it is asked for: the address is verified first. */
const bodyOf = (request: NodeRequest): ReadableStream<Uint8Array> | null => {
  if (request.readableEnded) return null
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) =>
    new Promise<void>((resolve) => {
      const settle = (act: () => void) => {
        for (const [event, listener] of listeners) request.off(event, listener)
        request.pause()
        act()
        resolve()
      }
      const broken = () => settle(() => controller.error(new Error("The body broke off.")))
      const listeners: ReadonlyArray<readonly [string, (chunk: Uint8Array) => void]> = [
        ["data", (chunk) => settle(() => controller.enqueue(chunk))],
        ["end", () => settle(() => controller.close())],
        ["error", broken],
        ["close", broken],
      ]
      for (const [event, listener] of listeners) request.on(event, listener)
      request.resume()
    })
  return new ReadableStream({ pull, cancel: () => void request.resume() }, { highWaterMark: 0 })
}
