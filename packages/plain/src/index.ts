/**
 * Payments, inputs and errors as plain data: what every face without Effect reads and shows. The facade puts promises in front of it, the
 * HTTP API requests and answers.
 */

// What goes in
export { callFields, listFields, shopFields } from "./inputs.ts"
export type { CallOptions, DecisionInput, FollowOptions, ListInput, PaymentRef } from "./inputs.ts"
export { type Fields, onlyFields } from "./fields.ts"
export { carriedBy, onceForEachCode, otpOf } from "./codes.ts"
export { idExpected, isProject, keyOf, millisOf, withNumber, withPayersNumber, wordIn } from "./readInputs.ts"

// What is done with it
export {
  type Created,
  creating,
  pageOf,
  type Pick,
  pickPayin,
  pickPayout,
  readingOf,
  sendingOf,
  type Show,
} from "./operations.ts"
export { eventStream } from "./eventStream.ts"

// What comes out
export { plainLine, plainPause, plainSending, plainStep, plainUnreadable, showing } from "./toPlain.ts"
export type {
  ApprovalRequest,
  Attempt,
  Confirmed,
  DecisionOutcome,
  Flag,
  HistoryLine,
  Listing,
  Matters,
  NextStep,
  Page,
  Pause,
  Payin,
  PayinStatus,
  PaymentName,
  Phones,
  Payout,
  PayoutStatus,
  Problem,
  Rail,
  Sending,
  SentPayin,
  SentPayout,
  UnreadablePayment,
} from "./plain.ts"

// What fails
export { errorFrom, errorFromCause, isoOf } from "./failures.ts"
export { closedError, invalidInput, PaymentsError, type PaymentsErrorCode } from "./PaymentsError.ts"
