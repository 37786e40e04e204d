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
    case "hosted":
    case "ussd_push":
      return mode === "ussd_push"
    case "mobile_money_payout":
      return mode !== undefined && mode !== "wallet"
    case "wallet_payout":
      return mode === "wallet"
    case "guided_ussd":
    case "ussd_otp":
    case "sms_otp":
    case "wallet":
      return mode === kind
  }
}
