/**
 * The two profiles of the service. `strict` is the specification to the letter; `asObserved` adds the forms that public code shows beyond
 * it. A profile may accept more requests and change how a record looks; it never changes the outcome of a payment.
 */
import { Schema } from "effect"

/** The differences between the profiles. */
export const Profile = Schema.Struct({
  name: Schema.Literals(["strict", "asObserved"]),
  /**
   * Requests: the forms that public clients send (observedForms.ts), paths with and without a slash at their end, doubled slashes, the
   * parameter `token`. Records: the merchant's reference, and a payout's amount, which public clients read.
   */
  takesObservedForms: Schema.Boolean,
  /** A wrong amount is reported before a wrong field, unless the check order is set (U10). */
  checksAmountFirst: Schema.Boolean,
  /** `description` and the merchant's `custom_data`, as an object, in every payin's creation reply. */
  describesEveryCreation: Schema.Boolean,
  /** The payout callback: the promised entries, or the flat shape with texts for amounts and a number for the operator. */
  payoutCallback: Schema.Literals(["Promised", "Observed"]),
  /** Direct payins of some operators answer with a page's address. */
  redirectModes: Schema.Boolean,
  /** Endpoint 5 refuses a wrong OTP at once (Code15) instead of leaving a pending payin. */
  refusesWrongWalletOtp: Schema.Boolean,
  /** A pending payin record leaves out what only a final one knows (#102), never the common envelope; an option in both profiles. */
  omitsEmptyFields: Schema.Boolean,
  /** The callback's token: another one, or the empty string; an option in both profiles. */
  callbackToken: Schema.Literals(["Another", "Empty"]),
  /** Opaque and short; shaped like a JWT, about 200 characters; or opaque with characters that must be escaped in a query. */
  tokenShape: Schema.Literals(["Short", "JwtLike", "Awkward"]),
})

export type Profile = typeof Profile.Type

/** The specification to the letter. */
export const strict: Profile = {
  name: "strict",
  takesObservedForms: false,
  checksAmountFirst: false,
  describesEveryCreation: false,
  payoutCallback: "Promised",
  redirectModes: false,
  refusesWrongWalletOtp: false,
  omitsEmptyFields: false,
  callbackToken: "Another",
  tokenShape: "Short",
}

/** What public code and pages show beyond it. */
export const asObserved: Profile = {
  name: "asObserved",
  takesObservedForms: true,
  checksAmountFirst: true,
  describesEveryCreation: true,
  payoutCallback: "Observed",
  redirectModes: true,
  refusesWrongWalletOtp: true,
  omitsEmptyFields: true,
  callbackToken: "Empty",
  tokenShape: "JwtLike",
}
