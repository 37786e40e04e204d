/**
 * The bodies of the three payin creations: hosted (endpoint 1), direct (endpoint 3) and wallet submit (endpoint 5).
 * Spec: Invoice creation request (#18 #30-#60), validation modes (#149-#156), wallet submit (#167 #168).
 */
import { Schema } from "effect"
import { Amount, EmptyText, PayinAmount, PhoneNumber, RequestCustomData, WebAddress } from "./Fields.ts"
import { currency } from "./Texts.ts"

/** One line of an invoice (#47-#51). U30: the fields are stated for endpoints 1 and 3 only, and taken to be those of endpoint 5. */
export const Item = Schema.Struct({
  /** #47 */
  name: Schema.String,
  /** #48 */
  description: Schema.optionalKey(Schema.String),
  /** #49 */
  quantity: Schema.Int,
  /** #50 */
  unit_price: Amount,
  /** #51 */
  total_price: Amount,
}).check(
  // U22: what the service does with another product is not said; this is what the specification defines.
  Schema.makeFilter((item) =>
    item.total_price === item.unit_price * item.quantity
      ? undefined
      : { path: ["total_price"], issue: "total_price is unit_price x quantity" },
  ),
)

/** The merchant's shop (#52, #53). */
const Store = Schema.Struct({
  /** #52: shown on the hosted page. U20: whether it may be empty is not said. */
  name: Schema.String,
  /** #53 */
  website_url: WebAddress,
})

/** Where the hosted page sends the customer, and where the service calls back (#54, #55, #57). */
const HostedActions = Schema.Struct({
  /** #54 */
  cancel_url: WebAddress,
  /** #55 */
  return_url: WebAddress,
  /** #57, #195 */
  callback_url: WebAddress,
})

/** Direct payins and wallet submits have no page: the two redirects are always empty strings (#56, #57). */
const DirectActions = Schema.Struct({
  /** #56 */
  cancel_url: EmptyText,
  /** #56 */
  return_url: EmptyText,
  /** #57, #195 */
  callback_url: WebAddress,
})

const commonInvoiceFields = {
  /** #32: required, may be empty; #33 and #34 say that `total_amount` counts. */
  items: Schema.Array(Item),
  /** #35, #243, #244 */
  total_amount: PayinAmount,
  /** #36 */
  devise: Schema.Literal(currency),
  /** #37. U20: whether it may be empty is not said. */
  description: Schema.String,
  /** #42 */
  customer_firstname: Schema.optionalKey(Schema.String),
  /** #42 */
  customer_lastname: Schema.optionalKey(Schema.String),
  /** #42 */
  customer_email: Schema.optionalKey(Schema.String),
}

/** `commande.invoice` of a hosted payin (#31-#45). */
const HostedInvoice = Schema.Struct({
  ...commonInvoiceFields,
  /** #38: an empty string; #39: a number filters the operators that the page shows. */
  customer: Schema.Union([EmptyText, PhoneNumber]),
  /** #43 */
  external_id: Schema.optionalKey(Schema.String),
  /** #45 */
  otp: Schema.optionalKey(EmptyText),
})

/** `commande.invoice` of a direct payin (#31-#46). */
const DirectInvoice = Schema.Struct({
  ...commonInvoiceFields,
  /** #40: the payer's mobile money number. */
  customer: PhoneNumber,
  /** #44 */
  external_id: EmptyText,
  /** #46: its content depends on the operator's validation mode (#149-#156). */
  otp: Schema.String,
})

/** `commande.invoice` of a wallet submit: as a direct payin's, but the code is always there (#41, #167). */
const WalletInvoice = Schema.Struct({
  ...commonInvoiceFields,
  /** #41: the phone number of the customer's wallet account. */
  customer: PhoneNumber,
  /** #44 */
  external_id: EmptyText,
  /** #167: the code from the wallet application or the SMS. */
  otp: Schema.NonEmptyString,
})

const order = <Invoice extends Schema.Top, Actions extends Schema.Top>(invoice: Invoice, actions: Actions) =>
  Schema.Struct({
    commande: Schema.Struct({
      /** #31 */
      invoice,
      store: Store,
      actions,
      /** #58 */
      custom_data: Schema.optionalKey(RequestCustomData),
    }),
  })

/** Body of endpoint 1. The root is always `commande` (#18, #30). */
export const HostedInvoiceRequest = order(HostedInvoice, HostedActions)

/** Body of endpoint 3 (#18, #30). */
export const DirectInvoiceRequest = order(DirectInvoice, DirectActions)

/** Body of endpoint 5: the structure of endpoint 3 (#167). */
export const WalletInvoiceRequest = order(WalletInvoice, DirectActions)
