/** What logs, traces and metrics say of a call, and what a printed service does not show. */
import { inspect } from "node:util"
import { assert, describe } from "@effect/vitest"
import { Effect, Layer, Metric, Tracer } from "effect"
import { TestClock } from "effect/testing"
import { it } from "@cauri/house/it"
import { Gateway } from "@cauri/core/adapter"
import { CreationToken } from "@cauri/core/model"
import { layerCredentials } from "../src/credentials.ts"
import { layer } from "../src/nodeGateway.ts"
import { unanswered, unsent } from "../src/Transport.ts"
import { callOf, confirmPayin, confirmPayout, direct, pairOf, payin, payout, wallet } from "./calls.ts"
import { answeredWith, recorded } from "./recorder.ts"

/** A tracer that keeps every span. */
const tracing = () => {
  const spans: Array<Tracer.Span> = []
  const tracer = Tracer.make({
    span(options) {
      const span = new Tracer.NativeSpan(options)
      if (span.name.startsWith("Gateway.")) spans.push(span)
      return span
    },
  })
  return { spans, tracer }
}

const withMetrics = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => Effect.provideService(work, Metric.MetricRegistry, new Map()))

const attributesOf = (span: Tracer.Span) => Object.fromEntries(span.attributes)

const pay = (gateway: Gateway["Service"]) =>
  Effect.flatMap(callOf(payout({ type: "mobile_money" })), (call) => gateway.create(call))
const askInVain = (gateway: Gateway["Service"]) =>
  Effect.orDie(Effect.flip(confirmPayout(gateway, CreationToken.make("t"))))

describe("a call", () => {
  it.effect(
    "is reported with one span and two metrics that name the endpoint, the outcome, the sub-code and the time",
    () =>
      withMetrics(
        Effect.gen(function* () {
          const { spans, tracer } = tracing()
          yield* recorded(function* (gateway, { replies }) {
            replies.push(answeredWith({ response_code: "01", token: "", response_text: "Echec (Code02)" }))
            replies.push(answeredWith({ response_code: "01", token: "", response_text: "Echec (Code77)" }))
            replies.push(answeredWith({ response_code: "00", token: "t", response_text: "" }))
            for (let index = 0; index < 3; index++) {
              yield* Effect.flatMap(callOf(payin(direct())), (call) => gateway.create(call))
            }
          }).pipe(Effect.withTracer(tracer))
          assert.deepStrictEqual(
            spans.map((span) => [span.name, span.kind, attributesOf(span)]),
            [
              ["refused:amount_refused", "Code02"],
              ["no_answer:unrecognised_code", "other"],
              ["accepted", ""],
            ].map(([outcome, sub_code]) => [
              "Gateway.createDirectInvoice",
              "client",
              { endpoint: "createDirectInvoice", outcome, sub_code, duration_ms: 0 },
            ]),
          )
          const metrics = yield* Metric.snapshot
          const counted = metrics.filter(({ id }) => id === "cauri_gateway_calls")
          assert.deepStrictEqual(
            counted
              .map(({ attributes }) => attributes)
              .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
            [
              { endpoint: "createDirectInvoice", outcome: "accepted", sub_code: "" },
              { endpoint: "createDirectInvoice", outcome: "no_answer:unrecognised_code", sub_code: "other" },
              { endpoint: "createDirectInvoice", outcome: "refused:amount_refused", sub_code: "Code02" },
            ],
          )
          const timed = metrics.filter(({ id }) => id === "cauri_gateway_call_milliseconds")
          assert.deepStrictEqual(
            timed.map(({ attributes }) => Object.keys(attributes ?? {})),
            [1, 2, 3].map(() => ["endpoint", "outcome"]),
          )
        }),
      ),
  )

  it.effect("is reported with the time that it took although the clock was set back meanwhile", () =>
    withMetrics(
      Effect.gen(function* () {
        const { spans, tracer } = tracing()
        yield* recorded(function* (gateway, { replies }) {
          const accepted = answeredWith({ response_code: "00", token: "t", response_text: "" })
          const later = TestClock.adjust(250).pipe(Effect.andThen(TestClock.setTime(-3_600_000)))
          replies.push(Effect.as(later, accepted))
          yield* gateway.create(yield* callOf(payin(direct())))
        }).pipe(Effect.withTracer(tracer))
        assert.deepStrictEqual(
          spans.map(({ attributes }) => [attributes.get("outcome"), attributes.get("duration_ms")]),
          [["accepted", 250]],
        )
        const timed = (yield* Metric.snapshot).find(({ id }) => id === "cauri_gateway_call_milliseconds")
        assert.deepInclude(timed?.state, { count: 1, min: 250, max: 250, sum: 250 })
      }),
    ),
  )

  const told: ReadonlyArray<readonly [string, string, (gateway: Gateway["Service"]) => Effect.Effect<unknown>]> = [
    ["otp_sent", "", (gateway) => Effect.flatMap(callOf(payin(wallet)), (call) => gateway.requestCode(call))],
    ["turned_away:ip_denied", "Code06", pay],
    ["no_answer:redirected", "", pay],
    ["not_sent:connection_refused", "", pay],
    ["completed", "", (gateway) => confirmPayin(gateway, CreationToken.make("t")).pipe(Effect.orDie)],
    ["not_found", "Code02", askInVain],
    ["no_answer:timed_out", "", askInVain],
    ["not_sent:tls_failure", "", askInVain],
  ]

  it("has an outcome from a closed set, whatever became of it", function* () {
    const { spans, tracer } = tracing()
    yield* recorded(function* (gateway, { replies }) {
      replies.push(answeredWith({ error: false, message: "sent" }))
      replies.push(answeredWith({ response_code: "01", token: "", response_text: "Echec (Code06)" }))
      replies.push(unanswered("redirected"), unsent("connection_refused"))
      replies.push(answeredWith({ response_code: "00", status: "completed" }))
      replies.push(answeredWith({ response_code: "01", response_text: "Echec (Code02)" }))
      replies.push(unanswered("timed_out"), unsent("tls_failure"))
      for (const [, , call] of told) yield* call(gateway)
    }).pipe(Effect.withTracer(tracer))
    assert.deepStrictEqual(
      spans.map((span) => [span.attributes.get("outcome"), span.attributes.get("sub_code")]),
      told.map(([outcome, subCode]) => [outcome, subCode]),
    )
  })
})

/** What a call writes down is searched by the contract, under every fault and in every spelling: `what a gateway is trusted with stays with it`. */
describe("no secret is written down (B1, S16, S22, T6)", () => {
  it.effect("by a program that prints the services that it runs on", () =>
    Effect.gen(function* () {
      const services = yield* Effect.context<Gateway>()
      const printed = [String(services), inspect(services, { depth: 8 }), JSON.stringify(services)].join("\n")
      assert.include(printed, "Gateway")
      for (const secret of ["SECRETKEY", "SECRETTOKEN"]) assert.notInclude(printed, secret)
    }).pipe(
      Effect.provide(
        layer({ baseUrl: "https://pay.example" }).pipe(
          Layer.provideMerge(layerCredentials({ shop: pairOf("SECRETKEY", "SECRETTOKEN") })),
        ),
      ),
    ),
  )
})
