/**
 * What is measured of each call: one span and two metrics, with attributes of our own from closed sets. No address, number, token, body or
 * text of the service is among them, and the span ends with an empty exit, because tracers see exits.
 */
import { Clock, Effect, Metric, Result } from "effect"
import type { ConfirmRecord, CreationAnswer, GatewayError } from "@cauri/core/adapter"
import type { CallFailure } from "@cauri/core/model"
import { type EndpointName, meaningOfSubCode } from "@cauri/wire"
import { monotonicMillis } from "./Transport.ts"

/** The outcome of a call, as metrics show it. */
export interface CallLabels {
  /** The answer's name, with its cause where it has one, or the confirmed status. */
  readonly outcome: string
  /** A sub-code that the specification states for this endpoint; `other` for any other, empty for none. */
  readonly subCode: string
}

const codeLabel = (endpoint: EndpointName, code: string): string =>
  code === "" || meaningOfSubCode(endpoint, code) !== undefined ? code : "other"

export const labelsOfAnswer = (endpoint: EndpointName, answer: CreationAnswer): CallLabels => {
  switch (answer._tag) {
    case "accepted":
    case "otp_sent":
      return { outcome: answer._tag, subCode: "" }
    case "not_sent":
      return { outcome: `not_sent:${answer.cause}`, subCode: "" }
    case "no_answer":
      return { outcome: `no_answer:${answer.cause}`, subCode: codeLabel(endpoint, answer.code) }
    case "refused":
    case "turned_away":
      return { outcome: `${answer._tag}:${answer.reason._tag}`, subCode: reasonCode(endpoint, answer.reason) }
  }
}

export const labelsOfRecord = ({ status }: ConfirmRecord): CallLabels => ({ outcome: status, subCode: "" })

/** The attributes of a confirm that failed. */
export const labelsOfError = (endpoint: EndpointName, { reason }: GatewayError): CallLabels => ({
  outcome: "cause" in reason ? `${reason._tag}:${reason.cause}` : reason._tag,
  subCode: reasonCode(endpoint, reason),
})

const reasonCode = (endpoint: EndpointName, reason: CallFailure): string =>
  "code" in reason ? codeLabel(endpoint, reason.code) : ""

const calls = Metric.counter("cauri_gateway_calls", {
  description: "Calls of the service, by endpoint, outcome and sub-code.",
  incremental: true,
})

const durations = Metric.histogram("cauri_gateway_call_milliseconds", {
  description: "How long calls of the service took, by endpoint and outcome.",
  boundaries: [10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 20_000, 35_000],
})

/** The call with its span and metrics. An interrupted call records none. */
export const withTelemetry = <A, E>(
  endpoint: EndpointName,
  call: Effect.Effect<A, E>,
  labelsOf: { readonly success: (value: A) => CallLabels; readonly failure: (error: E) => CallLabels },
): Effect.Effect<A, E> =>
  Effect.suspend(() => {
    let result: Result.Result<A, E>
    const spanned = Effect.gen(function* () {
      const now = monotonicMillis(yield* Clock.Clock)
      const start = now()
      result = yield* Effect.result(call)
      const duration = now() - start
      const { outcome, subCode } = Result.match(result, { onSuccess: labelsOf.success, onFailure: labelsOf.failure })
      const labels = { endpoint, outcome }
      yield* Metric.update(Metric.withAttributes(calls, { ...labels, sub_code: subCode }), 1)
      yield* Metric.update(Metric.withAttributes(durations, labels), duration)
      yield* Effect.annotateCurrentSpan({ ...labels, sub_code: subCode, duration_ms: duration })
    }).pipe(Effect.withSpan(`Gateway.${endpoint}`, { kind: "client" }, { captureStackTrace: false }))
    return Effect.flatMap(spanned, () => Effect.fromResult(result))
  })
