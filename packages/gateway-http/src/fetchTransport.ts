/**
 * The transport of every other runtime. `fetch` hides its socket, so after the call no failure proves that nothing has left: every one is
 * `NoAnswer`. A redirect is never followed: `fetch` would send the credentials along.
 */
import { Effect } from "effect"
import { FetchHttpClient } from "effect/http"
import {
  type TransportResult,
  type ConnectionKind,
  maximumBody,
  refusedHead,
  type OutgoingRequest,
  decodeChunks,
  waitForTimeout,
  type Transport,
  unanswered,
  unsent,
} from "./Transport.ts"

const read = async (response: Response): Promise<TransportResult> => {
  // A runtime that hides the reply to a manual redirect shows status 0.
  const refused =
    response.type === "opaqueredirect"
      ? unanswered("Redirected")
      : refusedHead(response.status, response.headers.get("content-encoding"), response.headers.get("content-length"))
  if (refused !== null) {
    await response.body?.cancel()
    return refused
  }
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    // Leaving the loop cancels the body.
    if (size > maximumBody) return unanswered("Unreadable")
    chunks.push(chunk)
  }
  return { _tag: "Answered", text: decodeChunks(chunks) }
}

/**
 * A used connection may be closed just as a request is written, and some runtimes' `fetch` then sends the request again, a POST too. So
 * creations ask for a new connection, in both ways that runtimes know; confirms may share.
 */
const ownConnection = (
  line: ConnectionKind,
): { readonly keepalive?: false; readonly headers: Record<string, string> } =>
  line === "Confirm" ? { headers: {} } : { keepalive: false, headers: { connection: "close" } }

const exchange = (fetch: typeof globalThis.fetch, sending: OutgoingRequest) =>
  Effect.tryPromise({
    try: async (signal) => {
      const { body, line, method, origin, path } = sending
      const own = ownConnection(line)
      const headers = { ...sending.headers, ...own.headers, "accept-encoding": "identity" }
      const request = { ...own, body, headers, method, signal }
      return read(await fetch(`${origin}${path}`, { ...request, redirect: "manual" }))
    },
    catch: () => unanswered("ConnectionLost"),
  }).pipe(Effect.catch(Effect.succeed))

/** The transport over the `fetch` in force: the runtime's own, or Effect's `FetchHttpClient.Fetch` when provided. */
export const makeFetchTransport = Effect.gen(function* () {
  const fetch = yield* FetchHttpClient.Fetch
  const transport: Transport = (sending) =>
    Effect.suspend(() =>
      sending.mayLeave()
        ? Effect.raceFirst(
            exchange(fetch, sending),
            Effect.as(waitForTimeout(sending.answerWithin()), unanswered("TimedOut")),
          )
        : Effect.succeed(unsent("LeaseOver")),
    )
  return transport
})
