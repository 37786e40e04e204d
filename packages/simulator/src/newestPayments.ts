/** The payments as people look at them: the newest first, and not more than one can look at. */
import { HashMap } from "effect"
import type { Invoice } from "./Invoice.ts"
import type { Payout } from "./Payout.ts"
import type { State } from "./State.ts"

/** How many of each kind are shown. */
const maximumPaymentsShown = 500

/** The newest payins and payouts. */
export const newestPayments = ({
  invoices,
  payouts,
}: Pick<State, "invoices" | "payouts">): {
  readonly payins: ReadonlyArray<Invoice>
  readonly payouts: ReadonlyArray<Payout>
} => ({ payins: newest(invoices), payouts: newest(payouts) })

const newest = <P extends { readonly number: number }>(payments: HashMap.HashMap<string, P>): ReadonlyArray<P> =>
  HashMap.toValues(payments)
    .toSorted((one, other) => other.number - one.number)
    .slice(0, maximumPaymentsShown)
