/** An event as core announces it, for the tests of those who tell it on. */
import { type DeliveredEvent, PaymentId, ProjectId } from "@cauri/core"

/** A completed payin, or a variation of it. */
export const deliveredEvent = (change: Partial<DeliveredEvent> = {}): DeliveredEvent => ({
  id: "payin shop/order-17#3",
  key: { kind: "payin", project: ProjectId.make("shop"), id: PaymentId.make("order-17") },
  seq: 3,
  at: 1_700_000_000_000,
  event: "completed",
  detail: { late: false, operator: "Operator" },
  state: "completed",
  amount: 5_000,
  rail: "ussd_push",
  orderRef: "cart-9",
  ...change,
})
