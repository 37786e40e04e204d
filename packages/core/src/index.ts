/**
 * The table of contents of core. Values first, then the payments and their machines, then the ports, then the services.
 */

// Money, numbers, names
export { maximumPayinAmount, minimumPayinAmount, PayinAmount, PayoutAmount, Xof } from "./Money.ts"
export { maskMsisdn, Msisdn } from "./Msisdn.ts"
export {
  CreationToken,
  isOtp,
  keyText,
  Operator,
  OrderRef,
  type Otp,
  PaymentId,
  PaymentKey,
  PaymentKind,
  ProjectId,
} from "./Identifiers.ts"

// What a merchant asks for
export {
  counterparty,
  CustomerDetails,
  Item,
  PayinContent,
  PayinMethod,
  PayoutContent,
  PayoutMethod,
  railOf,
  Shop,
  totalPrice,
} from "./Content.ts"
export { InvalidInput, isPersonsText } from "./fields.ts"
export {
  ContentConflict,
  type CustomDataInput,
  type ItemInput,
  type PayinInput,
  type PayoutInput,
  readPayin,
  readPayout,
} from "./input.ts"
export {
  AttemptKind,
  dialThisCodeFirst,
  DirectMode,
  type ModeTraits,
  modeTraits,
  NextStep,
  PageTarget,
  Rail,
} from "./ValidationMode.ts"
export { checkPolicy, confirmDelay, feesOn, Policy, PolicyRefused } from "./Policy.ts"
export { defaultPolicy } from "./defaultPolicy.ts"
export { type FeeRule, type PolicyShape, type RailSchedule, type Rate } from "./PolicyShape.ts"

// What the service says
export { customerMessage, describeReason, GatewayError } from "./GatewayError.ts"
export { type Language, type ReasonTraits, reasonTraits } from "./reasonTraits.ts"
export {
  NoAnswerCause,
  NotSentCause,
  Operation,
  longestDetail,
  Reason,
  reasonOfSubCode,
  type ReasonTag,
  statedSubCodes,
} from "./Reason.ts"
export {
  asWebAddress,
  CreationAnswer,
  type CreationReply,
  noAnswer,
  notSent,
  readCreationReply,
  readOtpReply,
} from "./CreationAnswer.ts"
export { blankRecord, ConfirmRecord, Observation, PayerDetails, readStatus, Status } from "./Observation.ts"

// Payments and their machines
export { Attempt, AttemptOutcome, type Handle, handlesOf, rest } from "./Attempt.ts"
export { Flag, flagAdvice, FlagKind, openFlags } from "./Flag.ts"
export { type AnnouncedTag, type EventTag, HeldReason, HistoryEntry, PaymentEvent } from "./Event.ts"
export { spendingStates, type StateTag, type StateTraits, stateTraits } from "./model/states.ts"
export { diagram, inOrder } from "./machine/diagram.ts"
export { type Decision as Decided, decide, type Step } from "./machine/decide.ts"
export { payinRows } from "./machine/payinRows.ts"
export { payoutRows } from "./machine/payoutRows.ts"
export { append, fold, IllegalTransition } from "./machine/append.ts"
export { type Row } from "./machine/table.ts"
export { Payin, PayinState } from "./Payin.ts"
export { Payout, PayoutState } from "./Payout.ts"
export { type Change, Payment } from "./Payment.ts"
export { Action, nextAction } from "./nextAction.ts"
export { type NoteSummary, type PaymentRecord } from "./model/PaymentRecord.ts"
export { newWatch, Watch } from "./Watch.ts"

// Ports: what adapters fill
export { type ConfirmCall, type CreationCall, Gateway } from "./Gateway.ts"
export { type Delivery, endOf, type Listed, PaymentNotFound, PaymentStore } from "./PaymentStore.ts"
export {
  type CallbackNote,
  type Claimed,
  type ClaimGuards,
  type DeliveriesQuery,
  type DeliveryDriver,
  type DeliveryLease,
  type Due,
  type Inserted,
  type ListQuery,
  type Noted,
  notesPerPayment,
  type PaymentStoreDriver,
  type RowKey,
  type RowTerms,
  type SaveTerms,
  StoreError,
  type TakenDelivery,
  type WaitingDelivery,
  claimsNothing,
} from "./PaymentStoreDriver.ts"
export {
  type AttemptRow,
  type EventRow,
  type PaymentRow,
  type PaymentWrite,
  toEntry,
  toEventRow,
  toRecord,
  toWrite,
  type UnreadableLine,
  UnreadableRow,
} from "./PaymentRow.ts"
export { type Unreadable } from "./readRows.ts"
export { RefusalReason, StoreRefused } from "./StoreRefused.ts"
export {
  DeskStore,
  type Heartbeat,
  type Hold,
  holdsByItself,
  holdScopes,
  isHoldScope,
  type SeenHold,
  type StoreIdentity,
} from "./DeskStore.ts"
export { type Deed, Evidence, type Figure, type KeptNote, Reports, type Standing } from "./Reports.ts"
export { type OpeningTerms, type StoreOpener, type StorePorts, StoreStatus } from "./StoreStatus.ts"
export { CallbackAddress, type CallbackTarget, isCallbackBase } from "./CallbackAddress.ts"
export { Credentials, type ProjectCredentials } from "./Credentials.ts"
export {
  type Announced,
  type Consumer,
  type Hearing,
  type Listener,
  logConsumer,
  Outcomes,
  type TransactionalListener,
} from "./Outcomes.ts"
export { Nudge } from "./Nudge.ts"
export { type PaymentShelf, type ShelvedDelivery, type ShelvedFollower, type ShelvedPayment } from "./PaymentShelf.ts"
export { shelfDriver } from "./shelfDriver.ts"
export { announceWithin, insertWithin, memoryDriver } from "./memoryDriver.ts"
export { emptyMemory, type MemoryCell, type MemoryState } from "./memoryState.ts"
export { heartbeatsKeptFor, memoryDesk } from "./memoryDesk.ts"
export { memoryPorts, memoryStore } from "./memoryStore.ts"
export { shelfStore } from "./shelfStore.ts"

// Services: what a program calls
export { type Cauri, layerCauri, type Ports } from "./layerCauri.ts"
export { StoreClock } from "./StoreClock.ts"
export { type CreatePayinOptions, Payins, type PayinView, type SendPayinOptions, type SentPayin } from "./Payins.ts"
export { type CreatePayoutOptions, Payouts, type SentPayout } from "./Payouts.ts"
export { type Prepared, sameContent } from "./intents.ts"
export { nextStep, NotAllowed, RefusedTry } from "./tries.ts"
export { type NotSentBecause, type Sending, Submission, type SubmissionPlan, type Submitted } from "./Submission.ts"
export { type Heard, type Round, type Settled, Settlement, type Unasked } from "./Settlement.ts"
export { Deliveries, type Delivered } from "./Deliveries.ts"
export { Reconciliation, type Sweep } from "./Reconciliation.ts"
export { CallbackIntake } from "./CallbackIntake.ts"
export { mayLift, type Restoration } from "./restoration.ts"
export { type Cancellation, type Decision, Desk, type LiftOptions, type Resolution } from "./Desk.ts"
export { DecisionRefused } from "./model/DecisionRefused.ts"
export { mayHaveBeenExecuted, rulingsFor } from "./machine/deciding.ts"
export { type Ruling, type Stimulus } from "./model/stimulus.ts"
