/** What the tests over HTTP share: calls as bytes through the simulator's `fetch`, and the world around it. */
import { type EndpointName, endpoints, requestHeaders } from "@cauri/wire"
import { Effect, Layer, Result, Schema } from "effect"
import {
  asObserved,
  CallbackSender,
  defaultProject,
  layerFetch,
  type OptionsInput,
  SimulatorFetch,
} from "../../src/index.ts"
import type { FetchOptionsInput } from "../../src/index.ts"

/** The base address of the default options. */
export const base = "http://127.0.0.1:4010"

/** A response, read to its end. */
export interface Got {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** One request through the simulator's `fetch`. Redirects are not followed. */
export const send = (path: string, init: RequestInit = {}) =>
  Effect.flatMap(SimulatorFetch, ({ fetch }) =>
    Effect.promise(async (): Promise<Got> => {
      const response = await fetch(path.startsWith("http") ? path : `${base}${path}`, { redirect: "manual", ...init })
      return { status: response.status, headers: response.headers, text: await response.text() }
    }),
  )

export interface CallParts {
  readonly target?: string
  readonly body?: unknown
  /** A body as it is, in the place of `body`. */
  readonly bytes?: Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
  readonly without?: ReadonlyArray<string>
}

/** A right call of an endpoint, as bytes; `parts` replaces some of them. */
export const call = (endpoint: EndpointName, parts: CallParts = {}) => {
  const { method, path } = endpoints[endpoint]
  const headers = Object.entries({ ...requestHeaders(endpoints[endpoint], defaultProject), ...parts.headers })
  return send(parts.target ?? path, {
    method,
    headers: Object.fromEntries(headers.filter(([name]) => parts.without?.includes(name) !== true)),
    ...(parts.bytes && { body: parts.bytes }),
    ...(parts.body === undefined
      ? {}
      : { body: typeof parts.body === "string" ? parts.body : JSON.stringify(parts.body) }),
  })
}

export const jsonOf = (got: Got): Readonly<Record<string, unknown>> =>
  Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.Unknown))(JSON.parse(got.text))

export const fieldOf = (got: Got, name: string): string => String(jsonOf(got)[name])

/** Whether a response holds exactly what a schema of wire promises, and not a field more. */
export const isExactly = (schema: Schema.ConstraintDecoder<unknown>, got: Got): boolean =>
  Result.isSuccess(Schema.decodeUnknownResult(schema, { onExcessProperty: "error" })(JSON.parse(got.text)))

/** The same in both faces: the strict one answers exactly what a schema promises; as observed, further fields may stand beside. */
export const isPromised = (options: OptionsInput, schema: Schema.ConstraintDecoder<unknown>, got: Got): boolean => {
  if (options.profile !== asObserved) return isExactly(schema, got)
  const body = jsonOf(got)
  // As observed, `custom_data` may be an object, which the specification does not know.
  const isObject = typeof body["custom_data"] === "object" && !Array.isArray(body["custom_data"])
  return Result.isSuccess(Schema.decodeUnknownResult(schema)(isObject ? { ...body, custom_data: [] } : body))
}

/** The HTTP status of a refusal: 200, or the client's error where the face says so (N11). */
export const refusalStatus = (options: OptionsInput, clientError: number): number =>
  options.assumptions?.errorHttpStatus === "ClientError" ? clientError : 200

export const control = (method: string, path: string, body?: unknown) =>
  Effect.flatMap(SimulatorFetch, ({ controlToken }) =>
    send(`/_control${path}`, {
      method,
      headers: { "x-control-token": controlToken, ...(method === "GET" ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )

/** The simulator behind `fetch`; callbacks go nowhere. */
export const layerHttp = (options: OptionsInput = {}, http: FetchOptionsInput = {}) =>
  layerFetch(options, http).pipe(Layer.provide(CallbackSender.layerNone))
