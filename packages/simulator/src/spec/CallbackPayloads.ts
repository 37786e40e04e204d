/**
 * The content of a callback, exactly. The full field list is not shown (N7 in UNKNOWNS.md; #211): a status, a token of its own and the
 * entries are promised; every other field is our assumption, is optional here, and has the status record's type.
 * Spec: Events (#196-#203 #208 #214).
 */
import { Schema } from "effect"
import { CallbackCustomDataEntry } from "./CustomData.ts"
import { wikiPaths } from "@cauri/wire"
import { Amount } from "@cauri/wire"
import { RecordDate, StatusWord, SuccessCode, wikiAddress } from "./Fields.ts"
import { CustomerDetails } from "./PayinRecord.ts"

/** Callback of a payin. The promised part first, the assumed part (N7) below. */
export const PayinCallback = Schema.Struct({
  status: StatusWord,
  /** #200: not the creation token. It looks up nothing and confirms nothing (#201). */
  token: Schema.String,
  /** #59, #98, #202, #203 */
  custom_data: Schema.Array(CallbackCustomDataEntry),

  response_code: Schema.optionalKey(SuccessCode),
  response_text: Schema.optionalKey(Schema.String),
  description: Schema.optionalKey(Schema.String),
  operator_id: Schema.optionalKey(Schema.String),
  operator_name: Schema.optionalKey(Schema.String),
  customer: Schema.optionalKey(Schema.NullOr(Schema.String)),
  montant: Schema.optionalKey(Amount),
  amount: Schema.optionalKey(Amount),
  date: Schema.optionalKey(RecordDate),
  external_id: Schema.optionalKey(Schema.String),
  oreference: Schema.optionalKey(Schema.String),
  request_id: Schema.optionalKey(Schema.NonEmptyString),
  customer_details: Schema.optionalKey(CustomerDetails),
  wiki: Schema.optionalKey(wikiAddress(wikiPaths.confirmInvoice)),
})

export type PayinCallback = typeof PayinCallback.Type

/** Callback of a payout. U14: whether the merchant's entries and identifier come back in it is not said. */
export const PayoutCallback = Schema.Struct({
  status: StatusWord,
  /** #200 */
  token: Schema.String,
  /** #202: an array of entries; it may be empty (U14). */
  custom_data: Schema.Array(CallbackCustomDataEntry),

  response_code: Schema.optionalKey(SuccessCode),
  response_text: Schema.optionalKey(Schema.String),
  description: Schema.optionalKey(Schema.String),
  operator_id: Schema.optionalKey(Schema.String),
  operator_name: Schema.optionalKey(Schema.String),
  montant: Schema.optionalKey(Amount),
  amount: Schema.optionalKey(Amount),
  transaction_id: Schema.optionalKey(Schema.String),
  external_id: Schema.optionalKey(Schema.String),
  wiki: Schema.optionalKey(wikiAddress(wikiPaths.createStraightWithdrawal)),
})

export type PayoutCallback = typeof PayoutCallback.Type
