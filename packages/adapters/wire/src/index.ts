/**
 * The service's JSON as we send and read it, spelled as its specification spells it. This file is the table of contents.
 */

// Endpoints, headers, request targets
export {
  type Endpoint,
  type EndpointName,
  endpointNames,
  endpoints,
  formMediaType,
  type HeaderName,
  headerNames,
  invoiceTokenParameter,
  jsonMediaType,
  payoutTokenParameter,
  wikiPaths,
} from "./Endpoints.ts"
export {
  confirmInvoiceTarget,
  confirmPayoutTarget,
  Credential,
  type ProjectCredentials,
  requestHeaders,
  sendWalletOtpTarget,
} from "./requestTarget.ts"

// Words and addresses
export { currency, type Status, statuses, successCode, transactionIdKey } from "./Texts.ts"

// Kinds of field
export {
  Amount,
  EmptyText,
  HttpsAddress,
  payinMaximumXof,
  payinMinimumXof,
  PhoneNumber,
  PositiveAmount,
  RequestCustomData,
  WebAddress,
} from "./Fields.ts"

// Requests
export { DirectInvoiceRequest, HostedInvoiceRequest, WalletInvoiceRequest } from "./InvoiceRequest.ts"
export { DirectPayoutRequest, topUpWallet, WalletPayoutRequest } from "./PayoutRequest.ts"
export { type RequestFault, requestFaults } from "./requestFaults.ts"

// Sub-codes, and what public pages say about them
export { meaningOfSubCode, type SubCodeMeaning, subCodeMeanings } from "./subCodes.ts"
export { publicHint, publicHints } from "./PublicHints.ts"

// Responses, leniently
export type { AmountReading, CustomDataReading, EnvelopeReading, RecordReading } from "./Reading.ts"
export { parseSubCode, readStatus } from "./readFields.ts"
export { valuesOf } from "./readCustomData.ts"
export { readCreationEnvelope, readPayinRecord, readPayoutRecord, readWalletOtp } from "./readResponses.ts"
