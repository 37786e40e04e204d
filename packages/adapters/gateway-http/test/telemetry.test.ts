/**
 * What is told of a call, and a search for everything that must not be: credentials, tokens, numbers, codes and names, in whatever
 * the program can write down.
 */
import type { ServerResponse } from "node:http"
import { inspect } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Context, Effect, Exit, Layer, Logger, Metric, References, Tracer } from "effect"
import { TestClock } from "effect/testing"
import { Gateway } from "@cauri/core/adapter"
import { CreationToken } from "@cauri/core/model"
import { layerCredentials } from "../src/credentials.ts"
import { layer } from "../src/nodeGateway.ts"
import { unanswered, unsent } from "../src/Transport.ts"
import { callOf, confirmPayin, confirmPayout, direct, otp, pairOf, payin, payout, wallet } from "./calls.ts"
import { answeredWith, recorded } from "./recorder.ts"
import { json, type SeenRequest, serving } from "./server.ts"

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

describe("a call", () => {
  it.effect(
    "is reported with one span and two metrics that name the endpoint, the outcome, the sub-code and the time",
    () =>
      withMetrics(
        Effect.gen(function* () {
          const { spans, tracer } = tracing()
          yield* recorded((gateway, { replies }) =>
            Effect.gen(function* () {
              replies.push(answeredWith({ response_code: "01", token: "", response_text: "Echec (Code02)" }))
              replies.push(answeredWith({ response_code: "01", token: "", response_text: "Echec (Code77)" }))
              replies.push(answeredWith({ response_code: "00", token: "t", response_text: "" }))
              for (let index = 0; index < 3; index++) {
                yield* Effect.flatMap(callOf(payin(direct())), (call) => gateway.create(call))
              }
            }),
          ).pipe(Effect.withTracer(tracer))
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
        yield* recorded((gateway, { replies }) => {
          const accepted = answeredWith({ response_code: "00", token: "t", response_text: "" })
          const later = TestClock.adjust(250).pipe(Effect.andThen(TestClock.setTime(-3_600_000)))
          replies.push(Effect.as(later, accepted))
          return Effect.flatMap(callOf(payin(direct())), (call) => gateway.create(call))
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
    [
      "turned_away:ip_denied",
      "Code06",
      (gateway) => Effect.flatMap(callOf(payout({ type: "mobile_money" })), (call) => gateway.create(call)),
    ],
    [
      "no_answer:redirected",
      "",
      (gateway) => Effect.flatMap(callOf(payout({ type: "mobile_money" })), (call) => gateway.create(call)),
    ],
    [
      "not_sent:connection_refused",
      "",
      (gateway) => Effect.flatMap(callOf(payout({ type: "mobile_money" })), (call) => gateway.create(call)),
    ],
    ["completed", "", (gateway) => confirmPayin(gateway, CreationToken.make("t")).pipe(Effect.orDie)],
    [
      "not_found",
      "Code02",
      (gateway) => Effect.flip(confirmPayout(gateway, CreationToken.make("t"))).pipe(Effect.orDie),
    ],
    [
      "no_answer:timed_out",
      "",
      (gateway) => Effect.flip(confirmPayout(gateway, CreationToken.make("t"))).pipe(Effect.orDie),
    ],
    [
      "not_sent:tls_failure",
      "",
      (gateway) => Effect.flip(confirmPayout(gateway, CreationToken.make("t"))).pipe(Effect.orDie),
    ],
  ]
  it.effect("has an outcome from a closed set, whatever became of it", () =>
    Effect.gen(function* () {
      const { spans, tracer } = tracing()
      yield* recorded((gateway, { replies }) =>
        Effect.gen(function* () {
          replies.push(answeredWith({ error: false, message: "sent" }))
          replies.push(answeredWith({ response_code: "01", token: "", response_text: "Echec (Code06)" }))
          replies.push(unanswered("redirected"), unsent("connection_refused"))
          replies.push(answeredWith({ response_code: "00", status: "completed" }))
          replies.push(answeredWith({ response_code: "01", response_text: "Echec (Code02)" }))
          replies.push(unanswered("timed_out"), unsent("tls_failure"))
          for (const [, , call] of told) yield* call(gateway)
        }),
      ).pipe(Effect.withTracer(tracer))
      assert.deepStrictEqual(
        spans.map((span) => [span.attributes.get("outcome"), span.attributes.get("sub_code")]),
        told.map(([outcome, subCode]) => [outcome, subCode]),
      )
    }),
  )
})

const canaries = {
  apiKey: "CANARYkey4711aQ",
  apiToken: "CANARYtoken.0815.bW",
  token: "CANARYcreated.eyJhbGciOi.c2ln",
  phone: "22670004242",
  beneficiary: "22670009393",
  otp: "CANARY73",
  firstName: "Canarina",
  lastName: "Vogelsang",
  email: "canarina@shop.example",
}

const isCanary = (word: string): boolean => Object.values(canaries).some((canary) => word.includes(canary))

/** Every way in which a text may have been written down. */
const spellings = (text: string): ReadonlyArray<string> => {
  const bytes = Buffer.from(text)
  // Base64 of a text depends on where it begins; two characters at each end depend on its neighbours.
  const base64 = [0, 1, 2].map((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .replace(/=+$/, "")
    return encoded.slice(shift === 0 ? 0 : 4, -2)
  })
  return [text, encodeURIComponent(text), bytes.toString("hex"), ...base64]
}

const asJson = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) => (typeof each === "bigint" ? String(each) : each)) ?? ""

describe("no secret is written down (B1, S16, S22, T6)", () => {
  const replies = [
    json({
      response_code: "00",
      token: canaries.token,
      response_text: `https://pay.example/pay/invoice/${canaries.token}`,
    }),
    json({ response_code: "01", token: "", response_text: "Echec (Code00)" }),
    json({ error: true, message: `no wallet for ${canaries.phone}` }),
    (request: SeenRequest, response: ServerResponse) => {
      response.writeHead(500, { "content-type": "text/html" })
      response.end(`<html>${request.url} ${request.body}</html>`)
    },
    // A service that repeats what it was sent, in the text that operators read.
    (request: SeenRequest, response: ServerResponse) => {
      const { apikey, authorization } = request.headers
      const words = request.body.match(/[A-Za-z0-9@._+-]{4,}/g) ?? []
      const said = [apikey, authorization, request.url, ...words.filter((word) => isCanary(word))].join(" ")
      json({ response_code: "01", token: "", response_text: said })(request, response)
    },
    (_: SeenRequest, response: ServerResponse) => response.destroy(),
    json({ a: 1 }, 302, { location: `https://evil.example/?${canaries.token}` }),
  ]

  it.live("in a log, a span, a metric, an error or its JSON, in any spelling", () =>
    withMetrics(
      Effect.gen(function* () {
        const { spans, tracer } = tracing()
        const written: Array<string> = []
        const keep = (value: unknown) => {
          written.push(String(value), inspect(value, { depth: 8 }), asJson(value))
        }
        const logger = Logger.make((entry) => {
          written.push(
            Logger.formatJson.log(entry),
            Logger.formatLogFmt.log(entry),
            inspect(entry.message, { depth: 8 }),
          )
          keep(entry.cause)
        })
        for (const reply of replies) {
          const { url } = yield* serving(reply)
          yield* Effect.gen(function* () {
            const gateway = yield* Gateway
            const customer = { firstName: canaries.firstName, lastName: canaries.lastName, email: canaries.email }
            const carrying = { type: "direct", mode: "sms_otp", phone: canaries.phone } as const
            const walletOf = { type: "wallet", phone: canaries.phone } as const
            const code = otp(canaries.otp)
            const token = CreationToken.make(canaries.token)
            const calls: ReadonlyArray<Effect.Effect<unknown, unknown>> = [
              Effect.flatMap(callOf(payin(carrying, { customer }), { otp: code }), (call) => gateway.create(call)),
              Effect.flatMap(callOf(payin(walletOf, { customer }), { otp: code }), (call) => gateway.create(call)),
              Effect.flatMap(callOf(payin(walletOf)), (call) => gateway.requestCode(call)),
              Effect.flatMap(callOf(payout({ type: "mobile_money" }, { phone: canaries.beneficiary })), (call) =>
                gateway.create(call),
              ),
              confirmPayin(gateway, token),
              confirmPayout(gateway, token),
            ]
            for (const call of calls) {
              const exit = yield* Effect.exit(call)
              if (Exit.isFailure(exit)) {
                keep(exit.cause)
                written.push(Cause.pretty(exit.cause))
                for (const error of Cause.prettyErrors(exit.cause)) written.push(error.stack ?? "", error.message)
                yield* Effect.logError("a call failed", exit.cause)
              } else {
                // An answer is handed to core, which keeps its token and address; the rest of it may be logged.
                keep({ ...Object(exit.value), token: null, url: null })
              }
            }
            // Whoever logs the services that a program runs on logs the gateway and its credentials too.
            keep(yield* Effect.context<Gateway>())
          }).pipe(
            Effect.provide(
              layer({ baseUrl: url }).pipe(
                Layer.provideMerge(layerCredentials({ shop: pairOf(canaries.apiKey, canaries.apiToken) })),
              ),
            ),
            Effect.withTracer(tracer),
            Effect.provide(Logger.layer([logger])),
            Effect.provideService(References.MinimumLogLevel, "All"),
          )
        }
        assert.isAtLeast(spans.length, 6 * replies.length)
        for (const span of spans) keep({ ...span, parent: null, context: Context.empty() })
        keep(yield* Metric.snapshot)
        written.push(yield* Metric.dump)
        const all = written.join("\n")
        for (const [name, canary] of Object.entries(canaries)) {
          for (const spelling of spellings(canary)) assert.notInclude(all, spelling, `${name} as ${spelling}`)
        }
        // The search would find what is there.
        assert.include(all, "createDirectPayout")
      }),
    ),
  )
})
