/** What tests ask for, unless they say otherwise. */
import { assert, it as plainIt } from "@effect/vitest"
import { type PayinInput, type PayoutInput, PaymentsError } from "../src/index.ts"
import { simulatedPayments } from "../src/simulated.ts"

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

export const open = () => simulatedPayments({ logger: silent })

/** A test with payments of its own, over the service for practice. */
export const test = (title: string, body: (payments: Awaited<ReturnType<typeof open>>) => Promise<void>): void => {
  const register: (title: string, run: () => Promise<void>) => void = plainIt
  register(title, async () => {
    await using payments = await open()
    await body(payments)
  })
}

/** The error with which this fails. */
export const failureOf = async (promise: Promise<unknown>): Promise<PaymentsError> => {
  const thrown = await promise.then(
    () => "It was expected to fail.",
    (error: unknown) => error,
  )
  return thrown instanceof PaymentsError ? thrown : assert.fail(String(thrown))
}
