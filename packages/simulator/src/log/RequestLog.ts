/**
 * Every request that arrived, with its outcome, and how often each of a merchant's references arrived on each endpoint. It is the wire's
 * own count: a creation whose answer was cut is in it. Codes, tokens and the middle of telephones are masked, in paths and in bodies.
 */
import { type EndpointName, endpointNames } from "@cauri/wire"
import { createHash } from "node:crypto"
import { Context, Effect, Layer, Schema } from "effect"
import { keptBody } from "./mask.ts"
import type { OffWireEvent } from "./OffWireEvent.ts"
import { Reason } from "./Reason.ts"

/** What left the simulator. */
export const RequestOutcome = Schema.Union([
  Schema.TaggedStruct("Answered", { status: Schema.Int, responseCode: Schema.NullOr(Schema.String) }),
  Schema.TaggedStruct("Truncated", { status: Schema.Int }),
  Schema.TaggedStruct("Cut", {}),
  Schema.TaggedStruct("Silence", {}),
])

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
  /** The number that the service gave to the payment (#93), which its records and callbacks carry as well. */
  requestId: Schema.NullOr(Schema.String),
  /** Which attempt of its reference on its endpoint a creation belongs to, counted from 1: one callback address is one attempt. */
  attempt: Schema.NullOr(Schema.Int),
  /** The creation carries a customer's code, so it goes on with an earlier one. */
  hasCode: Schema.Boolean,
  /** What the answer said of the payment; `null` without an answer that a program can read. */
  said: Schema.NullOr(
    Schema.Struct({
      status: Schema.NullOr(Schema.String),
      amountXof: Schema.NullOr(Schema.Finite),
      hasToken: Schema.Boolean,
    }),
  ),
  /** The body as JSON, masked and cut; `null` without a readable one, and once a request is no longer among the newest. */
  body: Schema.NullOr(Schema.String),
  /** The answer's body in the same way. */
  answer: Schema.NullOr(Schema.String),
  /** The digits of `Echec (CodeXX)`. */
  subCode: Schema.NullOr(Schema.String),
  /** Everything that was wrong with it. */
  reasons: Schema.Array(Reason),
  /** `null` while no answer has left: it is in progress, or the caller gave up. */
  outcome: Schema.NullOr(RequestOutcome),
})

export type RequestLine = typeof RequestLine.Type

/** How often a reference arrived, by endpoint. */
export const EndpointCounts = Schema.Record(Schema.Literals(endpointNames), Schema.Int)

export type EndpointCounts = typeof EndpointCounts.Type

/** How often one attempt of a reference arrived: requests of one endpoint that name one callback address are one attempt. */
export const AttemptCount = Schema.Struct({
  endpoint: Schema.Literals(endpointNames),
  /** Numbered from 1 in the order of arrival. */
  attempt: Schema.Int,
  requests: Schema.Int,
})

export type AttemptCount = typeof AttemptCount.Type

export type CallSubject = Pick<RequestLine, "projectId" | "transactionId"> & {
  readonly endpoint: EndpointName
  /** The callback address in a creation's body: the only thing on the wire that identifies a merchant's attempt. It is not kept. */
  readonly callbackUrl: string | null
  readonly hasCode?: boolean
  readonly body?: unknown
}

/** What is known about a call once it was served. */
export type CallExplained = Pick<RequestLine, "requestId" | "answer" | "subCode" | "reasons" | "said">

/** The bounds of the log, and who hears of it. */
export interface RequestLogOptions {
  /** Requests that the log keeps, and merchants' references that it counts. */
  readonly requestLogLines: number
  readonly requestLogReferences: number
  /** Requests whose body, answer and reasons the log keeps. */
  readonly requestLogDetails: number
  /** Hears of each request that was refused or spoiled, with its reasons. */
  readonly onRefusal: (line: RequestLine) => void
}

/** The most attempts counted for one reference; further ones are in its counts by endpoint only. */
const maximumAttemptsCounted = 100

