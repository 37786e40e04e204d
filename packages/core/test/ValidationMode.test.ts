import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { Xof } from "../src/model/Identifiers.ts"
import {
  dialThisCodeFirst,
  DirectMode,
  modeTraits,
  NextStep,
  openUrl,
  PagePlace,
  stepAfterAcceptance,
} from "../src/model/ValidationMode.ts"

const page = "https://pay.example/pay/invoice/1"

describe("ValidationMode", () => {
  it("USSD OTP is one request that carries the code that the customer dialled for #149 #46", () => {
    assert.deepStrictEqual(modeTraits.ussd_otp, {
      requests: 1,
      first: "pay",
      otpFrom: "dialled_code",
      opensUrl: false,
    })
  })

  it("USSD push is one request without a code, and the customer enters the PIN on the phone #150 #4", () => {
    assert.deepStrictEqual(modeTraits.ussd_push, { requests: 1, first: "pay", otpFrom: null, opensUrl: false })
    assert.deepStrictEqual(stepAfterAcceptance("ussd_push", null), { _tag: "confirm_on_phone", how: "enter_pin" })
  })

  it("guided USSD is one request without a code, and the customer follows the operator's SMS #152 #4", () => {
    assert.deepStrictEqual(modeTraits.guided_ussd, { requests: 1, first: "pay", otpFrom: null, opensUrl: false })
    assert.deepStrictEqual(stepAfterAcceptance("guided_ussd", null), { _tag: "confirm_on_phone", how: "follow_sms" })
  })

  it("SMS OTP is two requests: the first asks for the code, the second carries it #154 #156", () => {
    assert.deepStrictEqual(modeTraits.sms_otp, {
      requests: 2,
      first: "sms_otp_request",
      otpFrom: "sms",
      opensUrl: false,
    })
  })

  it("the wallet is two requests: the code is sent first, then the payment carries it #5 #167 #170", () => {
    assert.deepStrictEqual(modeTraits.wallet, {
      requests: 2,
      first: "wallet_otp_request",
      otpFrom: "wallet_app_or_sms",
      opensUrl: false,
    })
  })

  it("the wallet is no mode of a direct payin, and nothing but the wallet asks for the wallet's code #157 #166", () => {
    assert.isFalse(Schema.is(DirectMode)("wallet"))
    const askers = Object.entries(modeTraits).filter(([, traits]) => traits.first === "wallet_otp_request")
    assert.deepStrictEqual(
      askers.map(([mode]) => mode),
      ["wallet"],
    )
  })

  it("a hosted payin carries no code and opens the service's page #3 #45", () => {
    assert.deepStrictEqual(modeTraits.hosted, { requests: 1, first: "pay", otpFrom: null, opensUrl: true })
  })

  it("the two modes in which a direct payin is answered with an address open it and carry no code", () => {
    for (const mode of ["operator_redirect", "service_redirect"] as const) {
      assert.deepStrictEqual(modeTraits[mode], { requests: 1, first: "pay", otpFrom: null, opensUrl: true })
    }
  })

  it("a page opens in the same tab, a new tab, a popup or a web_view, and never in a frame #20 #21", () => {
    assert.deepStrictEqual(PagePlace.literals, ["same_tab", "new_tab", "popup", "web_view"])
    assert.deepStrictEqual(openUrl(page), {
      _tag: "open_url",
      url: page,
      places: ["same_tab", "new_tab", "popup", "web_view"],
    })
    assert.isFalse(Schema.is(NextStep)({ _tag: "open_url", url: page, places: ["Frame"] }))
  })

  it("whatever the mode, an address in the answer is opened for the customer #72", () => {
    for (const rail of ["hosted", ...DirectMode.literals, "wallet"] as const) {
      assert.deepStrictEqual(stepAfterAcceptance(rail, page), openUrl(page), rail)
    }
  })

  it("without an address the customer of every other mode waits", () => {
    for (const rail of ["hosted", "operator_redirect", "service_redirect", "ussd_otp", "sms_otp", "wallet"] as const) {
      assert.deepStrictEqual(stepAfterAcceptance(rail, null), { _tag: "wait" }, rail)
    }
  })

  it("asks a USSD OTP customer to enter exactly the expected amount #123", () => {
    assert.deepStrictEqual(dialThisCodeFirst(5_000, 0), {
      _tag: "dial_this_code_first",
      amount: Xof.make(5_000),
      fees: Xof.make(0),
      total: Xof.make(5_000),
    })
  })

  it("where the customer pays the fees the amount to enter is the base plus the fees #124", () => {
    assert.deepStrictEqual(dialThisCodeFirst(5_000, 75), {
      _tag: "dial_this_code_first",
      amount: Xof.make(5_000),
      fees: Xof.make(75),
      total: Xof.make(5_075),
    })
  })
})
