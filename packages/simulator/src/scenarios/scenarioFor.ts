/** A scenario with an amount and a phone of the caller's choice: a shop with fixed prices can play it. */
import { Schema } from "effect"
import { type Operator, operatorOf } from "../model/Operator.ts"
import type { Scenario, ScenarioPaymentKind } from "./Scenario.ts"

/** What is chosen when a scenario is started. A phone is taken by the scenarios that its operator can play. */
export const ScenarioChoice = Schema.Struct({
  amountXof: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThan(0))),
  phones: Schema.optionalKey(Schema.Array(Schema.String.check(Schema.isPattern(/^[1-9][0-9]{7,14}$/)))),
})

export type ScenarioChoice = typeof ScenarioChoice.Type

/** The scenario with the choice. */
export const scenarioFor = (
  scenario: Scenario,
  { amountXof, phones = [] }: ScenarioChoice,
  operators: ReadonlyArray<Operator>,
): Scenario => {
  const phone = phones.find((each) => plays(scenario.payment.kind, operatorOf(operators, each)?.mode))
  return {
    ...scenario,
    payment: {
      ...scenario.payment,
      ...(amountXof !== undefined && { amountXof }),
      ...(phone !== undefined && { phone }),
    },
  }
}

const plays = (kind: ScenarioPaymentKind, mode: Operator["mode"] | undefined): boolean => {
  switch (kind) {
    case "Hosted":
    case "UssdPush":
      return mode === "UssdPush"
    case "MobileMoneyPayout":
      return mode !== undefined && mode !== "Wallet"
    case "WalletPayout":
      return mode === "Wallet"
    case "GuidedUssd":
    case "UssdOtp":
    case "SmsOtp":
    case "Wallet":
      return mode === kind
  }
}
