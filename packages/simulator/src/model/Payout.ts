/**
 * A payout as the service keeps it.
 * Spec: Resources (#61-#70 #103-#110), States (#112-#114 #126 #127), balances (#238 #239).
 */
import { CustomDataEntry } from "../spec/CustomData.ts"
import { Schema } from "effect"
import { HistoryLine, KeptStatus } from "./Payin.ts"

/** A payout. */
export const Payout = Schema.Struct({
  token: Schema.String,
  callbackToken: Schema.String,
  number: Schema.Int,
  requestId: Schema.String,
  projectId: Schema.String,
  /** The endpoint that created it: 6 or 7. */
  origin: Schema.Literals(["createWalletPayout", "createDirectPayout"]),
  status: KeptStatus,
  amountXof: Schema.Int,
  /** Paid by the merchant on top. */
  feeXof: Schema.Int,
  description: Schema.String,
  beneficiary: Schema.String,
  /** The operator whose balance was debited, named in the end. */
  operatorId: Schema.String,
  /** #68, #69; `null` on endpoint 7. */
  topUpWallet: Schema.NullOr(Schema.Literals([0, 1])),
  /** The state of the onward transfer (#69, U24). */
  onward: Schema.Literals(["None", "UnderWay", "Arrived", "Failed"]),
  callbackUrl: Schema.String,
  entries: Schema.Array(CustomDataEntry),
  createdAt: Schema.Int,
  finalAt: Schema.NullOr(Schema.Int),
  tokenExpiresAt: Schema.NullOr(Schema.Int),
  history: Schema.Array(HistoryLine),
})

export type Payout = typeof Payout.Type
