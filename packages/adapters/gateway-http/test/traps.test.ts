/**
 * The traps of HTTP clients that concern both transports, on real sockets: redirects, printed headers, trace headers.
 * T4, T6, T8, T9 and T10 have their tests where their code is: credentials, telemetry, the gateway and its contract, transports, base address.
 */
import { assert, describe } from "@effect/vitest"
import { Effect, Layer, Tracer } from "effect"
import { it } from "@cauri/house/it"
import { Gateway, type GatewayError, noAnswer } from "@cauri/core/adapter"
import { CreationToken } from "@cauri/core/model"
import { layerCredentials } from "../src/credentials.ts"
import * as overFetch from "../src/fetch.ts"
import type { GatewayOptions } from "../src/options.ts"
import { layerFetchOnce } from "./fetchOnce.ts"
import { layer } from "../src/nodeGateway.ts"
import { callOf, confirmPayin, confirmPayout, direct, hosted, otp, pairOf, payin, payout, wallet } from "./calls.ts"
import { json, serving } from "./server.ts"

const token = CreationToken.make("created-token")
const credentials = layerCredentials({ shop: pairOf("SECRETKEY", "SECRETTOKEN") })
const transports = [
  ["undici", layer],
  ["fetch", (options: GatewayOptions) => overFetch.layer(options).pipe(Layer.provide(layerFetchOnce()))],
] as const

type Call = (gateway: Gateway["Service"]) => Effect.Effect<unknown, GatewayError>
const creations: ReadonlyArray<readonly [string, Call]> = [
  ["createHostedInvoice", (gateway) => Effect.flatMap(callOf(payin(hosted)), (call) => gateway.create(call))],
  ["createDirectInvoice", (gateway) => Effect.flatMap(callOf(payin(direct())), (call) => gateway.create(call))],
  ["sendWalletOtp", (gateway) => Effect.flatMap(callOf(payin(wallet)), (call) => gateway.requestCode(call))],
  [
    "submitWalletInvoice",
    (gateway) => Effect.flatMap(callOf(payin(wallet), { otp: otp("1234") }), (call) => gateway.create(call)),
  ],
  [
    "createWalletPayout",
    (gateway) =>
      Effect.flatMap(callOf(payout({ type: "wallet", funds: "keep_in_wallet" })), (call) => gateway.create(call)),
  ],
  [
    "createDirectPayout",
    (gateway) => Effect.flatMap(callOf(payout({ type: "mobile_money" })), (call) => gateway.create(call)),
  ],
]
const confirms: ReadonlyArray<readonly [string, Call]> = [
  ["confirmInvoice", (gateway) => confirmPayin(gateway, token)],
  ["confirmPayout", (gateway) => confirmPayout(gateway, token)],
]

for (const [name, make] of transports) {
  const gatewayAt = (baseUrl: string) => make({ baseUrl, confirms: { retryAfter: 1 } }).pipe(Layer.provide(credentials))

  describe(`over ${name}`, () => {
    for (const status of [301, 302, 303, 307, 308]) {
      it.live(
        `T3: a redirect (${status}) takes no credential and no body anywhere, from any endpoint (B2)`,
        function* () {
          const evil = yield* serving(json({ response_code: "00", token: "evil", response_text: "" }))
          const service = yield* serving(json({ response_code: "00", token }, status, { location: `${evil.url}/pay` }))
          yield* Effect.gen(function* () {
            const gateway = yield* Gateway
            for (const [operation, call] of creations) {
              assert.include(yield* call(gateway), noAnswer("redirected"), operation)
            }
            for (const [, call] of confirms) {
              const error = yield* Effect.flip(call(gateway))
              assert.include(JSON.stringify(error), '"redirected"')
            }
          }).pipe(Effect.provide(gatewayAt(service.url)))
          assert.strictEqual(service.seen.length, 8)
          assert.strictEqual(evil.seen.length, 0)
        },
      )
    }

    it.live(
      "T5, T6, T7: a call under a span sends no trace header, and leaves no span but the gateway's own",
      function* () {
        const spans: Array<Tracer.Span> = []
        const tracer = Tracer.make({
          span(options) {
            const span = new Tracer.NativeSpan(options)
            spans.push(span)
            return span
          },
        })
        const { seen, url } = yield* serving(json({ response_code: "01", response_text: "Echec (Code02)" }))
        yield* Effect.gen(function* () {
          const gateway = yield* Gateway
          spans.length = 0
          for (const [, call] of [...creations, ...confirms]) yield* Effect.exit(call(gateway))
        }).pipe(Effect.withSpan("the merchant's own"), Effect.provide(gatewayAt(url)), Effect.withTracer(tracer))
        const expected = [...creations, ...confirms].map(([operation]) => `Gateway.${operation}`)
        assert.deepStrictEqual(
          spans.map((span) => span.name),
          expected,
        )
        const ownAttributes = ["endpoint", "outcome", "sub_code", "duration_ms"]
        for (const { attributes } of spans) assert.deepStrictEqual([...attributes.keys()], ownAttributes)
        assert.strictEqual(seen.length, 8)
        for (const { headers } of seen) {
          assert.deepStrictEqual(
            Object.keys(headers).filter((header) => /trace|b3|baggage|cookie|referer/i.test(header)),
            [],
          )
        }
      },
    )
  })
}
