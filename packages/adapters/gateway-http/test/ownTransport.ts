import { request as plain } from "node:http"
import { request as secure } from "node:https"
import { Effect } from "effect"
import { layerOver, type Transport, type TransportResult, unanswered, unsent } from "@cauri/gateway-http"

const longest = 256 * 1024

/** One request over Node's own client, which follows no redirect and repeats nothing. `agent: false`: a new connection for each. */
export const transport: Transport = ({ answerWithin, body, headers, mayLeave, method, origin, path }) =>
  Effect.callback<TransportResult>((resume) => {
    const end = (result: TransportResult) => {
      resume(Effect.succeed(result))
      request.destroy()
    }
    const length = body === null ? {} : { "content-length": Buffer.byteLength(body) }
    const request = (origin.startsWith("https:") ? secure : plain)(`${origin}${path}`, {
      agent: false,
      method,
      headers: { ...headers, ...length },
    })
    const late = setTimeout(() => end(unanswered("timed_out")), answerWithin())
    request.on("close", () => clearTimeout(late))
    request.on("error", () => end(unanswered("connection_lost")))
    request.on("upgrade", (_, socket) => {
      socket.destroy()
      end(unanswered("connection_lost"))
    })
    request.on("response", (response) => {
      const { "content-encoding": encoding } = response.headers
      const status = response.statusCode ?? 0
      if (status >= 300 && status < 400) return end(unanswered("redirected"))
      if (encoding !== undefined && encoding !== "identity") return end(unanswered("unreadable"))
      const head = { status, contentType: response.headers["content-type"] ?? "" }
      let text = ""
      response.setEncoding("utf8")
      response.on("data", (part: string) => {
        text += part
        if (text.length > longest) end(unanswered("unreadable"))
      })
      response.on("error", () => end(unanswered("connection_lost")))
      response.on("end", () => end({ _tag: "answered", ...head, text }))
    })
    // The last look before anything leaves.
    if (mayLeave()) request.end(body ?? undefined)
    else end(unsent("lease_over"))
  })

export const own = layerOver({ baseUrl: "https://pay.example" }, Effect.succeed(transport))
