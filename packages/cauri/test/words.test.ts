/** Names of core as words, and back. */
import { namesByWord, wordOf } from "@cauri/catalogue"
import { assert, describe, it } from "@effect/vitest"
import { defaultPolicy as coreDefaults, makePolicy, NextStep } from "@cauri/core"
import { FlagKind, PagePlace, PayinState, PayoutState, Rail, CallFailure, Xof } from "@cauri/core/model"
import { Result } from "effect"
import { instructions, payinStatus, type PayinStatus } from "cauri/phone"
import { defaultPolicy, type PayinStatus as Status, type PolicyInput } from "../src/index.ts"
import { policyOf } from "../src/choices/policy.ts"
import { nameIn } from "../src/words/readInputs.ts"
import { plainStep } from "../src/words/toPlain.ts"

const every = [PayinState, PayoutState, CallFailure].flatMap(({ cases }) => Object.keys(cases))

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

  it("are what an input has, and an error says which where it has core's name", () => {
    const modes = namesByWord(["UssdPush", "SmsOtp"])
    assert.strictEqual(nameIn(modes, "ussd_push", "method.mode"), "UssdPush")
    const wrong = (given: unknown) => () => nameIn(modes, given, "method.mode")
    assert.throws(wrong("UssdPush"), "method.mode must be written ussd_push. Nothing was stored or sent.")
    assert.throws(wrong("push"), "method.mode must be one of ussd_push, sms_otp. Nothing was stored or sent.")
  })

  it("are those of cauri/phone, which has a sentence for every step and status in both languages", () => {
    const xof = Xof.make(5)
    const steps: ReadonlyArray<NextStep> = [
      NextStep.cases.OpenUrl.make({ url: "https://pay.example", places: PagePlace.literals }),
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

  it("name the rails of the policy and of its default, which is an override that changes nothing", () => {
    assert.sameMembers(Object.keys(defaultPolicy.schedules), Rail.literals.map(wordOf))
    assert.deepStrictEqual(policyOf(defaultPolicy), coreDefaults)
    const fee = { basisPoints: 150, fixedXof: 10 }
    const written: PolicyInput = {
      schedules: { ussd_push: { deadline: "10 minutes" } },
      merchant: { fees: [{ rail: "wallet", ...fee }] },
    }
    const overrides = {
      schedules: { UssdPush: { deadline: "10 minutes" } },
      merchant: { fees: [{ rail: "Wallet", ...fee }] },
    } as const
    assert.deepStrictEqual(Result.succeed(policyOf(written)), makePolicy(overrides))
  })
})
