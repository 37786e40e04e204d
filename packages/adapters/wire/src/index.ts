/**
 * The service's JSON, spelled as its specification spells it. This file is the table of contents.
 */

// Endpoints, headers, request targets
export {
  type Endpoint,
  type EndpointName,
  endpointNames,
  endpoints,
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
export {
  currency,
  errorCode,
  pagePath,
  pageUrl,
  processingText,
  serviceKeys,
  serviceUrl,
  type Status,
  statuses,
  successCode,
  transactionIdKey,
  wikiUrl,
} from "./Texts.ts"

// Kinds of field
export {
  Amount,
  EmptyList,
  EmptyText,
  ErrorCode,
  FailureText,
  HttpsAddress,
  PayinAmount,
  payinMaximumXof,
  payinMinimumXof,
  PayoutErrorCode,
  PhoneNumber,
  PositiveAmount,
  RecordDate,
  StatusWord,
  SuccessCode,
  Token,
  WebAddress,
  wikiAddress,
} from "./Fields.ts"

// Requests
export {
  DirectActions,
  DirectInvoice,
  DirectInvoiceRequest,
  HostedActions,
  HostedInvoice,
  HostedInvoiceRequest,
  Item,
  Store,
  WalletInvoice,
  WalletInvoiceRequest,
} from "./InvoiceRequest.ts"
export { DirectPayoutRequest, topUpWallet, WalletPayoutRequest } from "./PayoutRequest.ts"
export { type RequestFault, requestFaults } from "./requestFaults.ts"

// custom_data and external_id
export {
  CallbackCustomDataEntry,
  CustomDataEntry,
  customDataText,
  type ExternalIdAssumption,
  externalIdAssumption,
  externalIdOf,
  RequestCustomData,
  toCustomDataEntries,
} from "./CustomData.ts"

// Responses, exactly
export {
  type AuthenticationFailure,
  authenticationFailure,
  DirectInvoiceCreated,
  DirectInvoiceResponse,
  DirectPayoutCreated,
  DirectPayoutRefused,
  DirectPayoutResponse,
  HostedInvoiceCreated,
  HostedInvoiceResponse,
  InvoiceRefused,
  WalletPayoutCreated,
  WalletPayoutRefused,
  WalletPayoutResponse,
} from "./CreateResponses.ts"
export { WalletOtpResponse } from "./OtpResponse.ts"
export {
  CustomerDetails,
  omittedWhilePending,
  PayinCompleted,
  PayinConfirmDenied,
  PayinConfirmRefused,
  PayinConfirmResponse,
  PayinNotCompleted,
  PayinPending,
} from "./PayinRecord.ts"
export { PayoutConfirmRefused, PayoutConfirmResponse, PayoutFinal, PayoutPending } from "./PayoutRecord.ts"

// Callbacks, exactly, and as forms
export { PayinCallback, PayoutCallback } from "./CallbackPayloads.ts"
export { callbackFields, callbackForm, type FormEncoding, formEncodings, formMediaType } from "./callbackForm.ts"

// Sub-codes
export {
  codeOf,
  formatSubCode,
  parseSubCode,
  type StatedSubCode,
  statedSubCode,
  statedSubCodes,
  type SubCodeMeaning,
  type SubCodePage,
  subCodePage,
  type SubCodePageEntry,
} from "./SubCodes.ts"
export { publicHint, publicHints } from "./PublicHints.ts"

// Responses and callbacks, leniently
export type {
  AmountReading,
  CallbackReading,
  CustomDataReading,
  EntryReading,
  EnvelopeReading,
  OtpReading,
  CustomerDetailsReading,
  PayinRecordReading,
  PayoutRecordReading,
  RecordReading,
  StatusReading,
} from "./Reading.ts"
export { readAmount, readStatus, readTimestamp, type TimestampReading } from "./readFields.ts"
export { maximumCustomDataText, maximumEntries, readCustomData, valuesOf } from "./readCustomData.ts"
export { readCreationEnvelope, readPayinRecord, readPayoutRecord, readWalletOtp } from "./readResponses.ts"
export { type CallbackNames, readCallback, readCallbackNames } from "./readCallback.ts"

// The specification's rules, and what it leaves open
export { type Rule, type RuleSide, rules } from "./Rules.ts"
export { type Unknown, unknowns } from "./Unknowns.ts"
