/**
 * For programs that read stored payments: what a payment, its events, flags and reasons are, and the machine that decides about them.
 */

// Money, numbers, names
export {
  CreationToken,
  maximumPayinAmount,
  minimumPayinAmount,
  maskMsisdn,
  Msisdn,
  Operator,
  OrderRef,
  PayinAmount,
  PaymentKind,
  PayoutAmount,
  Xof,
} from "./model/Identifiers.ts"

// What a payment asks for
export {
  counterparty,
  CustomerDetails,
  isPersonsText,
  LineItem,
  PayinContent,
  PayinMethod,
  PayoutContent,
  PayoutMethod,
  railOf,
  Shop,
  totalPrice,
} from "./model/Content.ts"
export {
  payinInput,
  type PayinMethodInput,
  payoutInput,
  type PayoutMethodInput,
  readPayin,
  readPayout,
} from "./services/input.ts"
export { AttemptKind, DirectMode, modeTraits, PagePlace, Rail } from "./model/ValidationMode.ts"
export { type FeeRule, feesOn, type RailSchedule, type Rate } from "./model/Policy.ts"

// What the service said
export {
  NoAnswerCause,
  NotSentCause,
  CallFailure,
  type CallFailureTag,
  callFailureTraits,
} from "./model/CallFailure.ts"
export { Observation, PayerDetails, Status } from "./model/Observation.ts"

// Payments, with their attempts, flags and events
export { Payin, PayinState } from "./model/Payin.ts"
export { Payout, PayoutState } from "./model/Payout.ts"
export {
  amountPaidOf,
  amountSeenOf,
  type Change,
  openStates,
  Payment,
  spendingStates,
  type StateTag,
  type StateTagOf,
  stateTraits,
} from "./model/Payment.ts"
export { Attempt, AttemptOutcome, type IssuedToken, issuedTokensOf } from "./model/Attempt.ts"
export {
  ApprovableDecision,
  deliveredAs,
  type DeliveredTag,
  deliveredTags,
  type EventTag,
  Flag,
  FlagKind,
  HeldReason,
  HistoryEntry,
  openFlags,
  PaymentEvent,
} from "./model/Event.ts"
export {
  newTracking,
  type NoteSummary,
  type PaymentRecord,
  serviceOperatorOf,
  Tracking,
} from "./model/PaymentRecord.ts"

// The machine
export { append, decide, type Decision as Decided, fold, type Step } from "./machine/decide.ts"
export {
  approvalOf,
  approvalRefusal,
  needsSecondPerson,
  type OpenApproval,
  requestRefusal,
} from "./machine/approvals.ts"
export { decisionObstacle, decisionOutcomesFor } from "./machine/requests.ts"
export { Action, nextAction } from "./machine/nextAction.ts"
export { payinRows } from "./machine/payinRows.ts"
export { payoutRows } from "./machine/payoutRows.ts"
export { type Row } from "./machine/table.ts"
export { isAskable, lookedUp } from "./machine/schedule.ts"
export { nextStep } from "./machine/furtherCalls.ts"
export { decisionOutcomes, type Stimulus } from "./model/stimulus.ts"
