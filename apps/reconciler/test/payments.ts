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
  payin(id, { type: "direct", mode: "ussd_push", phone: customer }, amount)

export const payout = (id: string, phone: string, amount = 7_000): PayoutInput => ({
  project: "shop",
  id,
  amount,
  method: { type: "mobile_money" },
  phone,
  description: `Payout ${id}`,
})
