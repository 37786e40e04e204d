/**
 * Everything that the simulator answers over HTTP, as one effect from a request to a response, for any transport.
 * Spec: What the service does (#1), Endpoints (#131). Control D7 of the threat model: own hosts only, and no CORS header anywhere.
 */
import { simulatorRefusals } from "@cauri/catalogue/en"
import { pagePath } from "../spec/Texts.ts"
import { Cause, Effect, Layer, Option, Predicate } from "effect"
import { HttpRouter, HttpServer, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiError } from "effect/http-api"
import { Engine } from "../ports/Engine.ts"
import { htmlPage } from "../service/faultyReplies.ts"
import type { Simulator } from "../engine/layer.ts"
import type { Options } from "../options/Options.ts"
import { unknownPathReason, wrongMethodReason } from "../reasons/nearest.ts"
import { otherFace, type Reason, takenBy } from "../log/Reason.ts"
import { maskedPath } from "../reasons/maskedPath.ts"
import type { Reply } from "../model/Reply.ts"
import { rulesOf, wrongFieldsOf } from "../options/wrongInput.ts"
import { answer, answered, CurrentLine, logAnswered, unknownPath, withReasons, wrongMethod } from "./answers.ts"
import { Connection } from "./Connection.ts"
import { controlPrefix } from "./control/ControlApi.ts"
import { controlRoutes } from "./control/controlHandlers.ts"
import { documentRoutes } from "./documents/documentRoutes.ts"
import { basePath, type HttpOptions, isOwnHost } from "./HttpOptions.ts"
import { paymentPageRoutes } from "./page/paymentPageRoutes.ts"
import { RequestLog } from "../log/RequestLog.ts"
import { pageFileRoutes } from "./sandboxPage.ts"
import { endpointOfPath, serviceRoutes } from "./serviceRoutes.ts"
import { wikiRoutes } from "./documents/wikiRoutes.ts"

/** Builds the app, with the given routes beside its own. */
export const makeApp = Effect.fnUntraced(function* (
  options: Options,
  http: HttpOptions,
  further: Layer.Layer<never, never, HttpRouter.HttpRouter | Simulator | RequestLog> = Layer.empty,
) {
  const routed = yield* HttpRouter.toHttpEffect(
    Layer.mergeAll(
      serviceRoutes(options, http),
      wikiRoutes(options),
      paymentPageRoutes(options, http),
      pageFileRoutes,
      documentRoutes(options),
      controlRoutes(http),
      further,
    ).pipe(Layer.provide(HttpServer.layerServices)),
  ).pipe(Effect.provideService(HttpRouter.RouterConfig, exactPaths))

  /** An answer to an address that is none of the service's, with the reason. A browser's own requests, for icons, need none. */
  const explained = Effect.fnUntraced(function* (reply: Reply, because: Reason) {
    const { headers } = yield* Connection
    const reasons = headers["sec-fetch-dest"] === undefined ? [because] : []
    const log = yield* RequestLog
    yield* log.explained(yield* CurrentLine, { requestId: null, ...answered(reply), reasons })
    return withReasons(http, reasons, yield* answer(reply))
  })

  const refused = (url: string, method: string) => {
    const path = url.split("?")[0] ?? ""
    const other = otherFace(options)
    const known = endpointOfPath(path.replaceAll(/\/{2,}/g, "/"), other.profile)
    const because = unknownPathReason(method, path)
    return explained(unknownPath(options), known?.method === method ? takenBy(other, because) : because)
  }

  const served = Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { headers } = yield* Connection
    const target = withoutBase(options, request.url)
    if (!isOwnHost(options, http, headers["host"])) return misdirected
    const path = target?.split("?")[0] ?? ""
    if (target === undefined) return yield* refused(request.url, request.method)
    if (!path.startsWith(controlPrefix)) {
      const allowed = wrongMethodOf(options, path, request.method)
      if (allowed !== undefined) {
        const endpoint = endpointOfPath(path, options.profile)
        const because = wrongMethodReason(request.method, path, endpoint, allowed)
        const reply = wrongMethod(options, endpoint?.name ?? "createHostedInvoice")
        return HttpServerResponse.setHeader(yield* explained(reply, because), "allow", allowed)
      }
    }
    return yield* routed.pipe(
      Effect.provideService(HttpServerRequest.HttpServerRequest, request.modify({ url: target })),
      Effect.catchCause((cause) => recovered(cause, refused(path, request.method))),
    )
  })

  return Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const engine = yield* Engine
    const log = yield* RequestLog
    const path = request.url.split("?")[0] ?? ""
    const line = path.startsWith(`${basePath(options)}${controlPrefix}`)
      ? 0
      : yield* log.arrived({ at: yield* engine.now, method: request.method, path: maskedPath(path) })
    return yield* served.pipe(
      Effect.tap(({ status }) => logAnswered({ _tag: "Answered", status, responseCode: null })),
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

const misdirected = HttpServerResponse.text(
  "This simulator does not answer for that host. Name the host in SANDBOX_NAMES, or in the option `hosts`.\n",
  { status: 421 },
)

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
const recovered = Effect.fnUntraced(function* <E, R>(
  cause: Cause.Cause<unknown>,
  notFound: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
) {
  if (Cause.hasInterruptsOnly(cause)) return yield* Effect.interrupt
  const failure = Cause.findErrorOption(cause)
  if (Option.isSome(failure) && isRouteNotFound(failure.value)) return yield* notFound
  const misread = cause.reasons.map((reason) => (Cause.isDieReason(reason) ? reason.defect : undefined))
  const wrong = misread.find((each) => HttpApiError.HttpApiSchemaError.is(each))
  // Only the control API has such requests, and its answers say what is wrong with them.
  if (wrong?.kind === "Payload" || wrong?.kind === "Params") {
    const rules = rulesOf(wrongFieldsOf(wrong.cause.issue, undefined)).join("; ")
    const message = `${simulatorRefusals.bad_request} ${rules}.`
    return HttpServerResponse.jsonUnsafe({ _tag: "ControlRefused", message }, { status: 400 })
  }
  const [response] = yield* HttpServerError.causeResponse(cause)
  if (response.status < 500) return response
  yield* Effect.logError(
    "The simulator could not answer a request, because of a defect in it; its payments are as they were. Report it with what follows.",
    cause,
  )
  return yield* answer({ _tag: "Page", status: 500, html: htmlPage(500) })
})

const isRouteNotFound = (failure: unknown): boolean =>
  Predicate.isTagged(failure, "HttpServerError") &&
  failure instanceof HttpServerError.HttpServerError &&
  failure.reason._tag === "RouteNotFound"
