/** What tests ask for, unless they say otherwise. */
import type { PayinInput, PayoutInput } from "../src/index.ts"

/** Numbers of the simulator's operators; see its guide for what each of them does. */
export const numbers = {
  ussdOtp: "22670000001",
  push: "22660000001",
  pushPaysAtOnce: "22660000090",
  pushRefuses: "22660000092",
  guided: "22650000001",
  smsOtp: "22640000001",
  wallet: "22699000001",
}

export const payin = (id: string, changes: Partial<PayinInput> = {}): PayinInput => ({
  id,
  amount: 1_500,
  method: { type: "direct", mode: "ussd_push", phone: numbers.push },
  description: "Two loaves",
  ...changes,
})

export const payout = (id: string, changes: Partial<PayoutInput> = {}): PayoutInput => ({
  id,
  amount: 25_000,
  method: { type: "mobile_money" },
  phone: numbers.pushPaysAtOnce,
  description: "June",
  ...changes,
})

/** A logger that keeps nothing. */
export const silent = (): void => {}
