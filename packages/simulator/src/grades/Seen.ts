/** What a sandbox saw of a merchant: the calls, the callbacks and their answers, the payments, and what the merchant says of its orders. */
import { HashMap, Schema } from "effect"
import type { CallbackLogLine } from "../Callback.ts"
import type { RequestLine } from "../http/RequestLog.ts"
import type { Invoice } from "../Invoice.ts"
import type { Payout } from "../Payout.ts"
import { transactionIdOf } from "../records.ts"
import type { State } from "../State.ts"

/** What a merchant says of one of its orders: a person passed it on, or a probe of the merchant's own address. */
export const MerchantWord = Schema.Struct({
  /** The merchant's `transaction_id`. */
  order: Schema.String.check(Schema.isNonEmpty(), Schema.isMaxLength(256)),
  /** Paid (a payout: arrived), failed for good, or neither. */
  says: Schema.Literals(["Paid", "Failed", "Open"]),
  /** What the merchant has booked for the order, where it says so. */
  bookedXof: Schema.optionalKey(Schema.Int),
  /** What the order costs, for an order that the service has never seen. */
  amountXof: Schema.optionalKey(Schema.Int),
})

/** What a merchant says of one of its orders. */
export type MerchantWord = typeof MerchantWord.Type

/** What was not on the wire: a word, or a visit to the return address of an order with the token of another one. */
export const Heard = Schema.Union([
  Schema.TaggedStruct("Word", { at: Schema.Int, word: MerchantWord }),
  Schema.TaggedStruct("Visit", { at: Schema.Int, order: Schema.String }),
])

/** What was not on the wire. */
export type Heard = typeof Heard.Type

/** A payment as grades look at it. */
export interface SeenPayment extends Pick<
  Invoice | Payout,
  "amountXof" | "createdAt" | "finalAt" | "requestId" | "status" | "tokenExpiresAt"
> {
  readonly order: string
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
  readonly heard: ReadonlyArray<Heard>
}

/** What was seen up to now. */
export const seenIn = (state: State, requests: ReadonlyArray<RequestLine>, heard: ReadonlyArray<Heard>): Seen => ({
  now: state.now,
  requests,
  heard,
  callbacks: state.callbackLog,
  payments: [
    ...HashMap.toValues(state.invoices).map((payin) =>
      seenPayment(payin, { to: "", isPayout: false, isResumed: payin.mode === "SmsOtp" }),
    ),
    ...HashMap.toValues(state.payouts).map((payout) =>
      seenPayment(payout, { to: payout.beneficiary, isPayout: true, isResumed: false }),
    ),
  ],
})

const seenPayment = (
  payment: Invoice | Payout,
  kind: Pick<SeenPayment, "isPayout" | "isResumed" | "to">,
): SeenPayment => {
  const { amountXof, createdAt, entries, finalAt, requestId, status, tokenExpiresAt } = payment
  return {
    amountXof,
    createdAt,
    finalAt,
    requestId,
    status,
    tokenExpiresAt,
    order: transactionIdOf(entries) || requestId,
    ...kind,
  }
}
