/**
 * The bodies of the two payout creations: wallet payout (endpoint 6) and direct mobile money payout (endpoint 7).
 * Spec: Payout creation request (#61-#70).
 */
import { Schema } from "effect"
import { RequestCustomData } from "./Fields.ts"
import { HttpsAddress, PhoneNumber, PositiveAmount } from "./Fields.ts"

/** Values of `top_up_wallet` by what they do (#66, #68, #69). Older public texts had them the other way round: use the names. */
export const topUpWallet = { keepInWallet: 1, transferToMobileMoney: 0 } as const

const commonPayoutFields = {
  /** #61 */
  amount: PositiveAmount,
  /** #62. U20: whether it may be empty is not said. */
  description: Schema.String,
  /** #63 */
  customer: PhoneNumber,
  /** #64, #195, #210 */
  callback_url: HttpsAddress,
  /** #70 */
  custom_data: Schema.optionalKey(RequestCustomData),
}

/** Body of endpoint 6 (#18, #61-#70). */
export const WalletPayoutRequest = Schema.Struct({
  commande: Schema.Struct({
    ...commonPayoutFields,
    /** #65, #66 */
    top_up_wallet: Schema.Literals([topUpWallet.keepInWallet, topUpWallet.transferToMobileMoney]),
  }),
})

/** Body of endpoint 7: no `top_up_wallet` (#67). */
export const DirectPayoutRequest = Schema.Struct({
  commande: Schema.Struct({
    ...commonPayoutFields,
    /** #67: "not applicable", so a request that carries it is not a direct payout. */
    top_up_wallet: Schema.optionalKey(Schema.Never),
  }),
})
