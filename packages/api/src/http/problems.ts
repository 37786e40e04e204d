/** What a refused or failed request is answered with: `application/problem+json`, with our code and the sentences of the catalogue. */
import { BatchRefused } from "@cauri/batches"
import { both, catalogue } from "@cauri/catalogue"
import { inBoth, type Tools, tools } from "@cauri/catalogue/tools"
import { errorFromCause, isoOf, PaymentsError } from "@cauri/plain"
import { Cause, Clock, Data, Effect } from "effect"
import type { Scope } from "../keys/keys.ts"
import type { ApiProblem } from "./schemas.ts"

const statuses = {
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  malformed_json: 400,
} as const

/** A request that the API refuses before it looks at a payment. */
export class RequestRefused extends Data.TaggedError("RequestRefused")<{
  readonly code: keyof typeof statuses
  /** What is known of this request beyond the code's own sentence. */
  readonly says?: (words: Tools) => string
  readonly headers?: Readonly<Record<string, string>>
  /** In how many milliseconds the same request may be made again. */
  readonly retryAfter?: number
}> {}

/** Refuses a key that lacks a scope. */
export const mayDo = ({ may }: { readonly may: ReadonlyArray<Scope> }, scope: Scope) =>
  may.includes(scope)
    ? Effect.void
    : new RequestRefused({ code: "forbidden", says: ({ apiKeys }) => apiKeys.lacks(scope, may.join(", ")) })

/** The end of the API: another program, or this one later, takes the request. */
export const stopping = (): PaymentsError =>
  new PaymentsError({ code: "closed", message: catalogue.en.failures.closed.operator, retryable: true })

/** An answer before it is one of the web's. */
export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

type Problem = typeof ApiProblem.Type

const own = (code: keyof typeof statuses | "unexpected", says?: RequestRefused["says"]): Problem["messages"] => ({
  operator: inBoth(says ?? (({ apiProblems }) => apiProblems[code])),
  customer: both(({ failures }) => failures[code === "unexpected" ? code : "invalid_input"].customer),
})

/** A problem with what is not the same in all. */
const problemOf = (
  known: Pick<Problem, "code" | "status" | "detail" | "messages" | "requestId"> & Partial<Problem>,
): Problem => ({
  type: `urn:cauri:problem:${known.code}`,
  title: `${known.code.charAt(0).toUpperCase()}${known.code.slice(1).replaceAll("_", " ")}`,
  field: null,
  expected: null,
  reason: null,
  retryAt: null,
  retryable: false,
  mayHaveReachedService: false,
  payment: null,
  ...known,
})

const ofRequest = ({ code, retryAfter, says }: RequestRefused, requestId: string, now: number): Problem => {
  const messages = own(code, says)
  return {
    ...problemOf({ code, status: statuses[code], detail: messages.operator.en, messages, requestId }),
    ...(retryAfter !== undefined && { retryable: true, retryAt: isoOf(now + retryAfter) }),
  }
}

/** What failed unexpectedly stands in the log alone, under the request's id. */
export const ofPayments = (error: PaymentsError, requestId: string): Problem => {
  const { code, expected, field, mayHaveReachedService, message, payment, reason, retryable, retryAt, status } = error
  const isUnknown = code === "unexpected"
  const said = {
    operator: { fr: error.operatorMessage("fr"), en: error.operatorMessage("en") },
    customer: { fr: error.customerMessage("fr"), en: error.customerMessage("en") },
  }
  const detail = isUnknown ? tools.en.apiProblems.unexpected : message
  const messages = isUnknown && !mayHaveReachedService ? own(code) : said
  const asked = { expected, field, mayHaveReachedService, payment, reason, retryable, retryAt }
  return problemOf({ code, status, detail, messages, requestId, ...asked })
}

/** What a batch does not allow. */
const ofBatch = ({ because, message }: BatchRefused, requestId: string): Problem => {
  const code = because === "not_found" ? "not_found" : because === "exists" ? "content_conflict" : "not_allowed"
  const operator = inBoth(({ batches }) => batches.refusals[because])
  const messages = { operator, customer: both(({ failures }) => failures[code].customer) }
  return problemOf({
    code,
    status: code === "not_found" ? 404 : 409,
    detail: message,
    messages,
    requestId,
    reason: because,
  })
}

/** How many seconds the caller should wait, where it may try again. */
const retryAfter = ({ retryAt, status }: Problem, now: number): Readonly<Record<string, string>> => {
  if (status !== 429 && status !== 503) return {}
  const millis = retryAt === null ? 5_000 : Date.parse(retryAt) - now
  return { "retry-after": String(Math.max(1, Math.ceil(millis / 1_000))) }
}

/** Where an unexpected error arose, without its message, which may quote a request. */
const framesOf = (error: unknown): string =>
  error instanceof Error ? (error.stack?.match(/\n\s+at .*/g) ?? []).join("") : ""

/** The answer for this end of a request. What is the fault of no caller is logged under the request's id. */
export const problemFrom = Effect.fnUntraced(function* (cause: Cause.Cause<unknown>, requestId: string) {
  const now = yield* Clock.currentTimeMillis
  const failure = Cause.squash(cause)
  const error = Cause.hasInterruptsOnly(cause) ? stopping() : errorFromCause(cause, false)
  const isRefused = failure instanceof RequestRefused
  const body = isRefused
    ? ofRequest(failure, requestId, now)
    : failure instanceof BatchRefused
      ? ofBatch(failure, requestId)
      : ofPayments(error, requestId)
  if (body.status >= 500) {
    const frames = error.code === "unexpected" ? framesOf(failure) : ""
    yield* Effect.logError(`The request ${requestId} failed. ${error.message}${frames}`)
  }
  const own = isRefused ? failure.headers : {}
  const headers = { "content-type": "application/problem+json", ...retryAfter(body, now), ...own }
  return { status: body.status, body, headers }
})
