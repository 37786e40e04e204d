/**
 * One request over node:http, and what became of it: sent or not, answered or not. It tells "nothing left" from "nobody knows" by how
 * far the connection had come.
 */
import { Effect } from "effect"
import { Agent as PlainAgent, type ClientRequest, request as plainRequest } from "node:http"
import { Agent as SecureAgent, request as secureRequest } from "node:https"
import type { NoAnswerCause, NotSentCause } from "@cauri/core/model"
import type { GatewayOptions } from "@cauri/conformance"

export interface Outgoing {
  readonly method: "GET" | "POST"
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export type Raw =
  | { readonly _tag: "Replied"; readonly status: number; readonly location: string | null; readonly text: string }
  | { readonly _tag: "not_sent"; readonly cause: NotSentCause }
  | { readonly _tag: "Lost"; readonly cause: NoAnswerCause }

/** One way to the service: its agent, and how long it may take. */
export interface Line {
  /** Sends one request, unless it would leave after `notAfter`, and gives up after `within` milliseconds. */
  readonly send: (request: Outgoing, within: number, notAfter: number) => Effect.Effect<Raw>
}

const mostBytes = 256 * 1_024

const notSentCodes: Readonly<Record<string, NotSentCause>> = {
  ENOTFOUND: "name_not_resolved",
  EAI_AGAIN: "name_not_resolved",
  ECONNREFUSED: "connection_refused",
  CONNECT_TIMEOUT: "connect_timeout",
}

const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error && typeof error.code === "string" ? error.code : ""

const lineTo = (options: GatewayOptions) => {
  const secure = options.baseUrl.startsWith("https:")
  const agent = secure
    ? new SecureAgent({ keepAlive: true, minVersion: "TLSv1.2", rejectUnauthorized: true, ca: options.ca })
    : new PlainAgent({ keepAlive: true })

  const send = ({ body, headers, method, url }: Outgoing, within: number, notAfter: number): Promise<Raw> =>
    new Promise((resolve) => {
      let reached = false
      let over = false
      let size = 0
      const parts: Array<Buffer> = []
      const settle = (raw: Raw) => {
        if (over) return
        over = true
        clearTimeout(whole)
        clearTimeout(connecting)
        resolve(raw)
      }
      const giveUp = (raw: Raw) => {
        settle(raw)
        request.destroy()
      }
      // The connection never stood, and it is known why: proof that nothing left.
      const fail = (code: string, cause: NoAnswerCause) => {
        const unsent = reached ? undefined : (notSentCodes[code] ?? (secure ? "tls_failure" : undefined))
        giveUp(unsent === undefined ? { _tag: "Lost", cause } : { _tag: "not_sent", cause: unsent })
      }
      const call = secure ? secureRequest : plainRequest
      const request: ClientRequest = call(url, { agent, method, headers })
      const timedOut = () => fail(reached ? "TIMEOUT" : "CONNECT_TIMEOUT", "timed_out")
      const whole = setTimeout(timedOut, within)
      const connecting = setTimeout(() => {
        if (!reached) timedOut()
      }, options.timeouts.connect)
      const go = () => {
        reached = true
        if (Date.now() >= notAfter) return giveUp({ _tag: "not_sent", cause: "lease_over" })
        request.end(body ?? undefined)
      }
      request.on("socket", (socket) => {
        if (request.reusedSocket) go()
        else socket.once(secure ? "secureConnect" : "connect", go)
      })
      request.on("error", (error) => {
        const code = codeOf(error)
        fail(code, code.startsWith("HPE_") ? "unreadable" : "connection_lost")
      })
      request.on("upgrade", () => giveUp({ _tag: "Lost", cause: "unreadable" }))
      request.on("response", (response) => {
        if (response.headers["content-encoding"] !== undefined) return giveUp({ _tag: "Lost", cause: "unreadable" })
        response.on("data", (part: Buffer) => {
          size += part.length
          parts.push(part)
          if (size > mostBytes) giveUp({ _tag: "Lost", cause: "unreadable" })
        })
        response.on("error", () => giveUp({ _tag: "Lost", cause: "connection_lost" }))
        response.on("end", () =>
          settle({
            _tag: "Replied",
            status: response.statusCode ?? 0,
            location: response.headers.location ?? null,
            text: Buffer.concat(parts).toString("utf8"),
          }),
        )
      })
    })
  return { send, close: () => agent.destroy() }
}

/** A way to the service, until the scope closes. */
export const openLine = (options: GatewayOptions) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => lineTo(options)),
      ({ close }) => Effect.sync(close),
    ),
    ({ send }): Line => ({ send: (...given) => Effect.promise(() => send(...given)) }),
  )
