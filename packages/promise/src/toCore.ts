/**
 * The way back to core's names, for packages that speak them, such as the sentences of `@cauri/phone`.
 */
import {
  type NextStep as CoreStep,
  type Payin as CorePayin,
  NextStep as Step,
  PageTarget,
  PayinState,
  Xof,
} from "@cauri/core"
import { nameIn } from "./inputs.ts"
import type { NextStep, PayinStatus } from "./plain.ts"
import { namesByWord } from "./words.ts"

type CorePayinStatus = CorePayin["state"]["_tag"]

const isStatus = (name: string): name is CorePayinStatus => Object.hasOwn(PayinState.cases, name)
const statuses = namesByWord(Object.keys(PayinState.cases).filter(isStatus))
const origins = namesByWord(["DialledCode", "Sms", "WalletAppOrSms"])

/** The status of a payin as core, and `payinStatus` of `@cauri/phone`, name it. */
export const coreStatus = (status: PayinStatus): CorePayinStatus => nameIn(statuses, status, "status")

/** What the customer must do next as core, and `instructions` of `@cauri/phone`, name it. */
export const coreStep = (step: NextStep): CoreStep => {
  switch (step.type) {
    case "open_url":
      return Step.cases.OpenUrl.make({ url: step.url, targets: PageTarget.literals })
    case "dial_this_code_first": {
      const { amount, fees, total } = step
      return Step.cases.DialThisCodeFirst.make({
        amount: Xof.make(amount),
        fees: Xof.make(fees),
        total: Xof.make(total),
      })
    }
    case "confirm_on_phone":
      return Step.cases.ConfirmOnPhone.make({ how: step.how === "enter_pin" ? "EnterPin" : "FollowSms" })
    case "enter_code":
      return Step.cases.EnterCode.make({ from: nameIn(origins, step.from, "from") })
    case "wait_or_enter_code":
      return Step.cases.WaitOrEnterCode.make({ from: nameIn(origins, step.from, "from") })
    case "wait":
      return Step.cases.Wait.make({})
    case "nothing":
      return Step.cases.Nothing.make({})
  }
}
