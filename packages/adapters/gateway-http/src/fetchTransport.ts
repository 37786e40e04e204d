/**
 * The transport of every other runtime. `fetch` hides its socket, so after the call no failure proves that nothing has left: every one is
 * `no_answer`. A redirect is never followed: `fetch` would send the credentials along.
 */
import { Effect } from "effect"
import { FetchHttpClient } from "effect/http"
import { GatewayMisconfigured } from "./GatewayMisconfigured.ts"
import {
  type TransportResult,
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
  const { headers, status, type } = response
  const chunks: Array<Uint8Array> = []
  const received = () => ({ status, contentType: headers.get("content-type") ?? "", text: decodeChunks(chunks) })
  // A runtime that hides the reply to a manual redirect shows status 0.
  const refused =
    type === "opaqueredirect"
      ? "redirected"
      : refusedHead(status, headers.get("content-encoding"), headers.get("content-length"))
  if (refused !== null) {
    await response.body?.cancel()
    return unanswered(refused, received())
  }
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length
      // Leaving the loop cancels the body.
      if (size > maximumBody) return unanswered("unreadable", received())
      chunks.push(chunk)
    }
  } catch {
    return unanswered("cut_off", received())
  }
  return { _tag: "answered", ...received() }
}

/**
 * How a runtime's `fetch` is kept from sending a creation again. Node repeats whatever can be replayed after a 421, and what has no body can
 * always be; Deno and Bun repeat on a used connection that breaks, and Deno on a refused stream of HTTP/2.
 */
interface Once {
  readonly init: { readonly keepalive: false; readonly headers: Readonly<Record<string, string>> }
  /** Does it keep the length of a body that cannot be replayed? Otherwise the body stays a text. */
  readonly streams: boolean
}

/** For a `fetch` of the host's own. Both ways are said in which runtimes know that a connection is not to be used again. */
const ownConnection: Once = { init: { keepalive: false, headers: { connection: "close" } }, streams: true }

/** Deno, as far as it is needed here. */
interface Deno {
  readonly createHttpClient: (options: { readonly http2: boolean; readonly poolMaxIdlePerHost: number }) => object
}

const isDeno = (value: unknown): value is Deno =>
  typeof value === "object" && value !== null && "createHttpClient" in value

const onceOver = (given: boolean): Effect.Effect<Once, GatewayMisconfigured> => {
  if (given || "Bun" in globalThis) return Effect.succeed(ownConnection)
  const deno: unknown = Reflect.get(globalThis, "Deno")
  if (isDeno(deno)) {
    // Each creation has a connection of HTTP/1.1 to itself.
    const client = deno.createHttpClient({ http2: false, poolMaxIdlePerHost: 0 })
    return Effect.succeed({ init: Object.assign({ client }, ownConnection.init), streams: false })
  }
  return Effect.fail(
    new GatewayMisconfigured({
      setting: "this program",
      problem:
        "would send over a fetch that may send one payment twice, as Node's does after status 421: on Node take the layer of " +
        '@cauri/gateway-http, or transport: "node" in https() of cauri; elsewhere take layerOver with a transport that sends once',
    }),
  )
}

/** A body that has no source, so that it can be sent once. */
const unrepeatable = (bytes: Uint8Array): ReadableStream =>
  new ReadableStream({
    pull(controller) {
      controller.enqueue(bytes)
      controller.close()
    },
  })

/** The body, and what its request carries because of it. */
const bodyOf = (
  { body, line }: OutgoingRequest,
  { streams }: Once,
): { readonly init: RequestInit; readonly headers: object } => {
  if (body === null || line === "Confirm" || !streams) return { init: { body }, headers: {} }
  const bytes = new TextEncoder().encode(body)
  return {
    init: { body: unrepeatable(bytes), duplex: "half" },
    headers: { "content-length": String(bytes.length) },
  }
}

const exchange = (fetch: typeof globalThis.fetch, once: Once, sending: OutgoingRequest) =>
  Effect.tryPromise({
    try: async (signal) => {
      const { line, method, origin, path } = sending
      const own = line === "Confirm" ? { headers: {} } : once.init
      const body = bodyOf(sending, once)
      const headers = { ...sending.headers, ...own.headers, ...body.headers, "accept-encoding": "identity" }
      const request = { ...own, ...body.init, headers, method, signal }
      return read(await fetch(`${origin}${path}`, { ...request, redirect: "manual" }))
    },
    catch: () => unanswered("connection_lost"),
  }).pipe(Effect.catch(Effect.succeed))

/**
 * The transport over the `fetch` in force: the runtime's own where it can be kept from sending twice, or Effect's `FetchHttpClient.Fetch`
 * when provided, which must send once.
 */
export const makeFetchTransport = Effect.gen(function* () {
  const fetch = yield* FetchHttpClient.Fetch
  const once = yield* onceOver((yield* Effect.context()).mapUnsafe.has(FetchHttpClient.Fetch.key))
  const transport: Transport = (sending) =>
    Effect.suspend(() =>
      sending.mayLeave()
        ? Effect.raceFirst(
            exchange(fetch, once, sending),
            Effect.as(waitForTimeout(sending.answerWithin()), unanswered("timed_out")),
          )
        : Effect.succeed(unsent("lease_over")),
    )
  return transport
})
