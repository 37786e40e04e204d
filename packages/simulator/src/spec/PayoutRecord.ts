/**
 * The status record of a payout, as its confirm (endpoint 8) answers.
 * Spec: Payout status record (#103-#111), confirm (#175-#179), States (#112-#114).
 */
import { Schema } from "effect"
import { authenticationFailure } from "./CreateResponses.ts"
import { wikiPaths } from "@cauri/wire"
import { EmptyList, FailureText, PayoutErrorCode, SuccessCode, Token, wikiAddress } from "./Fields.ts"
import { EmptyText } from "@cauri/wire"

const promisedFields = {
  /** #103 */
  response_code: SuccessCode,
  /** #104: the one that was passed in. */
  token: Token,
  /** #105: a label, may be empty. */
  response_text: Schema.String,
  /** #106 */
  description: Schema.String,
  /** #107 */
  custom_data: EmptyList,
  /** #110 */
  wiki: wikiAddress(wikiPaths.createStraightWithdrawal),
}

/** The payout ended, well or badly (#108, #113, #114). */
export const PayoutFinal = Schema.Struct({
  ...promisedFields,
  status: Schema.Literals(["completed", "notcompleted"]),
  /** #111: open data. */
  operator_id: Schema.String,
  operator_name: Schema.String,
})

/** The payout is in progress: operator fields empty (#109, #112). */
export const PayoutPending = Schema.Struct({
  ...promisedFields,
  status: Schema.Literal("pending"),
  operator_id: EmptyText,
  operator_name: EmptyText,
})

/** The confirm itself failed (#103, #179): it says nothing about the payout. */
export const PayoutConfirmRefused = Schema.Struct({
  response_code: PayoutErrorCode,
  /** #25; the example of #179 does not show it. */
  token: Schema.optionalKey(EmptyText),
  response_text: FailureText,
  wiki: wikiAddress(wikiPaths.createStraightWithdrawal),
})

/** Every answer of endpoint 8. */
export const PayoutConfirmResponse = Schema.Union([
  PayoutFinal,
  PayoutPending,
  authenticationFailure(wikiPaths.createStraightWithdrawal),
  PayoutConfirmRefused,
])
