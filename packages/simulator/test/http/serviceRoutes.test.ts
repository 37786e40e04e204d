import { assert, describe, it } from "@effect/vitest"
import {
  DirectInvoiceCreated,
  DirectPayoutCreated,
  HostedInvoiceCreated,
  WalletPayoutCreated,
} from "../../src/spec/CreateResponses.ts"
import { type EndpointName, endpointNames, endpoints } from "@cauri/wire"
import { PayinConfirmRefused, PayinPending } from "../../src/spec/PayinRecord.ts"
import { PayoutConfirmRefused, PayoutPending } from "../../src/spec/PayoutRecord.ts"
import { WalletOtpResponse } from "../../src/spec/OtpResponse.ts"
import { Effect, type Schema } from "effect"
import { asObserved, Phones } from "../../src/index.ts"
import { directBody, faces, hostedBody, numbers, payoutBody, walletPayoutBody } from "../support.ts"
import {
  base,
  call,
  type CallParts,
  fieldOf,
  type Got,
  isPromised,
  jsonOf,
  layerHttp,
  refusalStatus,
  send,
} from "./client.ts"

const otpTarget = `/pay/v02/debitotp/${numbers.wallet}/500`
const confirmInvoice = endpoints.confirmInvoice.path
const confirmPayout = endpoints.confirmPayout.path

const forwarded = (list: string) =>
  call("createDirectPayout", { body: payoutBody(), headers: { "X-Forwarded-For": list } })

/** A call that gets as far as an endpoint's own work. */
const rightParts: Readonly<Record<EndpointName, CallParts>> = {
  createHostedInvoice: { body: hostedBody() },
  confirmInvoice: { target: `${confirmInvoice}?invoiceToken=x` },
  createDirectInvoice: { body: directBody({}) },
  sendWalletOtp: { target: otpTarget },
  submitWalletInvoice: { body: directBody({ customer: numbers.wallet, otp: "1" }) },
  createWalletPayout: { body: walletPayoutBody() },
  createDirectPayout: { body: payoutBody() },
  confirmPayout: { target: `${confirmPayout}?withdrawalToken=x` },
}

