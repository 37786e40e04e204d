/**
 * Everything that the simulator answers over HTTP, as one effect from a request to a response, for any transport.
 * Spec: What the service does (#1), Endpoints (#131). Control D7 of the threat model: own hosts only, and no CORS header anywhere.
 */
import { pagePath } from "@cauri/wire"
import { Cause, Effect, Layer, Option, Predicate } from "effect"
import { HttpRouter, HttpServer, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Engine } from "../Engine.ts"
import { htmlPage } from "../faultyReplies.ts"
import type { Simulator } from "../layer.ts"
import type { Options } from "../Options.ts"
import { answer, CurrentLine, noted, unknownAddress } from "./answers.ts"
import { Connection } from "./Connection.ts"
import { controlPrefix } from "./ControlApi.ts"
import { controlRoutes } from "./controlHandlers.ts"
import { documentRoutes } from "./documentRoutes.ts"
import { basePath, type HttpOptions, isOwnHost } from "./HttpOptions.ts"
import { paymentPageRoutes } from "./paymentPageRoutes.ts"
import { RequestLog } from "./RequestLog.ts"
import { endpointOfPath, serviceRoutes } from "./serviceRoutes.ts"
import { wikiRoutes } from "./wikiRoutes.ts"

/** Builds the app, with the given routes beside its own. */
export const makeApp = Effect.fnUntraced(function* (
  options: Options,
  http: HttpOptions,
  further: Layer.Layer<never, never, HttpRouter.HttpRouter | Simulator | RequestLog> = Layer.empty,
) {
  const routed = yield* HttpRouter.toHttpEffect(
    Layer.mergeAll(
      serviceRoutes(options, http),
      wikiRoutes,
      paymentPageRoutes(options, http),
      documentRoutes(options),
      controlRoutes(http),
      further,
    ).pipe(Layer.provide(HttpServer.layerServices)),
  ).pipe(Effect.provideService(HttpRouter.RouterConfig, exactPaths))

  const served = Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { headers } = yield* Connection
    const target = withoutBase(options, request.url)
    if (!isOwnHost(options, http, headers["host"])) return misdirected
    const path = target?.split("?")[0] ?? ""
    if (target === undefined) return yield* answer(unknownAddress(options, 404))
    if (!path.startsWith(controlPrefix)) {
      const wrongMethod = wrongMethodOf(options, path, request.method)
      if (wrongMethod !== undefined) {
        return HttpServerResponse.setHeader(yield* answer(unknownAddress(options, 405)), "allow", wrongMethod)
      }
    }
    return yield* routed.pipe(
      Effect.provideService(HttpServerRequest.HttpServerRequest, request.modify({ url: target })),
      Effect.catchCause((cause) => recovered(options, cause)),
    )
  })

  return Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const engine = yield* Engine
    const log = yield* RequestLog
    const path = (request.url.split("?")[0] ?? "").slice(0, loggedPathLength)
    const line = path.startsWith(`${basePath(options)}${controlPrefix}`)
      ? 0
      : yield* log.arrived({ at: yield* engine.now, method: request.method, path: masked(path) })
    return yield* served.pipe(
      Effect.tap(({ status }) => noted({ _tag: "Answered", status, responseCode: null })),
      Effect.provideService(CurrentLine, line),
      Effect.map(HttpServerResponse.setHeaders(commonHeaders(http))),
    )
  })
})

// The service's paths match exactly as written; a token of the longest form must fit.
const exactPaths = {
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
  caseSensitive: true,
  maxParamLength: 4_096,
} as const

const commonHeaders = (http: HttpOptions): Readonly<Record<string, string>> => ({
  "x-content-type-options": "nosniff",
  ...(http.sandboxHeader ? { "x-sandbox": "1" } : {}),
})

const misdirected = HttpServerResponse.text("This simulator does not answer for that host.\n", { status: 421 })

/** The path and query below the base address's own path (#1); nothing when it is not below it. */
const withoutBase = (options: Options, url: string): string | undefined => {
  const base = basePath(options)
  const [path = "", ...query] = url.split("?")
  // As observed: programs join an address that ends in a slash with a path that begins with one.
  const single = options.profile.takesObservedForms ? path.replaceAll(/\/{2,}/g, "/") : path
  return single.startsWith(`${base}/`) ? [single.slice(base.length), ...query].join("?") : undefined
}

/** The allowed methods of an address, when this is none of them. */
const wrongMethodOf = (options: Options, path: string, method: string): string | undefined => {
  const endpoint = endpointOfPath(path, options.profile)
  const allowed = endpoint?.method ?? (path.startsWith(pagePath) ? "GET, HEAD, POST" : undefined)
  return allowed === undefined || allowed.split(", ").includes(method) ? undefined : allowed
}

// A request without a route is answered as the service would; any other failure here is a defect of the simulator.
const recovered = Effect.fnUntraced(function* (options: Options, cause: Cause.Cause<unknown>) {
  if (Cause.hasInterruptsOnly(cause)) return yield* Effect.interrupt
  const failure = Cause.findErrorOption(cause)
  if (Option.isSome(failure) && isRouteNotFound(failure.value)) return yield* answer(unknownAddress(options, 404))
  const [response] = yield* HttpServerError.causeResponse(cause)
  if (response.status < 500) return response
  yield* Effect.logError("The simulator failed to serve a request.", cause)
  return yield* answer({ _tag: "Page", status: 500, html: htmlPage(500) })
})

const isRouteNotFound = (failure: unknown): boolean =>
  Predicate.isTagged(failure, "HttpServerError") &&
  failure instanceof HttpServerError.HttpServerError &&
  failure.reason._tag === "RouteNotFound"

const loggedPathLength = 200

// Phone numbers keep their ends, tokens nothing.
const masked = (path: string): string =>
  path
    .replace(new RegExp(`(${pagePath}).*$`), "$1<token>")
    .replaceAll(/(\/debitotp\/[0-9]{0,5})[^/]*?([0-9]{0,2})(?=\/|$)/g, "$1***$2")
