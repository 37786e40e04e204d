/** The parts of scenarios. Each scenario has its own number and amount, so several can run at the same time. */
import type { Scenario, ScenarioPaymentKind, ScenarioStep } from "./Scenario.ts"

/** In milliseconds. */
export const minute = 60_000
/** In milliseconds. */
export const hour = 60 * minute
export const creates: ScenarioStep = { _tag: "Merchant", does: "creates" }
/** The merchant's program repeats its call by itself, because it got no answer. */
export const callsAgain: ScenarioStep = { _tag: "Merchant", does: "calls_again" }
export const approves: ScenarioStep = { _tag: "CustomerApproves" }
export const passes = (millis: number): ScenarioStep => ({ _tag: "TimePasses", millis })

/** A number prefix of the operator of this kind. */
const prefixes: Readonly<Record<ScenarioPaymentKind, string>> = {
  hosted: "22660",
  ussd_push: "22660",
  guided_ussd: "22650",
  ussd_otp: "22670",
  sms_otp: "22640",
  wallet: "22699",
  wallet_payout: "22699",
  mobile_money_payout: "22660",
}

/** A number without automatic behaviour, and a unique amount. */
const payment = (kind: ScenarioPaymentKind, number: number): Scenario["payment"] => ({
  kind,
  phone: `${prefixes[kind]}${String(100_000 + number * 100 + 1)}`,
  amountXof: 3_000 + number,
})

/** Defines a scenario. Its name in words and its expected end are in the catalogue. */
export const scenario = (
  name: Scenario["name"],
  about: readonly [kind: ScenarioPaymentKind, number: number],
  steps: ReadonlyArray<ScenarioStep>,
): Scenario => ({ name, payment: payment(...about), steps })
