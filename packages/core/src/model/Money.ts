/**
 * Money in the only currency there is: whole francs (XOF), without a sub-unit. Cauri has no currency parameter; a merchant
 * who sells in another currency converts before calling. Spec: general rules (#10, #11, #12); limits (#243, #244, #245, #250).
 */
import { Schema } from "effect"

/** Whole francs, zero or more. */
export const Xof = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })).pipe(
  Schema.brand("Xof"),
)
export type Xof = typeof Xof.Type

/** The smallest amount that the service collects (#243). */
export const minimumPayinAmount = 9

/** The largest amount that the service collects (#244). */
export const maximumPayinAmount = 2_000_000

/** What a payin may ask for: whole francs from 9 to 2,000,000 (#243, #244). */
export const PayinAmount = Schema.Int.check(
  Schema.isBetween({ minimum: minimumPayinAmount, maximum: maximumPayinAmount }),
).pipe(Schema.brand("PayinAmount"))
export type PayinAmount = typeof PayinAmount.Type

/** What a payout may send: whole francs, at least one (#61, #250). The service shows no upper bound. */
export const PayoutAmount = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })).pipe(
  Schema.brand("PayoutAmount"),
)
export type PayoutAmount = typeof PayoutAmount.Type
