/** What a sandbox saw of a merchant: the calls, the callbacks and their answers, the payments, and what the merchant says of its orders. */
import { HashMap } from "effect"
import type { CallbackLogLine } from "../model/Callback.ts"
import type { RequestLine } from "../log/RequestLog.ts"
import type { OffWireEvent } from "../log/OffWireEvent.ts"
import type { Payin } from "../model/Payin.ts"
import type { Payout } from "../model/Payout.ts"
import { transactionIdOf } from "../life/records.ts"
import type { State } from "../model/State.ts"

/** A payment as grades look at it. */
export interface SeenPayment extends Pick<
  Payin | Payout,
  "amountXof" | "createdAt" | "finalAt" | "number" | "requestId" | "status" | "token" | "tokenExpiresAt"
> {
  /** The merchant's `transaction_id`, which is only recommended (#60), or the number that the service gave. */
  readonly order: string
  /** The phone of the customer or beneficiary; empty for a page. */
  readonly to: string
  readonly isPayout: boolean
  /** Another call goes on with the same payment: its first one asked for a code by SMS. */
  readonly isResumed: boolean
}

/** Everything that was seen. */
export interface Seen {
  readonly now: number
  readonly requests: ReadonlyArray<RequestLine>
  readonly callbacks: ReadonlyArray<CallbackLogLine>
  readonly payments: ReadonlyArray<SeenPayment>
  readonly offWire: ReadonlyArray<OffWireEvent>
}

/** What was seen up to now. */
export const seenIn = (
  state: State,
  requests: ReadonlyArray<RequestLine>,
  offWire: ReadonlyArray<OffWireEvent>,
): Seen => ({
  now: state.now,
  requests,
  offWire,
  callbacks: state.callbackLog,
  payments: [
    ...HashMap.toValues(state.invoices).map((payin) =>
      seenPayment(payin, {
        to: payin.origin === "createHostedInvoice" ? "" : payin.customer.phone,
        isPayout: false,
        isResumed: payin.mode === "sms_otp",
      }),
    ),
    ...HashMap.toValues(state.payouts).map((payout) =>
      seenPayment(payout, { to: payout.beneficiary, isPayout: true, isResumed: false }),
    ),
  ],
})

const seenPayment = (
  payment: Payin | Payout,
  kind: Pick<SeenPayment, "isPayout" | "isResumed" | "to">,
): SeenPayment => {
  const { amountXof, createdAt, entries, finalAt, number, requestId, status, token, tokenExpiresAt } = payment
  return {
    amountXof,
    createdAt,
    finalAt,
    number,
    requestId,
    status,
    token,
    tokenExpiresAt,
    order: transactionIdOf(entries) || requestId,
    ...kind,
  }
}