/** The log of requests. */
export class RequestLog extends Context.Service<
  RequestLog,
  {
    /** Logs that a request arrived, and returns its number. */
    readonly arrived: (request: Pick<RequestLine, "at" | "method" | "path">) => Effect.Effect<number>
    /** Logs what a call is about, and counts it. */
    readonly identified: (number: number, subject: CallSubject) => Effect.Effect<void>
    /** Logs which payment a call was about, its answer, and what was wrong with it. */
    readonly explained: (number: number, explained: CallExplained) => Effect.Effect<void>
    /** Logs the outcome; the first one stays. */
    readonly answered: (number: number, outcome: RequestOutcome) => Effect.Effect<void>
    /** The newest requests, the oldest first. */
    readonly lines: Effect.Effect<ReadonlyArray<RequestLine>>
    /** The counts of one reference. */
    readonly countsOf: (transactionId: string) => Effect.Effect<EndpointCounts>
    /** The creations of one reference, attempt by attempt. More than one request of an attempt is a repetition on the wire. */
    readonly attemptsOf: (transactionId: string) => Effect.Effect<ReadonlyArray<AttemptCount>>
    /** Logs what was not on the wire: what the merchant says of an order, or a visit to its return address. */
    readonly logOffWire: (offWire: OffWireEvent) => Effect.Effect<void>
    /** What was heard, the oldest first. */
    readonly offWire: Effect.Effect<ReadonlyArray<OffWireEvent>>
    /** Deletes everything. */
    readonly clear: Effect.Effect<void>
  }
>()("@cauri/simulator/http/RequestLog") {
  static readonly layer = (limits: RequestLogOptions): Layer.Layer<RequestLog> =>
    Layer.sync(RequestLog, () => make(limits))
}

const noDetails = { body: null, answer: null, subCode: null, reasons: [] }

const make = (limits: RequestLogOptions) => {
  const lines = new Map<number, RequestLine>()
  const references = new Map<string, Reference>()
  const offWire = new Map<number, OffWireEvent>()
  let last = 0
  let lastOffWire = 0
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
          requestId: null,
          attempt: null,
          hasCode: false,
          said: null,
          ...noDetails,
          outcome: null,
        })
        bound(lines, limits.requestLogLines)
        change(last - limits.requestLogDetails, () => noDetails)
        return last
      }),
    identified: (number, subject) =>
      Effect.sync(() => {
        const { body, callbackUrl, endpoint, hasCode = false, projectId, transactionId } = subject
        change(number, () => ({ endpoint, projectId, transactionId, hasCode, body: keptBody(body) }))
        if (transactionId === null) return
        const own: Reference = references.get(transactionId) ?? { counts: new Map(), attempts: new Map() }
        own.counts.set(endpoint, (own.counts.get(endpoint) ?? 0) + 1)
        if (callbackUrl !== null) {
          const attempt = countAttempt(own.attempts, endpoint, callbackUrl)
          change(number, () => ({ attempt }))
        }
        references.set(transactionId, own)
        bound(references, limits.requestLogReferences)
      }),
    explained: (number, explained) => Effect.sync(() => change(number, () => explained)),
    answered: (number, outcome) =>
      Effect.sync(() => {
        const before = lines.get(number)
        if (before === undefined || before.outcome !== null) return
        const line = { ...before, outcome }
        lines.set(number, line)
        if (line.reasons.length > 0) limits.onRefusal(line)
      }),
    lines: Effect.sync(() => [...lines.values()]),
    countsOf: (transactionId) =>
      Effect.sync(() => {
        const own = references.get(transactionId)?.counts
        return countsBy((endpoint) => own?.get(endpoint) ?? 0)
      }),
    attemptsOf: (transactionId) => Effect.sync(() => [...(references.get(transactionId)?.attempts.values() ?? [])]),
    logOffWire: (each) =>
      Effect.sync(() => {
        lastOffWire += 1
        offWire.set(lastOffWire, each)
        bound(offWire, limits.requestLogLines)
      }),
    offWire: Effect.sync(() => [...offWire.values()]),
    clear: Effect.sync(() => {
      lines.clear()
      references.clear()
      offWire.clear()
    }),
  })
}

interface Reference {
  readonly counts: Map<EndpointName, number>
  /** By a digest of endpoint and callback address: an address may hold a secret of the merchant's. */
  readonly attempts: Map<string, AttemptCount>
}

/** Counts a request, and says which attempt it belongs to. */
const countAttempt = (attempts: Reference["attempts"], endpoint: EndpointName, callbackUrl: string): number | null => {
  const digest = createHash("sha256").update(`${endpoint} ${callbackUrl}`).digest("base64url")
  const known = attempts.get(digest)
  if (known === undefined && attempts.size >= maximumAttemptsCounted) return null
  const before = [...attempts.values()].filter((each) => each.endpoint === endpoint).length
  const counted = known ? { ...known, requests: known.requests + 1 } : { endpoint, attempt: before + 1, requests: 1 }
  attempts.set(digest, counted)
  return counted.attempt
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
