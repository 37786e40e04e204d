/** The words of inputs and steps. */
import { assert, describe, it } from "@effect/vitest"
import { NextStep } from "@cauri/core"
import { PagePlace, PayinState, Xof } from "@cauri/core/model"
import { instructions, payinStatus, type PayinStatus } from "@cauri/phone/instructions"
import { type PayinStatus as Status, plainStep, wordIn } from "../src/index.ts"

/** The compiler holds the words of both packages to each other. */
const sameWord = (status: Status): PayinStatus => status

describe("words", () => {
  it("are what an input has, and an error says which there are", () => {
    const modes = ["ussd_push", "sms_otp"]
    assert.strictEqual(wordIn(modes, "ussd_push", "method.mode"), "ussd_push")
    const wrong = () => wordIn(modes, "push", "method.mode")
    assert.throws(wrong, "method.mode must be one of ussd_push, sms_otp. Nothing was stored or sent.")
  })

  it("are those of @cauri/phone, which has a sentence for every step and status in both languages", () => {
    const xof = Xof.make(5)
    const steps: ReadonlyArray<NextStep> = [
      NextStep.cases.open_url.make({ url: "https://pay.example", places: PagePlace.literals }),
      NextStep.cases.dial_this_code_first.make({ amount: xof, fees: xof, total: xof }),
      NextStep.cases.confirm_on_phone.make({ how: "enter_pin" }),
      NextStep.cases.confirm_on_phone.make({ how: "follow_sms" }),
      NextStep.cases.enter_code.make({ from: "wallet_app_or_sms" }),
      NextStep.cases.wait_or_enter_code.make({ from: "sms" }),
      NextStep.cases.wait.make({}),
      NextStep.cases.nothing.make({}),
    ]
    for (const step of steps) assert.isNotEmpty(instructions(plainStep(step), "fr"), step._tag)
    for (const name of Object.keys(PayinState.cases)) {
      assert.isNotEmpty(Reflect.apply(payinStatus, null, [name, "en"]), name)
    }
    assert.strictEqual(sameWord("completed"), "completed")
  })
})
