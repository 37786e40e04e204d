/** Names of core as words, and back. */
import { assert, describe, it } from "@effect/vitest"
import { NextStep } from "@cauri/core"
import { FlagKind, PageTarget, PayinState, PayoutState, Reason, Xof } from "@cauri/core/model"
import { instructions, payinStatus, type PayinStatus } from "@cauri/phone"
import type { PayinStatus as Status } from "../src/index.ts"
import { plainStep } from "../src/toPlain.ts"
import { namesByWord, wordOf } from "../src/words.ts"

const every = [PayinState, PayoutState, Reason].flatMap(({ cases }) => Object.keys(cases))

/** The compiler holds the words of both packages to each other. */
const sameWord = (status: Status): PayinStatus => status

describe("words", () => {
  it("are core's names in lower case, joined by underscores, and distinct", () => {
    const completed: "not_completed" = wordOf("NotCompleted")
    assert.strictEqual(completed, "not_completed")
    assert.strictEqual(wordOf("WalletAppOrSms"), "wallet_app_or_sms")
    for (const names of [every, FlagKind.literals]) {
      for (const name of names) assert.match(wordOf(name), /^[a-z]+(_[a-z]+)*$/)
      assert.strictEqual(namesByWord([...new Set(names)]).size, new Set(names).size)
    }
  })

  it("are those of @cauri/phone, which has a sentence for every step and status in both languages", () => {
    const xof = Xof.make(5)
    const steps: ReadonlyArray<NextStep> = [
      NextStep.cases.OpenUrl.make({ url: "https://pay.example", targets: PageTarget.literals }),
      NextStep.cases.DialThisCodeFirst.make({ amount: xof, fees: xof, total: xof }),
      NextStep.cases.ConfirmOnPhone.make({ how: "EnterPin" }),
      NextStep.cases.ConfirmOnPhone.make({ how: "FollowSms" }),
      NextStep.cases.EnterCode.make({ from: "WalletAppOrSms" }),
      NextStep.cases.WaitOrEnterCode.make({ from: "Sms" }),
      NextStep.cases.Wait.make({}),
      NextStep.cases.Nothing.make({}),
    ]
    for (const step of steps) assert.isNotEmpty(instructions(plainStep(step), "fr"), step._tag)
    for (const name of Object.keys(PayinState.cases)) {
      assert.isNotEmpty(Reflect.apply(payinStatus, null, [wordOf(name), "en"]), name)
    }
    assert.strictEqual(sameWord("completed"), "completed")
  })
})
