/**
 * A mobile money operator as data: which numbers it serves, how its customers validate a payment, its bounds, fees and pace.
 * The real list is not shown (N1 in UNKNOWNS.md), so operators are open data here too.
 * Spec: validation modes (#149-#156), Limits (#249), balances per operator (#238 #239).
 */
import { Schema } from "effect"

/** How a customer validates a payment. The two pages exist in the as-observed profile only. */
export const ValidationMode = Schema.Literals([
  "ussd_otp",
  "ussd_push",
  "guided_ussd",
  "sms_otp",
  "wallet",
  "service_redirect",
  "operator_redirect",
])

export type ValidationMode = typeof ValidationMode.Type

/** A fee: hundredths of a percent of the amount, rounded up, and a fixed part. */
export const Fee = Schema.Struct({ basisPoints: Schema.Int, fixedXof: Schema.Int })

export type Fee = typeof Fee.Type

/** Smallest and largest amount of one payment; `null`: only the global bounds count (N13). */
export const Bounds = Schema.Struct({ minimumXof: Schema.NullOr(Schema.Int), maximumXof: Schema.NullOr(Schema.Int) })

export type Bounds = typeof Bounds.Type

/** An operator. */
export const Operator = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  country: Schema.String,
  mode: ValidationMode,
  /** Country code and first digits of its numbers; the longest prefix of all operators wins. */
  prefixes: Schema.Array(Schema.String),
  bounds: Bounds,
  /** What one customer may pay in one day (UTC), for Code02 of a payin (#228); `null`: any amount. */
  dailyLimitXof: Schema.NullOr(Schema.Int),
  payinFee: Fee,
  payoutFee: Fee,
  /** From a payout's creation to the operator's decision (#126): drawn log-uniformly between the two. */
  payoutDelay: Schema.Struct({ fromMillis: Schema.Int, toMillis: Schema.Int }),
})

export type Operator = typeof Operator.Type

/** The fee on an amount. */
export const feeOn = (fee: Fee, amountXof: number): number =>
  Math.ceil((amountXof * fee.basisPoints) / 10_000) + fee.fixedXof

/** The operator of a number: the one with the longest matching prefix. */
export const operatorOf = (operators: ReadonlyArray<Operator>, phone: string): Operator | undefined => {
  let best: { readonly operator: Operator; readonly length: number } | undefined
  for (const operator of operators) {
    for (const prefix of operator.prefixes) {
      if (phone.startsWith(prefix) && prefix.length > (best?.length ?? 0)) best = { operator, length: prefix.length }
    }
  }
  return best?.operator
}
