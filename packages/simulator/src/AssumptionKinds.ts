/** The kinds of value that the assumptions of Assumptions.ts take. */
import type { EndpointName } from "@cauri/wire"
import type { Decision } from "./Agenda.ts"
import type { KeptStatus } from "./Invoice.ts"
import type { Bounds, Operator } from "./Operator.ts"

/** A problem of a request for which the specification states no sub-code. */
export type RequestProblem =
  /** No JSON object, or a field missing, ill-typed or refused by its rule. */
  | "Field"
  /** The phone number has no valid form. */
  | "Phone"
  /** No operator serves the number. */
  | "Operator"
  /** A payout's amount is not a positive integer, or exceeds the operator's bounds. */
  | "PayoutAmount"
  /** A wallet's number on endpoint 3. */
  | "WalletNumber"
  /** A number without a wallet on endpoint 5. */
  | "NoWallet"
  /** Endpoint 5 without endpoint 4, or for another amount. */
  | "NoOtpRequest"
  /** A wrong or expired OTP on endpoint 5, where the profile refuses it at once. */
  | "WrongOtp"
  /** The parameter of a confirm is empty or missing. */
  | "NoToken"

/** One of the checks that a request goes through. */
export type CheckName = "headers" | "credentials" | "project" | "ip" | "feature" | "fields" | "amount"

/** The type of every assumption. Each has its constant, and its reason, in Assumptions.ts. */
export interface Assumptions {
  readonly operators: ReadonlyArray<Operator>
  readonly initialStatus: KeptStatus
  readonly payoutTransitions: Readonly<Record<KeptStatus, ReadonlyArray<KeptStatus>>>
  readonly finalStatusesMove: boolean
  readonly credentialLifetime: number | null
  readonly callbackProof: "None"
  readonly callbackRetries: ReadonlyArray<number>
  readonly callbackAcceptedStatuses: ReadonlyArray<number>
  readonly errorHttpStatus: "Ok" | "ClientError"
  readonly amountBounds: {
    readonly operators: Readonly<Record<string, Bounds>>
    readonly countries: Readonly<Record<string, Bounds>>
  }
  readonly rateLimit: { readonly calls: number; readonly windowMillis: number } | null
  readonly otpAuthenticationFailure: "CommonEnvelope" | "OtpEnvelope"
  readonly unknownPayoutTokenCode: string
  readonly confirmAnswersForWalletInvoices: boolean
  readonly smsOtpTokens: "OneEach" | "Shared"
  readonly freshOtpResumes: boolean
  readonly montantHoldsFees: boolean
  readonly walletSubmitNeedsMatchingOtp: boolean
  readonly faultSubCodes: Readonly<
    Record<Exclude<EndpointName, "sendWalletOtp">, Readonly<Record<RequestProblem, string>>>
  >
  readonly checkOrder: ReadonlyArray<CheckName>
  readonly statusAfterCancel: "pending" | "notcompleted"
  readonly definitiveFailures: ReadonlyArray<Exclude<Decision, "Completed">>
  readonly callbackSequence: {
    readonly order: ReadonlyArray<"Form" | "Json">
    readonly delayMillis: ReadonlyArray<number>
    readonly statuses: ReadonlyArray<KeptStatus>
  }
  readonly payoutCallbackIdentifiers: "Entries" | "TopLevel"
  readonly refusalsExecuteNothing: boolean
  readonly payoutOperatorBeforeFinal: boolean
  readonly ipCheckedEndpoints: ReadonlyArray<EndpointName>
  readonly projectNotEnabledCode: string
  readonly requiredTextMayBeEmpty: boolean
  readonly itemArithmetic: { readonly product: boolean; readonly sum: boolean }
  readonly wikiBase: string | null
  readonly failedOnwardTransferStatus: "completed" | "notcompleted"
  readonly unknownAddressCode: string
  readonly hostedExternalId: "Ignored" | "InRecord"
  readonly otpFailureMessage: "SubCode" | "Sentence"
  readonly otpNeedsPayins: boolean
  readonly directPayoutTakesTopUp: boolean
}