for (const [face, options] of faces) {
  const isAnswer = (schema: Schema.ConstraintDecoder<unknown>, got: Got) => isPromised(options, schema, got)

  it.layer(layerHttp(options), { excludeTestServices: false })(`serviceRoutes (${face})`, (it) => {
    it.effect(
      "creates a hosted invoice with a POST of JSON to its own path below the base address #1 #17 #133 #252",
      () =>
        Effect.gen(function* () {
          const got = yield* call("createHostedInvoice", { body: hostedBody() })
          assert.strictEqual(got.status, 200)
          assert.strictEqual(got.headers.get("content-type"), "application/json")
          assert.isTrue(isAnswer(HostedInvoiceCreated, got))
          assert.isTrue(fieldOf(got, "response_text").startsWith(`${base}/pay/invoice/`))
        }),
    )

    it.effect("confirms a hosted and a direct invoice by the query parameter invoiceToken #134 #143 #146 #252", () =>
      Effect.gen(function* () {
        const hosted = yield* call("createHostedInvoice", { body: hostedBody() })
        const direct = yield* call("createDirectInvoice", { body: directBody({}) })
        for (const created of [hosted, direct]) {
          const token = encodeURIComponent(fieldOf(created, "token"))
          const got = yield* call("confirmInvoice", { target: `${confirmInvoice}?invoiceToken=${token}` })
          assert.isTrue(isAnswer(PayinPending, got))
        }
      }),
    )

    it.effect(
      "sends the wallet's OTP for the phone and amount in the path, then takes the submit #136 #137 #158 #253",
      () =>
        Effect.gen(function* () {
          const sent = yield* call("sendWalletOtp", { target: otpTarget })
          assert.isTrue(isAnswer(WalletOtpResponse, sent))
          assert.isFalse(jsonOf(sent)["error"])
          const phone = yield* (yield* Phones).look(numbers.wallet)
          const otp = phone.codes[0]?.code ?? ""
          const got = yield* call("submitWalletInvoice", {
            body: directBody({ customer: numbers.wallet, otp, total_amount: 500 }),
          })
          assert.isTrue(isAnswer(DirectInvoiceCreated, got))
        }),
    )

    it.effect("refuses an OTP request whose phone or amount is none, however it is written in the path #159 #160", () =>
      Effect.gen(function* () {
        for (const rest of [
          `+${numbers.wallet}/500`,
          `%2B${numbers.wallet}/500`,
          `226%2099000001/500`,
          `${numbers.wallet}/500.5`,
          `${numbers.wallet}/5e2`,
          `${numbers.wallet}/-500`,
          `${numbers.wallet}/%00`,
          `%2e%2e/500`,
          `${numbers.wallet}%2F500/500`,
        ]) {
          const got = yield* call("sendWalletOtp", { target: `/pay/v02/debitotp/${rest}` })
          const refused = jsonOf(got)["error"] === true && got.status === refusalStatus(options, 422)
          assert.isTrue(refused || got.status === 404, rest)
        }
      }),
    )

    it.effect("creates both kinds of payout at their own paths #138 #139 #252", () =>
      Effect.gen(function* () {
        assert.isTrue(isAnswer(WalletPayoutCreated, yield* call("createWalletPayout", { body: walletPayoutBody() })))
        assert.isTrue(isAnswer(DirectPayoutCreated, yield* call("createDirectPayout", { body: payoutBody() })))
      }),
    )

    it.effect("confirms a payout by a GET with the token in the query, without Accept #140 #175 #176 #178 #252", () =>
      Effect.gen(function* () {
        const created = yield* call("createDirectPayout", { body: payoutBody() })
        const target = `${confirmPayout}?withdrawalToken=${fieldOf(created, "token")}`
        const got = yield* call("confirmPayout", { target, without: ["Accept"] })
        assert.isTrue(isAnswer(PayoutPending, got))
        assert.strictEqual(fieldOf(got, "token"), fieldOf(created, "token"))
      }),
    )

    it.effect("answers an unknown token of either kind in the envelope of failures #147 #179", () =>
      Effect.gen(function* () {
        const payin = yield* call("confirmInvoice", rightParts.confirmInvoice)
        const payout = yield* call("confirmPayout", rightParts.confirmPayout)
        assert.isTrue(isAnswer(PayinConfirmRefused, payin))
        assert.isTrue(isAnswer(PayoutConfirmRefused, payout))
        for (const got of [payin, payout]) assert.strictEqual(got.status, refusalStatus(options, 404))
      }),
    )

    it.effect(
      "takes the confirm paths as written, endpoint 2 without and endpoint 8 with a slash, or both ways as observed #134 #140",
      () =>
        Effect.gen(function* () {
          for (const [end, isWritten] of [
            ["", [true, false]],
            ["/", [false, true]],
          ] as const) {
            const two = yield* call("confirmInvoice", { target: `${confirmInvoice}${end}?invoiceToken=x` })
            const eight = yield* call("confirmPayout", {
              target: `${confirmPayout.slice(0, -1)}${end}?withdrawalToken=x`,
            })
            for (const [index, got] of [two, eight].entries()) {
              const isTaken = (isWritten[index] ?? false) || options.profile === asObserved
              assert.strictEqual(got.status, isTaken ? refusalStatus(options, 404) : 404)
              assert.strictEqual(jsonOf(got)["response_text"], isTaken ? "Echec (Code02)" : "Echec (Code99)")
            }
          }
        }),
    )

    it.effect("takes a creation with a slash at the end of its path, as observed only #133 #135", () =>
      Effect.gen(function* () {
        for (const [name, body] of [
          ["createHostedInvoice", hostedBody()],
          ["createDirectInvoice", directBody({})],
        ] as const) {
          const got = yield* call(name, { target: `${endpoints[name].path}/`, body })
          const isTaken = options.profile === asObserved
          assert.deepStrictEqual([got.status, fieldOf(got, "response_code")], isTaken ? [200, "00"] : [404, "01"])
        }
      }),
    )

    it.effect(
      "answers unknown paths and other cases with 404 in the service's envelope (U25), and doubled slashes strictly #216",
      () =>
        Effect.gen(function* () {
          for (const path of [
            "/",
            "/pay",
            "/PAY/v01/straight/payout",
            ...(options.profile === asObserved ? [] : ["//pay/v01/straight/payout", "/pay/v01//straight/payout"]),
            "/pay/v01/%zz",
            "/%00",
          ]) {
            const got = yield* send(path, { method: "POST" })
            assert.strictEqual(got.status, 404, path)
            assert.deepStrictEqual(Object.keys(jsonOf(got)), ["response_code", "token", "response_text", "wiki"])
            assert.strictEqual(jsonOf(got)["response_text"], "Echec (Code99)")
          }
        }),
    )

    it.effect("answers another method with 405 in the endpoint's own envelope, and names the right one #29 #175", () =>
      Effect.gen(function* () {
        for (const name of endpointNames) {
          const { method, path, wikiPath } = endpoints[name]
          const target = path.replace("{phone_number}", numbers.wallet).replace("{amount}", "500")
          for (const other of ["GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "HEAD"].filter(
            (each) => each !== method,
          )) {
            const got = yield* send(target, { method: other })
            assert.strictEqual(got.status, 405, `${other} ${path}`)
            assert.strictEqual(got.headers.get("allow"), method)
            if (other === "HEAD") continue
            if (wikiPath === undefined) assert.deepStrictEqual(Object.keys(JSON.parse(got.text)), ["error", "message"])
            else assert.isTrue(fieldOf(got, "wiki").endsWith(wikiPath), `${other} ${path}`)
          }
        }
      }),
    )
  })
}

