/** The kinds of value that the assumptions of Assumptions.ts take. */
import { endpointNames } from "@cauri/wire"
import { Schema } from "effect"
import { KeptStatus } from "./Payin.ts"
import { Bounds, Operator } from "./Operator.ts"

const requestProblems = [
  /** No JSON object, or a field missing, ill-typed or refused by its rule. */
  "field",
  /** The phone number has no valid form. */
  "phone",
  /** No operator serves the number. */
  "operator",
  /** A payout's amount is not a positive integer, or exceeds the operator's bounds. */
  "payout_amount",
  /** A wallet's number on endpoint 3. */
  "wallet_number",
  /** A number without a wallet on endpoint 5. */
  "no_wallet",
  /** Endpoint 5 without endpoint 4, or for another amount. */
  "no_otp_request",
  /** A wrong or expired OTP on endpoint 5, where the profile refuses it at once. */
  "wrong_otp",
  /** The parameter of a confirm is empty or missing. */
  "no_token",
] as const

/** A problem of a request for which the specification states no sub-code. */
export type RequestProblem = (typeof requestProblems)[number]

const checkNames = ["headers", "credentials", "project", "ip", "feature", "fields", "amount"] as const

/** One of the checks that a request goes through. */
export type CheckName = (typeof checkNames)[number]

const Endpoint = Schema.Literals(endpointNames)
const Millis = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const SubCodes = Schema.Record(Schema.Literals(requestProblems), Schema.String)

/** Every assumption. Each has its constant, and its reason, in Assumptions.ts. */
export const Assumptions = Schema.Struct({
  operators: Schema.Array(Operator),
  initialStatus: KeptStatus,
  payoutTransitions: Schema.Record(KeptStatus, Schema.Array(KeptStatus)),
  finalStatusesMove: Schema.Boolean,
  credentialLifetime: Schema.NullOr(Millis),
  callbackProof: Schema.Literal("None"),
  callbackRetries: Schema.Array(Millis).check(Schema.isMaxLength(9)),
  callbackAcceptedStatuses: Schema.Array(Schema.Int),
  errorHttpStatus: Schema.Literals(["Ok", "ClientError"]),
  amountBounds: Schema.Struct({
    operators: Schema.Record(Schema.String, Bounds),
    countries: Schema.Record(Schema.String, Bounds),
  }),
  rateLimit: Schema.NullOr(
    Schema.Struct({
      calls: Schema.Int.check(Schema.isGreaterThan(0)),
      windowMillis: Schema.Int.check(Schema.isGreaterThan(0)),
    }),
  ),
  otpAuthenticationFailure: Schema.Literals(["CommonEnvelope", "OtpEnvelope"]),
  unknownPayoutTokenCode: Schema.String,
  confirmAnswersForWalletInvoices: Schema.Boolean,
  smsOtpTokens: Schema.Literals(["OneEach", "Shared"]),
  freshOtpResumes: Schema.Boolean,
  montantHoldsFees: Schema.Boolean,
  walletSubmitNeedsMatchingOtp: Schema.Boolean,
  faultSubCodes: Schema.Record(Schema.Literals(endpointNames.filter((name) => name !== "sendWalletOtp")), SubCodes),
  checkOrder: Schema.Array(Schema.Literals(checkNames)),
  statusAfterCancel: Schema.Literals(["pending", "notcompleted"]),
  definitiveFailures: Schema.Array(Schema.Literals(["refused", "no_funds", "failed"])),
  callbackSequence: Schema.Struct({
    order: Schema.Array(Schema.Literals(["Form", "Json"])),
    delayMillis: Schema.Array(Millis),
    statuses: Schema.Array(KeptStatus),
  }),
  payoutCallbackIdentifiers: Schema.Literals(["Entries", "TopLevel"]),
  refusalsExecuteNothing: Schema.Boolean,
  payoutOperatorBeforeFinal: Schema.Boolean,
  ipCheckedEndpoints: Schema.Array(Endpoint),
  projectNotEnabledCode: Schema.String,
  requiredTextMayBeEmpty: Schema.Boolean,
  itemArithmetic: Schema.Struct({ product: Schema.Boolean, sum: Schema.Boolean }),
  wikiBase: Schema.NullOr(Schema.String),
  failedOnwardTransferStatus: Schema.Literals(["completed", "notcompleted"]),
  unknownAddressCode: Schema.String,
  hostedExternalId: Schema.Literals(["Ignored", "InRecord"]),
  otpFailureMessage: Schema.Literals(["SubCode", "Sentence"]),
  otpNeedsPayins: Schema.Boolean,
  directPayoutTakesTopUp: Schema.Boolean,
})

export type Assumptions = typeof Assumptions.Type
