import { assert, describe, it } from "@effect/vitest"
import { nextStep } from "../src/Payin.ts"
import { asPayin, newPayin, otpSent, silence, tried, walletPayin } from "./samples.ts"

describe("what the customer must do next", () => {
  it("is to enter a wallet's code only once the service said that it was sent (#163, #165)", () => {
    const asked = tried(newPayin(walletPayin), silence, 0, "WalletOtpRequest")
    assert.strictEqual(asked.state._tag, "AwaitingOtp")
    assert.deepStrictEqual(nextStep(asPayin(asked)), { _tag: "Wait" })
    const sent = tried(asked, otpSent, 60_000, "WalletOtpRequest")
    assert.deepStrictEqual(nextStep(asPayin(sent)), { _tag: "EnterCode", from: "WalletAppOrSms" })
  })
})
