/** An event as core announces it, for the tests of those who tell it on. */
import { type DeliveredEvent, PaymentId, ProjectId } from "@cauri/core"

type ChangeOf<Event> = Event extends DeliveredEvent ? Pick<Event, "_tag" | "detail"> & Partial<Event> : never
/** What an event says, and what else of it is another than of a completed payin. */
export type Change = ChangeOf<DeliveredEvent>

const completed: Change = {
  _tag: "completed",
  detail: { amountPaid: 5_000, late: false, operator: "Operator", decidedBy: null },
}

/** A completed payin, or a variation of it. */
export const deliveredEvent = (change: Change = completed): DeliveredEvent => ({
  id: "payin shop/order-17#3",
  key: { kind: "payin", project: ProjectId.make("shop"), id: PaymentId.make("order-17") },
  seq: 3,
  at: 1_700_000_000_000,
  state: "completed",
  amount: 5_000,
  rail: "ussd_push",
  orderRef: "cart-9",
  ...change,
})
