/**
 * The eight endpoints as routes, made from wire's data. A request is read, the engine answers, and the request log records both.
 * Spec: Endpoints (#131-#140 #143 #158 #175 #178), Authentication (#180-#183).
 */
import { type Endpoint, type EndpointName, endpointNames, endpoints } from "@cauri/wire"
import { Effect, Struct } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { askedToken } from "../service/confirms.ts"
import { Engine, type ServiceRequest } from "../ports/Engine.ts"
import type { Options } from "../options/Options.ts"
import type { Profile } from "../model/Profile.ts"
import { reasonsOf } from "../reasons/reasonsOf.ts"
import { transactionIdOf } from "../life/records.ts"
import type { Reply } from "../model/Reply.ts"
import { isCreation, subjectOf } from "../service/requestBodies.ts"
import { namedProject } from "../service/requestChecks.ts"
import { paymentOf } from "../service/serveCall.ts"
import type { State } from "../model/State.ts"
import { answer, answered, CurrentLine, withReasons } from "./answers.ts"
import { Connection } from "./Connection.ts"
import type { HttpOptions } from "./HttpOptions.ts"
import { bodyText, jsonObject } from "./requestBody.ts"
import { RequestLog } from "../log/RequestLog.ts"

export const serviceRoutes = (options: Options, http: HttpOptions) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      for (const name of endpointNames) {
        for (const path of pathsOf(endpoints[name], options.profile)) {
          yield* router.add(endpoints[name].method, path, served(name, options, http))
        }
      }
    }),
  )

export const endpointOfPath = (path: string, profile: Profile): Endpoint | undefined => {
  const name = endpointNames.find((each) => pathsOf(endpoints[each], profile).some((route) => matches(route, path)))
  return name && endpoints[name]
}

/** Paths as the router spells them. They end as the specification says (#133-#140), or with and without a slash as observed. */
const pathsOf = (endpoint: Endpoint, profile: Profile): ReadonlyArray<`/${string}`> => {
  const path: `/${string}` = `/${endpoint.path.slice(1).replaceAll(/\{([a-z_]+)\}/g, ":$1")}`
  if (!profile.takesObservedForms) return [path]
  const bare: `/${string}` = `/${path.slice(1).replace(/\/$/, "")}`
  return [bare, `${bare}/`]
}

const matches = (route: string, path: string): boolean => {
  const wanted = route.split("/")
  const given = path.split("/")
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => (segment.startsWith(":") ? given[index] !== "" : segment === given[index]))
  )
}

const served = (endpoint: EndpointName, options: Options, http: HttpOptions) =>
  Effect.gen(function* () {
    const engine = yield* Engine
    const log = yield* RequestLog
    const { headers, ip } = yield* Connection
    const { method, url } = yield* HttpServerRequest.HttpServerRequest
    const params = yield* HttpRouter.params
    const request: ServiceRequest = {
      endpoint,
      headers,
      ip,
      parameters: { ...queryOf(url), ...defined(params) },
      body: method === "POST" ? jsonObject(yield* bodyText(http.bodyBytes)) : undefined,
    }
    const state = yield* engine.state
    yield* log.identified(yield* CurrentLine, {
      endpoint,
      projectId: namedProject(state, request)?.id ?? null,
      transactionId: referenceOf(state, options, request),
      body: request.body,
      ...(isCreation(endpoint)
        ? Struct.pick(subjectOf(options, endpoint, request.body), ["callbackUrl", "hasCode"])
        : { callbackUrl: null }),
    })
    const reply = yield* engine.handle(request)
    const reasons = reasonsOf(state, options, request, reply)
    yield* log.explained(yield* CurrentLine, {
      requestId: requestIdOf(yield* engine.state, options, request, reply),
      ...answered(reply),
      reasons,
    })
    return withReasons(http, reasons, yield* answer(reply))
  })

/** The number of the payment that a call created, went on with, or asked about. */
const requestIdOf = (state: State, options: Options, request: ServiceRequest, reply: Reply): string | null => {
  const token = reply._tag === "Json" && isCreation(request.endpoint) ? reply.body["token"] : undefined
  const asked = askedToken(options, request.endpoint, request.parameters)
  return paymentOf(state, reply.payment ?? (typeof token === "string" ? token : asked))?.payment.requestId ?? null
}

// Of a duplicate parameter the first counts.
const queryOf = (url: string): Readonly<Record<string, string>> => {
  const start = url.indexOf("?")
  const pairs = start === -1 ? [] : [...new URLSearchParams(url.slice(start + 1))]
  return Object.fromEntries(pairs.toReversed())
}

const defined = (params: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

/** The merchant's reference that a call is about, when it can be read. */
const referenceOf = (state: State, options: Options, { body, endpoint, parameters }: ServiceRequest): string | null => {
  const found = isCreation(endpoint)
    ? subjectOf(options, endpoint, body).transactionId
    : transactionIdOf(paymentOf(state, askedToken(options, endpoint, parameters))?.payment.entries ?? [])
  return found === "" ? null : found
}
