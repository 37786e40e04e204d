/** What scenarios are written with. Each has a number and an amount of its own, so several can be played at the same time. */
import type { Scenario, ScenarioPaymentKind, ScenarioStep } from "./Scenario.ts"

/** In milliseconds. */
export const minute = 60_000
/** In milliseconds. */
export const hour = 60 * minute
/** The merchant creates the payment. */
export const creates: ScenarioStep = { _tag: "Merchant", does: "Creates" }
/** The merchant's program calls again by itself, because its call got no answer. */
export const callsAgain: ScenarioStep = { _tag: "Merchant", does: "CallsAgain" }
/** The customer confirms. */
export const approves: ScenarioStep = { _tag: "CustomerApproves" }
/** Time passes. */
export const passes = (millis: number): ScenarioStep => ({ _tag: "TimePasses", millis })

/** The prefix of a number that the operator of this kind serves. */
const prefixes: Readonly<Record<ScenarioPaymentKind, string>> = {
  Hosted: "22660",
  UssdPush: "22660",
  GuidedUssd: "22650",
  UssdOtp: "22670",
  SmsOtp: "22640",
  Wallet: "22699",
  WalletPayout: "22699",
  MobileMoneyPayout: "22660",
}

/** A number that acts by itself in no way, and an amount that nothing else uses. */
const payment = (kind: ScenarioPaymentKind, number: number): Scenario["payment"] => ({
  kind,
  phone: `${prefixes[kind]}${String(100_000 + number * 100 + 1)}`,
  amountXof: 3_000 + number,
})

/** Writes a scenario down. What it is called and how it ends stands in the catalogue. */
export const scenario = (
  name: Scenario["name"],
  about: readonly [kind: ScenarioPaymentKind, number: number],
  steps: ReadonlyArray<ScenarioStep>,
): Scenario => ({ name, payment: payment(...about), steps })
