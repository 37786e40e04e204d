/**
 * The status record of a payin, as its confirm (endpoint 2) answers: completed, not completed, pending, or an error.
 * Spec: Payin invoice status record (#79-#102), confirm (#143-#147), States (#112-#114).
 */
import { Schema } from "effect"
import { authenticationFailure } from "./CreateResponses.ts"
import { CustomDataEntry } from "./CustomData.ts"
import { wikiPaths } from "@cauri/wire"
import { Amount, EmptyText } from "@cauri/wire"
import { ErrorCode, FailureText, RecordDate, SuccessCode, wikiAddress } from "./Fields.ts"

/** Who paid, as far as the service knows (#100). */
export const CustomerDetails = Schema.Struct({
  firstname: Schema.String,
  lastname: Schema.String,
  email: Schema.String,
  phone: Schema.String,
  details: Schema.String,
})

export type CustomerDetails = typeof CustomerDetails.Type

const promisedFields = {
  /** #79 */
  response_code: SuccessCode,
  /** #88 */
  montant: Amount,
  /** #88: the same as `montant`. */
  amount: Amount,
  /** #89 */
  date: RecordDate,
  /** #90, #91 */
  external_id: Schema.String,
  /** #93: unique, assigned by the service. */
  request_id: Schema.NonEmptyString,
  /** #94 */
  custom_data: Schema.Array(CustomDataEntry),
  /** #101 */
  wiki: wikiAddress(wikiPaths.confirmInvoice),
}

const finalFields = {
  ...promisedFields,
  /** #82: always empty here. */
  token: EmptyText,
  /** #83: empty on success. */
  response_text: EmptyText,
  /** #84 */
  description: Schema.String,
  /** #85: open data (#111). */
  operator_id: Schema.String,
  operator_name: Schema.String,
  /** #92 */
  oreference: Schema.String,
  /** #100 */
  customer_details: CustomerDetails,
}

const sameAmounts = Schema.makeFilter(
  (record: { readonly montant: number; readonly amount: number }) =>
    record.amount === record.montant ? undefined : { path: ["amount"], issue: "amount is the same as montant" },
  { expected: "amount equal to montant" },
)

/** The payment is confirmed (#113). */
export const PayinCompleted = Schema.Struct({
  ...finalFields,
  status: Schema.Literal("completed"),
  /** #87: the payer's number; only a pending record has none. */
  customer: Schema.String,
}).check(sameAmounts)

/** The payment did not go through (#114). Whether a payer is known then is not said: null is allowed by the field's type (#87). */
export const PayinNotCompleted = Schema.Struct({
  ...finalFields,
  status: Schema.Literal("notcompleted"),
  customer: Schema.NullOr(Schema.String),
}).check(sameAmounts)

/** The fields that a pending record may leave out (#102). Which they are is our reading: see W1 in UNKNOWNS.md. */
export const omittedWhilePending = [
  "token",
  "response_text",
  "description",
  "operator_id",
  "operator_name",
  "oreference",
  "customer_details",
] as const

/** The payment waits for its operator (#112): operator fields empty (#86), customer null (#87). */
export const PayinPending = Schema.Struct({
  ...promisedFields,
  status: Schema.Literal("pending"),
  token: Schema.optionalKey(EmptyText),
  response_text: Schema.optionalKey(EmptyText),
  description: Schema.optionalKey(Schema.String),
  operator_id: Schema.optionalKey(EmptyText),
  operator_name: Schema.optionalKey(EmptyText),
  customer: Schema.Null,
  oreference: Schema.optionalKey(Schema.String),
  customer_details: Schema.optionalKey(CustomerDetails),
}).check(sameAmounts)

/** The confirm itself failed: it says nothing about the payment (#79, #81, #83, #147). */
export const PayinConfirmRefused = Schema.Struct({
  response_code: ErrorCode,
  /** #81 */
  status: EmptyText,
  /** #82; the example of #147 does not show it. */
  token: Schema.optionalKey(EmptyText),
  response_text: FailureText,
  wiki: wikiAddress(wikiPaths.confirmInvoice),
})

/**
 * Bad, expired or missing credentials on endpoint 2. It is an authentication failure (#188) and a failed confirm (#81, #147), and
 * each of the two lists a field that the other leaves out: it carries both. See W5 in UNKNOWNS.md.
 */
export const PayinConfirmDenied = Schema.Struct({
  ...authenticationFailure(wikiPaths.confirmInvoice).fields,
  /** #81 */
  status: EmptyText,
})

/** Every answer of endpoint 2. */
export const PayinConfirmResponse = Schema.Union([
  PayinCompleted,
  PayinNotCompleted,
  PayinPending,
  PayinConfirmRefused,
  PayinConfirmDenied,
])
