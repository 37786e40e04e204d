/** The payments that pages show: the newest first, and a bounded number. */
import { HashMap } from "effect"
import type { Payin } from "./Payin.ts"
import type { Payout } from "./Payout.ts"
import type { State } from "./State.ts"

const maximumPaymentsShown = 500

/** The newest payins and payouts. */
export const newestPayments = ({
  invoices,
  payouts,
}: Pick<State, "invoices" | "payouts">): {
  readonly payins: ReadonlyArray<Payin>
  readonly payouts: ReadonlyArray<Payout>
} => ({ payins: newest(invoices), payouts: newest(payouts) })

const newest = <P extends { readonly number: number }>(payments: HashMap.HashMap<string, P>): ReadonlyArray<P> =>
  HashMap.toValues(payments)
    .toSorted((one, other) => other.number - one.number)
    .slice(0, maximumPaymentsShown)
