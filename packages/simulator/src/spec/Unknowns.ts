/**
 * What the specification leaves open, as data: UNKNOWNS.md explains each entry. N is marked "not shown" by the specification, U is
 * silent, W is a place where we read it more precisely than it is written.
 * Constants of the simulator are named here and live there, so that its tests can check that each one exists.
 */

/** One gap of the specification. */
export interface Unknown {
  readonly id: string
  readonly title: string
  /** The file and the name of the constant that holds our assumption. */
  readonly constant: string
}

/** Every gap of the specification. */
export const unknowns: ReadonlyArray<Unknown> = [
  {
    id: "N1",
    title: "Operator list and the set of operator identifiers",
    constant: "packages/simulator/src/options/Assumptions.ts:operators",
  },
  {
    id: "N2",
    title: "Initial state at creation",
    constant: "packages/simulator/src/options/Assumptions.ts:initialStatus",
  },
  {
    id: "N3",
    title: "Payout transitions",
    constant: "packages/simulator/src/options/Assumptions.ts:payoutTransitions",
  },
  {
    id: "N4",
    title: "Moves out of `completed` or `notcompleted`",
    constant: "packages/simulator/src/options/Assumptions.ts:finalStatusesMove",
  },
  {
    id: "N5",
    title: "Query parameter of the payout confirm",
    constant: "packages/adapters/wire/src/Endpoints.ts:payoutTokenParameter",
  },
  {
    id: "N6",
    title: "Validity period and expiry of the credentials",
    constant: "packages/simulator/src/options/Assumptions.ts:credentialLifetime",
  },
  {
    id: "N7",
    title: "Full field list of the callback, and how its form is encoded",
    constant: "packages/simulator/src/spec/CallbackPayloads.ts:PayinCallback",
  },
  {
    id: "N8",
    title: "Proof that a callback comes from the service",
    constant: "packages/simulator/src/options/Assumptions.ts:callbackProof",
  },
  {
    id: "N9",
    title: "Retry policy of callbacks",
    constant: "packages/simulator/src/options/Assumptions.ts:callbackRetries",
  },
  {
    id: "N10",
    title: "Response that the receiver of a callback must return",
    constant: "packages/simulator/src/options/Assumptions.ts:callbackAcceptedStatuses",
  },
  {
    id: "N11",
    title: "HTTP status codes of error responses",
    constant: "packages/simulator/src/options/Assumptions.ts:errorHttpStatus",
  },
  {
    id: "N12",
    title: "Complete sub-code lists",
    constant: "packages/simulator/src/spec/SubCodes.ts:statedSubCodes",
  },
  {
    id: "N13",
    title: "Amount bounds per operator and country",
    constant: "packages/simulator/src/options/Assumptions.ts:amountBounds",
  },
  {
    id: "N14",
    title: "Amount bounds of payouts",
    constant: "packages/adapters/wire/src/Fields.ts:PositiveAmount",
  },
  {
    id: "N15",
    title: "Rate limits and quotas",
    constant: "packages/simulator/src/options/Assumptions.ts:rateLimit",
  },
  {
    id: "U1",
    title: "Envelope of an authentication failure on endpoint 4",
    constant: "packages/simulator/src/options/Assumptions.ts:otpAuthenticationFailure",
  },
  {
    id: "U2",
    title: "Sub-code of an unknown token on endpoint 8",
    constant: "packages/simulator/src/options/Assumptions.ts:unknownPayoutTokenCode",
  },
  {
    id: "U3",
    title: "Whether endpoint 2 answers for endpoint 5's tokens",
    constant: "packages/simulator/src/options/Assumptions.ts:confirmAnswersForWalletInvoices",
  },
  {
    id: "U4",
    title: "SMS OTP: what the first response holds",
    constant: "packages/simulator/src/options/Assumptions.ts:smsOtpTokens",
  },
  {
    id: "U5",
    title: "Whether a further POST with a fresh OTP resumes the transaction or makes a second one",
    constant: "packages/simulator/src/options/Assumptions.ts:freshOtpResumes",
  },
  {
    id: "U6",
    title: "`montant` when the customer pays the fees",
    constant: "packages/simulator/src/options/Assumptions.ts:montantHoldsFees",
  },
  {
    id: "U7",
    title: "Endpoint 5 without endpoint 4, or with another amount than endpoint 4",
    constant: "packages/simulator/src/options/Assumptions.ts:walletSubmitNeedsMatchingOtp",
  },
  {
    id: "U8",
    title: '"Contains `id`": case, order, separator, and whether the service\'s own entries join in',
    constant: "packages/simulator/src/spec/CustomData.ts:externalIdAssumption",
  },
  {
    id: "U9",
    title:
      "Sub-code of a missing or ill-typed field, a bad phone, `top_up_wallet` 2, an http payout callback, a fractional payout",
    constant: "packages/simulator/src/options/Assumptions.ts:faultSubCodes",
  },
  {
    id: "U10",
    title: "Order of the checks",
    constant: "packages/simulator/src/options/Assumptions.ts:checkOrder",
  },
  {
    id: "U11",
    title: "Status after the customer cancels on the hosted page",
    constant: "packages/simulator/src/options/Assumptions.ts:statusAfterCancel",
  },
  {
    id: "U12",
    title: "Whether a refused or timed-out push is a definitive failure",
    constant: "packages/simulator/src/options/Assumptions.ts:definitiveFailures",
  },
  {
    id: "U13",
    title: "Order and delay of the two POSTs; whether a pending callback exists",
    constant: "packages/simulator/src/options/Assumptions.ts:callbackSequence",
  },
  {
    id: "U14",
    title: "`custom_data` and the merchant's identifier in payout callbacks",
    constant: "packages/simulator/src/options/Assumptions.ts:payoutCallbackIdentifiers",
  },
  {
    id: "U15",
    title: "Whether any sub-code proves that nothing was executed",
    constant: "packages/simulator/src/options/Assumptions.ts:refusalsExecuteNothing",
  },
  {
    id: "U16",
    title: "A payin `response_code` other than 00 or 01; 01 with a token",
    constant: "packages/adapters/wire/src/readResponses.ts:readCreationEnvelope",
  },
  {
    id: "U17",
    title: "Operator of a payout before it is final",
    constant: "packages/simulator/src/options/Assumptions.ts:payoutOperatorBeforeFinal",
  },
  {
    id: "U18",
    title: "IP check on endpoints 2, 4 and 8",
    constant: "packages/simulator/src/options/Assumptions.ts:ipCheckedEndpoints",
  },
  {
    id: "U19",
    title: "Answer for a project that is not enabled",
    constant: "packages/simulator/src/options/Assumptions.ts:projectNotEnabledCode",
  },
  {
    id: "U20",
    title: "Whether required texts may be empty (`description`, `store.name`)",
    constant: "packages/simulator/src/options/Assumptions.ts:requiredTextMayBeEmpty",
  },
  {
    id: "U21",
    title: "`custom_data` values that are not strings",
    constant: "packages/simulator/src/spec/CustomData.ts:customDataText",
  },
  {
    id: "U22",
    title: "`total_price` unlike `unit_price` x `quantity`; items unlike `total_amount` on hosted",
    constant: "packages/simulator/src/options/Assumptions.ts:itemArithmetic",
  },
  {
    id: "U23",
    title: "`{wiki_base}`",
    constant: "packages/simulator/src/options/Assumptions.ts:wikiBase",
  },
  {
    id: "U24",
    title: "A wallet payout whose onward transfer fails",
    constant: "packages/simulator/src/options/Assumptions.ts:failedOnwardTransferStatus",
  },
  {
    id: "U25",
    title: "Answer for a path or a method that the service does not have",
    constant: "packages/simulator/src/options/Assumptions.ts:unknownAddressCode",
  },
  {
    id: "U26",
    title: "What becomes of a hosted payin's `external_id`",
    constant: "packages/simulator/src/options/Assumptions.ts:hostedExternalId",
  },
  {
    id: "U27",
    title: "Form and content of endpoint 4's failure",
    constant: "packages/simulator/src/options/Assumptions.ts:otpFailureMessage",
  },
  {
    id: "U28",
    title: "Endpoint 4 of a project without payins",
    constant: "packages/simulator/src/options/Assumptions.ts:otpNeedsPayins",
  },
  {
    id: "U29",
    title: "`top_up_wallet` on endpoint 7",
    constant: "packages/simulator/src/options/Assumptions.ts:directPayoutTakesTopUp",
  },
  {
    id: "U30",
    title: "Fields of an item on endpoint 5",
    constant: "packages/adapters/wire/src/InvoiceRequest.ts:Item",
  },
  {
    id: "W1",
    title: "Which fields a pending payin record may leave out",
    constant: "packages/simulator/src/spec/PayinRecord.ts:omittedWhilePending",
  },
  {
    id: "W2",
    title: "How `+TZ` is written in `date`",
    constant: "packages/simulator/src/spec/Fields.ts:RecordDate",
  },
  {
    id: "W3",
    title: "Length of a phone number",
    constant: "packages/adapters/wire/src/Fields.ts:PhoneNumber",
  },
  {
    id: "W4",
    title: "Payer of a payin that is not completed",
    constant: "packages/simulator/src/spec/PayinRecord.ts:PayinNotCompleted",
  },
  {
    id: "W5",
    title: "Fields of an authentication failure on endpoint 2",
    constant: "packages/simulator/src/spec/PayinRecord.ts:PayinConfirmDenied",
  },
]
