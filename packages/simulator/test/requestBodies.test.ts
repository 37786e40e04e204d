import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { isModest } from "../src/service/requestBodies.ts"
import {
  bodyOf,
  call,
  directBody,
  faces,
  hostedBody,
  layerWith,
  numbers,
  payoutBody,
  walletPayoutBody,
} from "./support.ts"

type Creation = "createHostedInvoice" | "createDirectInvoice" | "createWalletPayout" | "createDirectPayout"

const codeOf = (endpoint: Creation, body: unknown) =>
  Effect.map(call(endpoint, { body }), (reply) => bodyOf(reply)["response_code"])

describe("requestBodies", () => {
  it.effect("endpoint 7 refuses top_up_wallet, or overlooks it where that is assumed (U29) #67", () => {
    const withTopUp = codeOf("createDirectPayout", payoutBody({ top_up_wallet: 1 }))
    return Effect.gen(function* () {
      assert.strictEqual(yield* Effect.provide(withTopUp, layerWith()), "01")
      const overlooking = layerWith({ assumptions: { directPayoutTakesTopUp: true } })
      assert.strictEqual(yield* Effect.provide(withTopUp, overlooking), "00")
    })
  })

  for (const [face, options] of faces) {
    it.effect(
      `every reply names the page of the called endpoint, but for endpoint 4 (${face}) #26 #27 #28 #29 #142 #173 #220 #221 #222 #223 #224`,
      () =>
        Effect.gen(function* () {
          for (const [endpoint, page, body] of [
            ["createHostedInvoice", "createInvoice", hostedBody()],
            ["createDirectInvoice", "createInvoice", directBody({})],
            ["submitWalletInvoice", "createInvoice", directBody({ customer: numbers.wallet, otp: "1" })],
            ["createWalletPayout", "createWithdrawal", walletPayoutBody()],
            ["createDirectPayout", "createStraightWithdrawal", payoutBody()],
            ["confirmInvoice", "confirmInvoice", undefined],
            ["confirmPayout", "createStraightWithdrawal", undefined],
          ] as const) {
            for (const sent of [body, {}]) {
              const answer = bodyOf(yield* call(endpoint, { body: sent }))
              assert.strictEqual(answer["wiki"], `http://127.0.0.1:4010/wiki/${page}`)
              if (answer["response_code"] !== "00") {
                assert.match(String(answer["response_text"]), /^Echec \(Code[0-9]{2}\)$/)
                assert.strictEqual(answer["token"], "")
              }
            }
          }
          for (const phone_number of [numbers.wallet, "x"]) {
            const answer = bodyOf(yield* call("sendWalletOtp", { parameters: { phone_number, amount: "9" } }))
            assert.deepStrictEqual(Object.keys(answer), ["error", "message"])
          }
        }).pipe(Effect.provide(layerWith(options))),
    )
  }

  it.effect("the wiki's base is an assumption of its own (U23), and every address begins with base_url #1 #28", () =>
    Effect.gen(function* () {
      const answer = bodyOf(yield* call("createHostedInvoice", { body: hostedBody() }))
      assert.strictEqual(answer["wiki"], "https://docs.example/wiki/createInvoice")
      assert.match(String(answer["response_text"]), /^https:\/\/service\.example\/base\/pay\/invoice\//)
    }).pipe(
      Effect.provide(
        layerWith({ baseUrl: "https://service.example/base/", assumptions: { wikiBase: "https://docs.example" } }),
      ),
    ),
  )

  it("looks no deeper and no further than its limits", () => {
    const limits = { bodyDepth: 2, bodyValues: 5 }
    assert.isTrue(isModest({ a: { b: 1 } }, limits))
    assert.isFalse(isModest({ a: { b: { c: 1 } } }, limits))
    assert.isTrue(isModest([1, 2, 3, 4], limits))
    assert.isFalse(isModest([1, 2, 3, 4, 5], limits))
  })
})
