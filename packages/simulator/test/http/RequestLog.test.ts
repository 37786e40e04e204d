import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { type AttemptCount, type Fault, RequestLog } from "../../src/index.ts"
import { resolveHttpOptions } from "../../src/http/HttpOptions.ts"
import { faces, hostedBody, numbers, payoutBody } from "../support.ts"
import { call, control, fieldOf, jsonOf, layerHttp, refusalStatus, send } from "./client.ts"
import { SimulatorFetch } from "../../src/index.ts"

const outcomes = Effect.gen(function* () {
  const { lines } = yield* RequestLog
  return (yield* lines).map(({ outcome }) => outcome)
})

/** One request of one attempt to pay out, which may be cut. */
const payout = (attempt: number) =>
  Effect.exit(
    call("createDirectPayout", {
      body: payoutBody({ callback_url: `https://shop.example/callbacks/W1.${attempt}` }),
    }),
  )

describe("RequestLog", () => {
  it.effect("counts what arrived of each reference on each endpoint, also what never got an answer", () => {
    const dropped: Fault = { _tag: "ConnectionReset", executed: true }
    const rule = { id: "f", fault: dropped, endpoints: ["createDirectPayout"], nth: 1 } as const
    return Effect.gen(function* () {
      const log = yield* RequestLog
      const { fetch } = yield* SimulatorFetch
      const attempt = Effect.exit(call("createDirectPayout", { body: payoutBody() }))
      assert.strictEqual((yield* attempt)._tag, "Failure")
      yield* attempt
      const created = yield* call("createHostedInvoice", { body: hostedBody() })
      const target = `/pay/v01/redirect/checkout-invoice/confirm?invoiceToken=${fieldOf(created, "token")}`
      yield* call("confirmInvoice", { target })
      yield* call("confirmInvoice", { target })
      const payouts = yield* log.countsOf("W1")
      const payins = yield* log.countsOf("T1")
      assert.deepStrictEqual([payouts.createDirectPayout, payouts.confirmPayout], [2, 0])
      assert.deepStrictEqual([payins.createHostedInvoice, payins.confirmInvoice], [1, 2])
      assert.deepStrictEqual(jsonOf(yield* control("GET", "/requests/T1")), { ...payins })
      assert.strictEqual((yield* log.countsOf("T2")).createHostedInvoice, 0)
      assert.isFunction(fetch)
    }).pipe(Effect.provide(layerHttp({ faultRules: [rule] })))
  })

  it.effect("counts each attempt of a reference by its callback address, as the wire saw it", () => {
    const cut: Fault = { _tag: "ConnectionReset", executed: false }
    const rule = { id: "f", fault: cut, endpoints: ["createDirectPayout"], nth: 1 } as const
    return Effect.gen(function* () {
      const log = yield* RequestLog
      for (const attempt of [1, 2, 2, 3]) yield* payout(attempt)
      yield* call("createHostedInvoice", { body: hostedBody({}, { custom_data: { transaction_id: "W1" } }) })
      const expected: ReadonlyArray<AttemptCount> = [
        { endpoint: "createDirectPayout", attempt: 1, requests: 1 },
        { endpoint: "createDirectPayout", attempt: 2, requests: 2 },
        { endpoint: "createDirectPayout", attempt: 3, requests: 1 },
        { endpoint: "createHostedInvoice", attempt: 1, requests: 1 },
      ]
      assert.deepStrictEqual(yield* log.attemptsOf("W1"), expected)
      assert.deepStrictEqual(JSON.parse((yield* control("GET", "/requests/W1/attempts")).text), expected)
      assert.deepStrictEqual(yield* log.attemptsOf("W2"), [])
      assert.strictEqual((yield* log.countsOf("W1")).createDirectPayout, 4)
    }).pipe(Effect.provide(layerHttp({ faultRules: [rule] })))
  })

  it.effect("tells a bounded number of attempts apart", () =>
    Effect.gen(function* () {
      const log = yield* RequestLog
      const subject = { endpoint: "createDirectPayout", projectId: null, transactionId: "W1" } as const
      for (let attempt = 0; attempt < 150; attempt++) {
        yield* log.identified(1, { ...subject, callbackUrl: `https://shop.example/${attempt}` })
      }
      assert.strictEqual((yield* log.attemptsOf("W1")).length, 100)
      assert.strictEqual((yield* log.countsOf("W1")).createDirectPayout, 150)
    }).pipe(
      Effect.provide(
        Layer.fresh(RequestLog.layer({ ...resolveHttpOptions(), requestLogLines: 1, requestLogReferences: 1 })),
      ),
    ),
  )

  for (const [face, options] of faces) {
    it.effect(`keeps each request with its time, project, reference and outcome (${face})`, () =>
      Effect.gen(function* () {
        const { lines } = yield* RequestLog
        yield* call("createDirectPayout", { body: payoutBody() })
        yield* call("createDirectPayout", { body: payoutBody(), headers: { Apikey: "wrong" } })
        const [first, second] = yield* lines
        assert.deepStrictEqual(JSON.parse((yield* control("GET", "/requests")).text), yield* lines)
        assert.deepInclude(first, {
          number: 1,
          at: 0,
          method: "POST",
          path: "/pay/v01/straight/payout",
          endpoint: "createDirectPayout",
          projectId: "project-1",
          transactionId: "W1",
          outcome: { _tag: "Answered", status: 200, responseCode: "00" },
        })
        assert.strictEqual(second?.projectId, null)
        assert.deepStrictEqual(second?.outcome, {
          _tag: "Answered",
          status: refusalStatus(options, 401),
          responseCode: "01",
        })
      }).pipe(Effect.provide(layerHttp(options))),
    )
  }

  for (const [face, options] of faces) {
    it.effect(`tells the kinds of outcome apart, on every kind of address (${face})`, () =>
      Effect.gen(function* () {
        yield* send("/nothing")
        yield* send("/wiki/createInvoice")
        yield* send("/wiki/createInvoice", { headers: { host: "evil.example" } })
        yield* Effect.exit(call("createDirectPayout", { body: payoutBody() }))
        assert.deepStrictEqual(yield* outcomes, [
          { _tag: "Answered", status: 404, responseCode: "01" },
          { _tag: "Answered", status: 200, responseCode: null },
          { _tag: "Answered", status: 421, responseCode: null },
          { _tag: "Truncated", status: 200 },
        ])
      }).pipe(Effect.provide(layerHttp({ ...options, faultRules: [{ id: "f", fault: { _tag: "TruncatedJson" } }] }))),
    )
  }

  it.effect("holds no phone, no token and no query, and nothing of the control API", () =>
    Effect.gen(function* () {
      const { lines } = yield* RequestLog
      const created = yield* call("createHostedInvoice", { body: hostedBody() })
      const token = fieldOf(created, "token")
      yield* send(`/pay/invoice/${token}`)
      yield* call("confirmInvoice", { target: `/pay/v01/redirect/checkout-invoice/confirm?invoiceToken=${token}` })
      yield* call("sendWalletOtp", { target: `/pay/v02/debitotp/${numbers.wallet}/500` })
      yield* control("GET", `/phones/${numbers.wallet}`)
      const text = JSON.stringify(yield* lines)
      for (const secret of [token, numbers.wallet, "sandbox-token-1", "_control"]) assert.notInclude(text, secret)
      assert.include(text, "/pay/v02/debitotp/22699***01/500")
    }).pipe(Effect.provide(layerHttp())),
  )

  it.effect("forgets the oldest requests and references beyond its limits, and everything at a reset", () =>
    Effect.gen(function* () {
      const log = yield* RequestLog
      for (const id of ["A", "B", "C", "D"]) {
        yield* call("createDirectPayout", { body: payoutBody({ custom_data: { transaction_id: id } }) })
      }
      assert.deepStrictEqual(
        (yield* log.lines).map(({ number }) => number),
        [2, 3, 4],
      )
      const counts = yield* Effect.forEach(["A", "B", "C", "D"], (id) => log.countsOf(id))
      assert.deepStrictEqual(
        counts.map(({ createDirectPayout }) => createDirectPayout),
        [0, 0, 1, 1],
      )
      yield* control("POST", "/reset")
      assert.deepStrictEqual(yield* log.lines, [])
      assert.strictEqual((yield* log.countsOf("D")).createDirectPayout, 0)
    }).pipe(Effect.provide(layerHttp({}, { requestLogLines: 3, requestLogReferences: 2 }))),
  )

  it.effect("keeps the first outcome of a request", () =>
    Effect.gen(function* () {
      const log = yield* RequestLog
      const number = yield* log.arrived({ at: 0, method: "GET", path: "/" })
      yield* log.answered(number, { _tag: "Silence" })
      yield* log.answered(number, { _tag: "Cut" })
      assert.deepStrictEqual(yield* outcomes, [{ _tag: "Silence" }])
    }).pipe(
      Effect.provide(
        Layer.fresh(RequestLog.layer({ ...resolveHttpOptions(), requestLogLines: 1, requestLogReferences: 1 })),
      ),
    ),
  )
})
