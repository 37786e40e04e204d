/** What a refused or failed request is answered with: `application/problem+json`, with our code and the sentences of the catalogue. */
import { both } from "@cauri/catalogue"
import { inBoth, tools } from "@cauri/catalogue/tools"
import { closedError, errorFromCause, type PaymentsError } from "@cauri/plain"
import { Cause, Clock, Data, Effect } from "effect"
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
  readonly headers?: Readonly<Record<string, string>>
  /** In how many milliseconds the same request may be made again. */
  readonly retryAfter?: number
}> {}

/** An answer before it is one of the web's. */
export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

type Problem = typeof ApiProblem.Type

/** What every problem has, by its code. */
const problemOf = (code: string, status: number, detail: string, requestId: string) => ({
  type: `urn:cauri:problem:${code}`,
  title: `${code.charAt(0).toUpperCase()}${code.slice(1).replaceAll("_", " ")}`,
  status,
  detail,
  code,
  field: null,
  expected: null,
  reason: null,
  retryAt: null,
  retryable: false,
  mayHaveReachedService: false,
  payment: null,
  requestId,
})

const own = (code: keyof typeof statuses | "unexpected"): Problem["messages"] => ({
  operator: inBoth(({ apiProblems }) => apiProblems[code]),
  customer: both(({ failures }) => failures.unexpected.customer),
})

const isoOf = (millis: number): string => new Date(millis).toISOString()

const ofRequest = ({ code, headers, retryAfter }: RequestRefused, requestId: string, now: number): Answer => {
  const detail = tools.en.apiProblems[code]
  const again = retryAfter === undefined ? {} : { retryable: true, retryAt: isoOf(now + retryAfter) }
  const body: Problem = {
    ...problemOf(code, statuses[code], detail, requestId),
    ...again,
    messages: own(code),
  }
  return { status: body.status, body, ...(headers && { headers }) }
}

const ofPayments = (error: PaymentsError, requestId: string): Answer => {
  const { code, expected, field, mayHaveReachedService, payment, reason, retryable, retryAt, status } = error
  const isUnknown = code === "unexpected"
  const body: Problem = {
    // What failed unexpectedly stands in the log alone, under the request's id.
    ...problemOf(code, status, isUnknown ? tools.en.apiProblems.unexpected : error.message, requestId),
    ...{ expected, field, mayHaveReachedService, payment, reason, retryable, retryAt },
    messages:
      isUnknown && !mayHaveReachedService
        ? own("unexpected")
        : {
            operator: { fr: error.operatorMessage("fr"), en: error.operatorMessage("en") },
            customer: { fr: error.customerMessage("fr"), en: error.customerMessage("en") },
          },
  }
  return { status, body }
}

/** How many seconds the caller should wait, where it may try again. */
const retryAfter = ({ status, body }: Answer, now: number): Readonly<Record<string, string>> => {
  if (status !== 429 && status !== 503) return {}
  const { retryAt } = body as Problem
  const millis = retryAt === null ? 5_000 : Date.parse(retryAt) - now
  return { "retry-after": String(Math.max(1, Math.ceil(millis / 1_000))) }
}

/** Where an unexpected error arose, without its message, which may quote a request. */
const framesOf = (error: unknown): string =>
  error instanceof Error
    ? (error.stack ?? "")
        .split("\n")
        .filter((line) => /^\s+at /.test(line))
        .join("\n")
    : ""

/** The answer for this end of a request. What is the fault of no caller is logged under the request's id. */
export const problemFrom = Effect.fnUntraced(function* (cause: Cause.Cause<unknown>, requestId: string) {
  const now = yield* Clock.currentTimeMillis
  const failure = Cause.squash(cause)
  const error = Cause.hasInterruptsOnly(cause) ? closedError() : errorFromCause(cause, false)
  const answer = failure instanceof RequestRefused ? ofRequest(failure, requestId, now) : ofPayments(error, requestId)
  if (answer.status >= 500) {
    const frames = error.code === "unexpected" ? `\n${framesOf(failure)}` : ""
    yield* Effect.logError(`The request ${requestId} failed. ${error.message}${frames}`)
  }
  return {
    status: answer.status,
    body: answer.body,
    headers: { "content-type": "application/problem+json", ...retryAfter(answer, now), ...answer.headers },
  }
})
