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
    assert.deepStrictEqual(modeTraits.UssdOtp, {
      requests: 1,
      first: "Pay",
      otpFrom: "DialledCode",
      opensUrl: false,
    })
  })

  it("USSD push is one request without a code, and the customer enters the PIN on the phone #150 #4", () => {
    assert.deepStrictEqual(modeTraits.UssdPush, { requests: 1, first: "Pay", otpFrom: null, opensUrl: false })
    assert.deepStrictEqual(stepAfterAcceptance("UssdPush", null), { _tag: "ConfirmOnPhone", how: "EnterPin" })
  })

  it("guided USSD is one request without a code, and the customer follows the operator's SMS #152 #4", () => {
    assert.deepStrictEqual(modeTraits.GuidedUssd, { requests: 1, first: "Pay", otpFrom: null, opensUrl: false })
    assert.deepStrictEqual(stepAfterAcceptance("GuidedUssd", null), { _tag: "ConfirmOnPhone", how: "FollowSms" })
  })

  it("SMS OTP is two requests: the first asks for the code, the second carries it #154 #156", () => {
    assert.deepStrictEqual(modeTraits.SmsOtp, {
      requests: 2,
      first: "SmsOtpRequest",
      otpFrom: "Sms",
      opensUrl: false,
    })
  })

  it("the wallet is two requests: the code is sent first, then the payment carries it #5 #167 #170", () => {
    assert.deepStrictEqual(modeTraits.Wallet, {
      requests: 2,
      first: "WalletOtpRequest",
      otpFrom: "WalletAppOrSms",
      opensUrl: false,
    })
  })

  it("the wallet is no mode of a direct payin, and nothing but the wallet asks for the wallet's code #157 #166", () => {
    assert.isFalse(Schema.is(DirectMode)("Wallet"))
    const askers = Object.entries(modeTraits).filter(([, traits]) => traits.first === "WalletOtpRequest")
    assert.deepStrictEqual(
      askers.map(([mode]) => mode),
      ["Wallet"],
    )
  })

  it("a hosted payin carries no code and opens the service's page #3 #45", () => {
    assert.deepStrictEqual(modeTraits.Hosted, { requests: 1, first: "Pay", otpFrom: null, opensUrl: true })
  })

  it("the two modes in which a direct payin is answered with an address open it and carry no code", () => {
    for (const mode of ["OperatorRedirect", "ServiceRedirect"] as const) {
      assert.deepStrictEqual(modeTraits[mode], { requests: 1, first: "Pay", otpFrom: null, opensUrl: true })
    }
  })

  it("a page opens in the same tab, a new tab, a popup or a WebView, and never in a frame #20 #21", () => {
    assert.deepStrictEqual(PagePlace.literals, ["SameTab", "NewTab", "Popup", "WebView"])
    assert.deepStrictEqual(openUrl(page), {
      _tag: "OpenUrl",
      url: page,
      places: ["SameTab", "NewTab", "Popup", "WebView"],
    })
    assert.isFalse(Schema.is(NextStep)({ _tag: "OpenUrl", url: page, places: ["Frame"] }))
  })

  it("whatever the mode, an address in the answer is opened for the customer #72", () => {
    for (const rail of ["Hosted", ...DirectMode.literals, "Wallet"] as const) {
      assert.deepStrictEqual(stepAfterAcceptance(rail, page), openUrl(page), rail)
    }
  })

  it("without an address the customer of every other mode waits", () => {
    for (const rail of ["Hosted", "OperatorRedirect", "ServiceRedirect", "UssdOtp", "SmsOtp", "Wallet"] as const) {
      assert.deepStrictEqual(stepAfterAcceptance(rail, null), { _tag: "Wait" }, rail)
    }
  })

  it("asks a USSD OTP customer to enter exactly the expected amount #123", () => {
    assert.deepStrictEqual(dialThisCodeFirst(5_000, 0), {
      _tag: "DialThisCodeFirst",
      amount: Xof.make(5_000),
      fees: Xof.make(0),
      total: Xof.make(5_000),
    })
  })

  it("where the customer pays the fees the amount to enter is the base plus the fees #124", () => {
    assert.deepStrictEqual(dialThisCodeFirst(5_000, 75), {
      _tag: "DialThisCodeFirst",
      amount: Xof.make(5_000),
      fees: Xof.make(75),
      total: Xof.make(5_075),
    })
  })
})
