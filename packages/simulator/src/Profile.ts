/**
 * The two profiles of the service. `strict` is the specification to the letter; `asObserved` adds the forms that public code shows beyond
 * it. A profile may accept more requests and change how a record looks; it never changes the outcome of a payment.
 */

/** The differences between the profiles. */
export interface Profile {
  readonly name: "strict" | "asObserved"
  /** Requests: `devise` in any case. */
  readonly takesLowerCaseCurrency: boolean
  /** Requests: action addresses that are missing or `null`, except the callback's. */
  readonly takesMissingActions: boolean
  /** Requests: `top_up_wallet` missing on endpoint 6; it reads as 1. */
  readonly takesMissingTopUp: boolean
  /** The HTTP side takes both confirm paths with and without a trailing slash. */
  readonly takesBothConfirmPaths: boolean
  /** `description` and `custom_data` in every creation reply. */
  readonly describesEveryCreation: boolean
  /** The payin record's `custom_data`: entries, or one object. */
  readonly customData: "Entries" | "Object"
  /** The payout callback: the promised entries, or the flat shape with texts for amounts and a number for the operator. */
  readonly payoutCallback: "Promised" | "Observed"
  /** Direct payins of some operators answer with a page's address. */
  readonly redirectModes: boolean
  /** Endpoint 5 refuses a wrong OTP at once (Code15) instead of leaving a pending payin. */
  readonly refusesWrongWalletOtp: boolean
  /** A pending payin record leaves its empty fields out (#102); an option in both profiles. */
  readonly omitsEmptyFields: boolean
  /** The callback's token: another one, or the empty string; an option in both profiles. */
  readonly callbackToken: "Another" | "Empty"
  /** Opaque and short; shaped like a JWT, about 200 characters; or opaque with characters that must be escaped in a query. */
  readonly tokenShape: "Short" | "JwtLike" | "Awkward"
}

/** The specification to the letter. */
export const strict: Profile = {
  name: "strict",
  takesLowerCaseCurrency: false,
  takesMissingActions: false,
  takesMissingTopUp: false,
  takesBothConfirmPaths: false,
  describesEveryCreation: false,
  customData: "Entries",
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
  takesLowerCaseCurrency: true,
  takesMissingActions: true,
  takesMissingTopUp: true,
  takesBothConfirmPaths: true,
  describesEveryCreation: true,
  customData: "Object",
  payoutCallback: "Observed",
  redirectModes: true,
  refusesWrongWalletOtp: true,
  omitsEmptyFields: true,
  callbackToken: "Empty",
  tokenShape: "JwtLike",
}
