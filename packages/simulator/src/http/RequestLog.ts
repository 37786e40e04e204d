/**
 * Every request that arrived, whatever became of it, and how often each of a merchant's references came by on each endpoint. It is
 * the wire's own count: a creation whose answer was cut is in it. Phones and tokens are masked; bodies are not kept.
 */
import { type EndpointName, endpointNames } from "@cauri/wire"
import { Context, Effect, Layer, Schema } from "effect"
import type { HttpOptions } from "./HttpOptions.ts"

/** What left the simulator. */
export const RequestOutcome = Schema.Union([
  Schema.TaggedStruct("Answered", { status: Schema.Int, responseCode: Schema.NullOr(Schema.String) }),
  Schema.TaggedStruct("Truncated", { status: Schema.Int }),
  Schema.TaggedStruct("Cut", {}),
  Schema.TaggedStruct("Silence", {}),
])

/** What left the simulator. */
export type RequestOutcome = typeof RequestOutcome.Type

/** A request. */
export const RequestLine = Schema.Struct({
  number: Schema.Int,
  /** Simulated time of arrival. */
  at: Schema.Int,
  method: Schema.String,
  /** Without its query, without phone numbers and tokens. */
  path: Schema.String,
  endpoint: Schema.NullOr(Schema.Literals(endpointNames)),
  projectId: Schema.NullOr(Schema.String),
  /** The merchant's reference: the body's, or that of the payment whose token was given. */
  transactionId: Schema.NullOr(Schema.String),
  /** `null` while nothing has left: it is under way, or the caller gave up. */
  outcome: Schema.NullOr(RequestOutcome),
})

/** A request. */
export type RequestLine = typeof RequestLine.Type

/** How often a reference came by, by endpoint. */
export const EndpointCounts = Schema.Record(Schema.Literals(endpointNames), Schema.Int)

/** How often a reference came by, by endpoint. */
export type EndpointCounts = typeof EndpointCounts.Type

/** What a call of an endpoint is about. */
export type CallSubject = Pick<RequestLine, "projectId" | "transactionId"> & { readonly endpoint: EndpointName }

/** The log of requests. */
export class RequestLog extends Context.Service<
  RequestLog,
  {
    /** Notes that a request arrived, and gives its number. */
    readonly arrived: (request: Pick<RequestLine, "at" | "method" | "path">) => Effect.Effect<number>
    /** Notes what a call is about, and counts it. */
    readonly identified: (number: number, subject: CallSubject) => Effect.Effect<void>
    /** Notes what left; the first outcome stays. */
    readonly answered: (number: number, outcome: RequestOutcome) => Effect.Effect<void>
    /** The newest requests, the oldest first. */
    readonly lines: Effect.Effect<ReadonlyArray<RequestLine>>
    /** The counts of one reference. */
    readonly countsOf: (transactionId: string) => Effect.Effect<EndpointCounts>
    /** Forgets everything. */
    readonly clear: Effect.Effect<void>
  }
>()("@cauri/simulator/http/RequestLog") {
  static readonly layer = (
    limits: Pick<HttpOptions, "requestLogLines" | "requestLogReferences">,
  ): Layer.Layer<RequestLog> => Layer.sync(RequestLog, () => make(limits))
}

const make = (limits: Pick<HttpOptions, "requestLogLines" | "requestLogReferences">) => {
  const lines = new Map<number, RequestLine>()
  const counts = new Map<string, Map<EndpointName, number>>()
  let last = 0
  const change = (number: number, patch: (line: RequestLine) => Partial<RequestLine>): void => {
    const line = lines.get(number)
    if (line !== undefined) lines.set(number, { ...line, ...patch(line) })
  }
  return RequestLog.of({
    arrived: (request) =>
      Effect.sync(() => {
        last += 1
        lines.set(last, {
          number: last,
          ...request,
          endpoint: null,
          projectId: null,
          transactionId: null,
          outcome: null,
        })
        bound(lines, limits.requestLogLines)
        return last
      }),
    identified: (number, subject) =>
      Effect.sync(() => {
        change(number, () => subject)
        const { endpoint, transactionId } = subject
        if (transactionId === null) return
        const own = counts.get(transactionId) ?? new Map<EndpointName, number>()
        own.set(endpoint, (own.get(endpoint) ?? 0) + 1)
        counts.set(transactionId, own)
        bound(counts, limits.requestLogReferences)
      }),
    answered: (number, outcome) => Effect.sync(() => change(number, (line) => ({ outcome: line.outcome ?? outcome }))),
    lines: Effect.sync(() => [...lines.values()]),
    countsOf: (transactionId) =>
      Effect.sync(() => {
        const own = counts.get(transactionId)
        return countsBy((endpoint) => own?.get(endpoint) ?? 0)
      }),
    clear: Effect.sync(() => {
      lines.clear()
      counts.clear()
    }),
  })
}

const countsBy = (count: (endpoint: EndpointName) => number): EndpointCounts => ({
  createHostedInvoice: count("createHostedInvoice"),
  confirmInvoice: count("confirmInvoice"),
  createDirectInvoice: count("createDirectInvoice"),
  sendWalletOtp: count("sendWalletOtp"),
  submitWalletInvoice: count("submitWalletInvoice"),
  createWalletPayout: count("createWalletPayout"),
  createDirectPayout: count("createDirectPayout"),
  confirmPayout: count("confirmPayout"),
})

// A map keeps the order of insertion, so its first key is its oldest.
const bound = (map: Map<unknown, unknown>, limit: number): void => {
  for (const key of map.keys()) {
    if (map.size <= limit) return
    map.delete(key)
  }
}