/** The forms of a base address that programs keep, and what each of them appends for a creation and for a confirm. */
const concatenated = [
  ["", confirmed("/pay/v01/redirect/checkout-invoice/")],
  ["/", confirmed("/pay/v01/redirect/checkout-invoice/")],
  ["/pay", confirmed("/v01/redirect/checkout-invoice/")],
  ["/pay/v01", confirmed("/redirect/checkout-invoice/")],
  ["/pay/v01/", confirmed("/redirect/checkout-invoice/")],
  ["/pay/v01/", confirmed("redirect/checkout-invoice/")],
  ["/pay/v01/redirect/checkout-invoice", confirmed("/")],
  ["/pay/v01/redirect/checkout-invoice/create", ["", "/../confirm/"]],
] as const

function confirmed(folder: string) {
  return [`${folder}create`, `${folder}confirm/`] as const
}

describe("serviceRoutes, otherwise", () => {
  for (const [form, [creation, confirm]] of concatenated) {
    it.effect(`answers a program that keeps ${base}${form} and appends ${creation || "nothing"} #1 #133 #134`, () =>
      Effect.gen(function* () {
        const created = yield* call("createHostedInvoice", { target: `${form}${creation}`, body: hostedBody() })
        assert.strictEqual(fieldOf(created, "response_code"), "00")
        const target = `${form}${confirm}?invoiceToken=${fieldOf(created, "token")}`
        assert.strictEqual(fieldOf(yield* call("confirmInvoice", { target }), "status"), "pending")
      }).pipe(Effect.provide(layerHttp({ profile: asObserved }))),
    )
  }

  it.effect("answers a path that it does not have with the assumed code (U25) #216 #218", () =>
    Effect.gen(function* () {
      const got = yield* send("/nothing", { method: "POST" })
      assert.strictEqual(jsonOf(got)["response_text"], "Echec (Code98)")
    }).pipe(Effect.provide(layerHttp({ assumptions: { unknownAddressCode: "98" } }))),
  )

  it.effect("serves every address below the path of its base address, and none beside it #1 #14", () => {
    const baseUrl = "https://service.example/api/"
    return Effect.gen(function* () {
      const target = `https://service.example/api${endpoints.createHostedInvoice.path}`
      const got = yield* call("createHostedInvoice", { target, body: hostedBody() })
      assert.strictEqual(fieldOf(got, "response_code"), "00")
      const page = yield* send(fieldOf(got, "response_text"))
      assert.strictEqual(page.status, 200)
      assert.strictEqual((yield* send(fieldOf(got, "wiki"))).status, 200)
      const beside = yield* call("createHostedInvoice", {
        target: `https://service.example${endpoints.createHostedInvoice.path}`,
        body: hostedBody(),
      })
      assert.strictEqual(beside.status, 404)
    }).pipe(Effect.provide(layerHttp({ baseUrl })))
  })

  it.effect("believes the socket's address alone, unless a proxy's header is trusted #193", () =>
    Effect.gen(function* () {
      const denied = yield* call("createDirectPayout", { body: payoutBody() })
      const claimed = yield* call("createDirectPayout", {
        body: payoutBody(),
        headers: { "X-Forwarded-For": "127.0.0.1" },
      })
      for (const got of [denied, claimed]) assert.strictEqual(fieldOf(got, "response_text"), "Echec (Code06)")
    }).pipe(Effect.provide(layerHttp({}, { ip: "192.0.2.1" }))),
  )

  it.effect(
    "takes the last address of a trusted proxy's header, for callers write the first ones themselves #193",
    () =>
      Effect.gen(function* () {
        assert.strictEqual(fieldOf(yield* forwarded("192.0.2.9, 127.0.0.1"), "response_code"), "00")
        assert.strictEqual(fieldOf(yield* forwarded("127.0.0.1, 192.0.2.9"), "response_text"), "Echec (Code06)")
      }).pipe(Effect.provide(layerHttp({}, { ip: "192.0.2.1", trustedIpHeader: "X-Forwarded-For" }))),
  )
})
