/**
 * The two profiles of the service. `strict` is the specification to the letter; `asObserved` adds the forms that public code shows beyond
 * it. A profile may accept more requests and change how a record looks; it never changes the outcome of a payment.
 */

/** The differences between the profiles. */
export interface Profile {
  readonly name: "strict" | "asObserved"
  /** Requests: the forms that public clients send (observedForms.ts), both confirm paths, doubled slashes, the parameter `token`. */
  readonly takesObservedForms: boolean
  /** A wrong amount is reported before a wrong field, unless the check order is set (U10). */
  readonly checksAmountFirst: boolean
  /** `description` and the merchant's `custom_data`, as an object, in every payin's creation reply. */
  readonly describesEveryCreation: boolean
  /** The payout callback: the promised entries, or the flat shape with texts for amounts and a number for the operator. */
  readonly payoutCallback: "Promised" | "Observed"
  /** Direct payins of some operators answer with a page's address. */
  readonly redirectModes: boolean
  /** Endpoint 5 refuses a wrong OTP at once (Code15) instead of leaving a pending payin. */
  readonly refusesWrongWalletOtp: boolean
  /** A pending payin record leaves out what only a final one knows (#102), never the common envelope; an option in both profiles. */
  readonly omitsEmptyFields: boolean
  /** The callback's token: another one, or the empty string; an option in both profiles. */
  readonly callbackToken: "Another" | "Empty"
  /** Opaque and short; shaped like a JWT, about 200 characters; or opaque with characters that must be escaped in a query. */
  readonly tokenShape: "Short" | "JwtLike" | "Awkward"
}

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
