/** What the test shop asks for. */
import type { PayinInput, PayoutInput } from "@cauri/core"

export const payin = (id: string, method: PayinInput["method"], amount = 5_000): PayinInput => ({
  project: "shop",
  id,
  amount,
  method,
  description: `Order ${id}`,
  shop: { name: "Shop", siteUrl: "https://shop.example" },
})

/** A payin whose customer confirms on a screen that the operator pushes. */
export const pushed = (id: string, customer: string, amount?: number): PayinInput =>
  payin(id, { _tag: "direct", mode: "ussd_push", customer }, amount)

export const payout = (id: string, beneficiary: string, amount = 7_000): PayoutInput => ({
  project: "shop",
  id,
  amount,
  method: { _tag: "mobile_money" },
  beneficiary,
  description: `Payout ${id}`,
})
