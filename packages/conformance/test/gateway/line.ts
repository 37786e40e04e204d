/**
 * One request over node:http, and what became of it: sent or not, answered or not. It tells "nothing left" from "nobody knows" by how
 * far the connection had come.
 */
import { Agent as PlainAgent, type ClientRequest, request as plainRequest } from "node:http"
import { Agent as SecureAgent, request as secureRequest } from "node:https"
import type { Failure, Habits, Outgoing, Raw } from "./habits.ts"
import type { GatewayOptions } from "@cauri/conformance"

const notSentCodes: Readonly<Record<string, "name_not_resolved" | "connection_refused">> = {
  ENOTFOUND: "name_not_resolved",
  EAI_AGAIN: "name_not_resolved",
  ECONNREFUSED: "connection_refused",
}

/** Proof that nothing left: the connection never stood, and it is known why. */
export const unsent = ({ code, reached, secure }: Failure) => {
  if (reached) return null
  if (code === "CONNECT_TIMEOUT") return "connect_timeout" as const
  return notSentCodes[code] ?? (secure ? ("tls_failure" as const) : null)
}

const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error && typeof error.code === "string" ? error.code : ""

/** One way to the service: its agent, and how long it may take. */
export interface Line {
  readonly send: (request: Outgoing, url: string, within: number, notAfter: number) => Promise<Raw>
  readonly close: () => void
}

/** Opens a way to the service. */
export const lineTo = (options: GatewayOptions, habits: Habits): Line => {
  const secure = options.baseUrl.startsWith("https:")
  const agent = secure
    ? new SecureAgent({
        keepAlive: habits.reuses,
        minVersion: habits.minTls,
        rejectUnauthorized: habits.verifies,
        ...(habits.minTls === "TLSv1" ? { ciphers: "DEFAULT@SECLEVEL=0" } : {}),
        ...(habits.verifiesHost ? {} : { checkServerIdentity: () => undefined }),
        ...(options.ca === undefined ? {} : { ca: options.ca }),
      })
    : new PlainAgent({ keepAlive: habits.reuses })

  const send: Line["send"] = (outgoing, url, within, notAfter) =>
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
      const fail = (code: string, cause: "timed_out" | "connection_lost" | "unreadable") => {
        const reason = habits.unsent({ reached, secure, code })
        giveUp(reason === null ? { _tag: "Lost", cause } : { _tag: "not_sent", cause: reason })
      }
      const call = secure ? secureRequest : plainRequest
      const request: ClientRequest = call(url, { agent, method: outgoing.method, headers: outgoing.headers })
      const timedOut = () => fail(reached ? "TIMEOUT" : "CONNECT_TIMEOUT", "timed_out")
      const whole = habits.timesOut ? setTimeout(timedOut, within) : undefined
      const connecting = setTimeout(() => {
        if (!reached) timedOut()
      }, options.timeouts.connect)
      const go = () => {
        reached = true
        if (habits.stopsClock) clearTimeout(whole)
        if (habits.leaseAtSend && Date.now() >= notAfter) {
          return giveUp({ _tag: "not_sent", cause: "lease_over" })
        }
        request.end(outgoing.body ?? undefined)
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
        const status = response.statusCode ?? 0
        const replied = (): Raw => ({
          _tag: "Replied",
          status,
          location: response.headers.location ?? null,
          text: Buffer.concat(parts).toString("utf8"),
        })
        if (habits.inflate === null && response.headers["content-encoding"] !== undefined) {
          return giveUp({ _tag: "Lost", cause: "unreadable" })
        }
        response.on("data", (part: Buffer) => {
          size += part.length
          parts.push(part)
          if (size > habits.mostBytes) giveUp({ _tag: "Lost", cause: "unreadable" })
        })
        response.on("error", () =>
          habits.takesPartial ? settle(replied()) : giveUp({ _tag: "Lost", cause: "connection_lost" }),
        )
        response.on("end", () => {
          if (habits.inflate !== null && response.headers["content-encoding"] === "gzip") {
            parts.splice(0, parts.length, habits.inflate(Buffer.concat(parts)))
          }
          settle(replied())
        })
      })
    })
  return { send, close: () => agent.destroy() }
}
