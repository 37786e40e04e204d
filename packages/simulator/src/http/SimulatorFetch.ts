/**
 * The simulator as a `fetch`: an HTTP client talks to it without a socket, on the clock of the layer's caller. A cut connection rejects as
 * a network failure does, and silence lasts until the caller's signal is aborted.
 */
import { Context, Effect, Layer, type Scope } from "effect"
import { FetchHttpClient, HttpEffect, type HttpServerRequest as ServerRequest } from "effect/http"
import type { CallbackSender } from "../sending/CallbackSender.ts"
import { layer as layerSimulator, type Simulator } from "../engine/layer.ts"
import { type OptionsInput, resolveOptions } from "../options/Options.ts"
import { makeApp } from "./app.ts"
import { Connection, plainIp } from "./Connection.ts"
import { type HttpOptions, type HttpOptionsInput, resolveHttpOptions } from "./HttpOptions.ts"
import { RequestLog } from "../log/RequestLog.ts"

/** Options of the in-process transport, beside those of the HTTP side. */
export interface FetchOptionsInput extends HttpOptionsInput {
  /** The address from which calls seem to come. */
  readonly ip?: string
}

/** The simulator as a `fetch`. */
export class SimulatorFetch extends Context.Service<
  SimulatorFetch,
  {
    readonly fetch: typeof globalThis.fetch
    /** What `X-Control-Token` must hold. */
    readonly controlToken: string
  }
>()("@cauri/simulator/http/SimulatorFetch") {}

/** The simulator, its log of requests, its `fetch`, and that same `fetch` for Effect's HTTP client. */
export const layerFetch = (
  options: OptionsInput = {},
  http: FetchOptionsInput = {},
): Layer.Layer<Simulator | RequestLog | SimulatorFetch, never, CallbackSender> => {
  const resolved = resolveHttpOptions(http)
  return layerClientFetch.pipe(
    Layer.provideMerge(Layer.effect(SimulatorFetch, make(options, resolved, http.ip ?? "127.0.0.1"))),
    Layer.provideMerge(layerSimulator(options)),
    Layer.provideMerge(RequestLog.layer(resolved)),
  )
}

const layerClientFetch = Layer.effect(
  FetchHttpClient.Fetch,
  Effect.map(SimulatorFetch, ({ fetch }) => fetch),
)

type Services = Simulator | RequestLog

const make = Effect.fnUntraced(function* (options: OptionsInput, http: HttpOptions, ip: string) {
  const app = yield* makeApp(resolveOptions(options), http)
  const context = yield* Effect.context<Services>()
  const handler = HttpEffect.toWebHandlerWith<
    Services,
    Services | Connection | ServerRequest.HttpServerRequest | Scope.Scope
  >(context)(app)
  const closing = new AbortController()
  // Not `AbortSignal.any` with the signal above: that one lives as long as the simulator, and would keep every request with it.
  const open = new Set<AbortController>()
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      closing.abort(networkFailure("The simulator was closed."))
      for (const cut of open) cut.abort(closing.signal.reason)
    }),
  )

  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const sent = new Request(input, init)
    sent.signal.throwIfAborted()
    closing.signal.throwIfAborted()
    const cut = new AbortController()
    const { signal } = cut
    sent.signal.addEventListener("abort", () => cut.abort(sent.signal.reason), { once: true })
    open.add(cut)
    const line = Connection.of({
      ip: callerOf(http, sent.headers, ip),
      headers: headersOf(sent),
      flushed: Effect.void,
      cut: Effect.andThen(
        Effect.sync(() => cut.abort(networkFailure("The connection was reset."))),
        Effect.never,
      ),
    })
    return await new Promise<Response>((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true })
      handler(new Request(sent, { signal }), Context.make(Connection, line)).then(resolve, reject)
    }).finally(() => open.delete(cut))
  }
  return SimulatorFetch.of({ fetch, controlToken: http.controlToken })
})

// A real fetch reports only this, and puts the reason into the cause.
const networkFailure = (because: string): TypeError => new TypeError("fetch failed", { cause: new Error(because) })

// The address of a request names the host; a caller may override it, as on a socket.
const headersOf = (request: Request): Readonly<Record<string, string>> => ({
  host: new URL(request.url).host,
  ...Object.fromEntries(request.headers),
})

const callerOf = (http: HttpOptions, headers: Headers, ip: string): string => {
  const forwardedFor = http.trustedIpHeader === undefined ? null : headers.get(http.trustedIpHeader)
  return plainIp(forwardedFor?.split(",").at(-1)?.trim() ?? ip)
}
