/**
 * A payment that was checked and is not stored yet. A host that keeps its orders in the database of the payments writes both in one
 * transaction of its own: there is no order without its payment then, and no payment without its order.
 */
import { Equal } from "effect"
import type { PaymentKey } from "../model/Identifiers.ts"
import type { Step } from "../machine/decide.ts"
import { contentOf, type EventRow, type PaymentWrite, toEventRow, toWrite } from "../ports/PaymentRow.ts"

/**
 * A payment that was checked and is not stored yet: the rows that a store's adapter writes inside the host's own transaction. It is
 * made for now: an unsent payin is cancelled two minutes after it was prepared.
 */
export interface Prepared {
  readonly key: PaymentKey
  readonly row: PaymentWrite
  readonly events: ReadonlyArray<EventRow>
}

/** Do two rows ask for the same? What an insert finds under its id is the same payment, or a `ContentConflict`. */
export const sameContent = (one: PaymentWrite, other: PaymentWrite): boolean =>
  Equal.equals(contentOf(one), contentOf(other))

/** The rows of a payment that was just made. */
export const preparedOf = ({ change: { payment, entries }, watch }: Step): Prepared => ({
  key: payment.key,
  row: toWrite(payment, watch),
  events: entries.map(toEventRow),
})
