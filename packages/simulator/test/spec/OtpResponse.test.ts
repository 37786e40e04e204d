import { assert, describe, it } from "@effect/vitest"
import { WalletOtpResponse } from "../../src/spec/OtpResponse.ts"
import { accepts, sample } from "./support.ts"

describe("OtpResponse", () => {
  it("takes error and message, and no field of the common envelope #29 #163 #164 #219", () => {
    assert.isTrue(accepts(WalletOtpResponse, { error: false, message: "OTP sent" }))
    assert.isTrue(accepts(WalletOtpResponse, { error: true, message: "" }))
    assert.isTrue(accepts(WalletOtpResponse, sample("debitotp-success")))
    assert.isFalse(accepts(WalletOtpResponse, { error: false, message: "", response_code: "00" }))
  })

  it("refuses an error that is no boolean, and an absent message #163 #164", () => {
    for (const error of ["false", 0, null]) {
      assert.isFalse(accepts(WalletOtpResponse, { error, message: "" }))
    }
    assert.isFalse(accepts(WalletOtpResponse, { error: false }))
  })
})
