/** A payment as it is stored. */
import type { PayinContent, PayoutContent } from "./Content.ts"
import { blankPayment, type Payment } from "./Payment.ts"
import type { PolicyShape } from "./PolicyShape.ts"
import { newWatch, type Watch } from "./Watch.ts"

/** The callbacks of a payment, reduced to what matters: for which attempts one came, and the number of the newest. */
export interface NoteSummary {
  readonly attempt: number
  readonly newest: number
}

/** A payment as it is stored, with the callbacks that came for it. */
export interface PaymentRecord {
  readonly payment: Payment
  readonly watch: Watch
  /** Counts the saves: a save names the version that it read. */
  readonly version: number
  /** Who works on it: a number that grows with every lease, and the time at which it ends. */
  readonly lease: { readonly number: number; readonly until: number }
  readonly notes: ReadonlyArray<NoteSummary>
  readonly newestNote: number
}

/** A payment that was asked for and is not stored yet. */
export const blankRecord = (content: PayinContent | PayoutContent, at: number, policy: PolicyShape): PaymentRecord => {
  const payment = blankPayment(content, at)
  const lease = { number: 0, until: 0 }
  return { payment, watch: newWatch(payment, policy), version: 0, lease, notes: [], newestNote: 0 }
}
