/**
 * The table of contents of core. Values first, then the payments and their machines, then the ports, then the services.
 */

// Money, numbers, names
export { maximumPayinAmount, minimumPayinAmount, PayinAmount, PayoutAmount, Xof } from "./model/Money.ts"
export { maskMsisdn, Msisdn } from "./model/Identifiers.ts"
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
} from "./model/Identifiers.ts"

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
} from "./model/Content.ts"
export { InvalidInput, isPersonsText } from "./model/fields.ts"
export {
  ContentConflict,
  type CustomDataInput,
  type ItemInput,
  type PayinInput,
  type PayoutInput,
  readPayin,
  readPayout,
} from "./work/input.ts"
export {
  AttemptKind,
  dialThisCodeFirst,
  DirectMode,
  type ModeTraits,
  modeTraits,
  NextStep,
  PageTarget,
  Rail,
} from "./model/ValidationMode.ts"
export { checkPolicy, confirmDelay, feesOn, Policy, PolicyRefused } from "./model/Policy.ts"
export { defaultPolicy } from "./model/Policy.ts"
export { type FeeRule, type PolicyShape, type RailSchedule, type Rate } from "./model/Policy.ts"

// What the service says
export { GatewayError } from "./model/GatewayError.ts"
export { type ReasonTraits, reasonTraits } from "./model/Reason.ts"
export {
  NoAnswerCause,
  NotSentCause,
  Operation,
  longestDetail,
  Reason,
  reasonOfSubCode,
  type ReasonTag,
  statedSubCodes,
} from "./model/Reason.ts"
export {
  asWebAddress,
  CreationAnswer,
  type CreationReply,
  noAnswer,
  notSent,
  readCreationReply,
  readOtpReply,
} from "./model/CreationAnswer.ts"
export { blankRecord, ConfirmRecord, Observation, PayerDetails, readStatus, Status } from "./model/Observation.ts"

// Payments and their machines
export { Attempt, AttemptOutcome, type Handle, handlesOf, rest } from "./model/Attempt.ts"
export { Flag, FlagKind, openFlags } from "./model/Flag.ts"
export { type AnnouncedTag, type EventTag, HeldReason, HistoryEntry, PaymentEvent } from "./model/Event.ts"
export { spendingStates, type StateTag, type StateTraits, stateTraits } from "./model/Payment.ts"
export { diagram, inOrder } from "./machine/diagram.ts"
export { type Decision as Decided, decide, type Step } from "./machine/decide.ts"
export { payinRows } from "./machine/payinRows.ts"
export { payoutRows } from "./machine/payoutRows.ts"
export { append, fold, IllegalTransition } from "./machine/append.ts"
export { type Row } from "./machine/table.ts"
export { Payin, PayinState } from "./model/Payin.ts"
export { Payout, PayoutState } from "./model/Payout.ts"
export { type Change, Payment } from "./model/Payment.ts"
export { Action, nextAction } from "./machine/nextAction.ts"
export { type NoteSummary, type PaymentRecord } from "./model/PaymentRecord.ts"
export { newWatch, Watch } from "./model/PaymentRecord.ts"

// Ports: what adapters fill
export { type ConfirmCall, type CreationCall, Gateway } from "./ports/Gateway.ts"
export { type Delivery, endOf, type Listed, PaymentNotFound, PaymentStore } from "./ports/PaymentStore.ts"
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
} from "./ports/PaymentStoreDriver.ts"
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
} from "./ports/PaymentRow.ts"
export { type Unreadable } from "./ports/PaymentRow.ts"
export { RefusalReason, StoreRefused } from "./ports/StoreStatus.ts"
export {
  DeskStore,
  type Heartbeat,
  type Hold,
  holdsByItself,
  holdScopes,
  isHoldScope,
  type SeenHold,
  type StoreIdentity,
} from "./ports/DeskStore.ts"
export { type Deed, Evidence, type Figure, type KeptNote, Reports, type Standing } from "./ports/Reports.ts"
export { type OpeningTerms, type StoreOpener, type StorePorts, StoreStatus } from "./ports/StoreStatus.ts"
export { CallbackAddress, type CallbackTarget, isCallbackBase } from "./ports/CallbackAddress.ts"
export { Credentials, type ProjectCredentials } from "./ports/Credentials.ts"
export {
  type Announced,
  type Consumer,
  type Hearing,
  type Listener,
  logConsumer,
  Outcomes,
  type TransactionalListener,
} from "./ports/Outcomes.ts"
export { Nudge } from "./work/Nudge.ts"
export {
  type PaymentShelf,
  type ShelvedDelivery,
  type ShelvedFollower,
  type ShelvedPayment,
} from "./memory/PaymentShelf.ts"
export { shelfDriver } from "./memory/shelfDriver.ts"
export { announceWithin, insertWithin, memoryDriver } from "./memory/memoryDriver.ts"
export { emptyMemory, type MemoryCell, type MemoryState } from "./memory/memoryDriver.ts"
export { heartbeatsKeptFor, memoryDesk } from "./memory/memoryDesk.ts"
export { memoryPorts, memoryStore } from "./memory/shelfStore.ts"
export { shelfStore } from "./memory/shelfStore.ts"

// Services: what a program calls
export { type Cauri, layerCauri, type Ports } from "./work/layerCauri.ts"
export { StoreClock } from "./work/StoreClock.ts"
export {
  type CreatePayinOptions,
  Payins,
  type PayinView,
  type SendPayinOptions,
  type SentPayin,
} from "./work/Payins.ts"
export { type CreatePayoutOptions, Payouts, type SentPayout } from "./work/Payouts.ts"
export { type Prepared, sameContent } from "./ports/PaymentRow.ts"
export { nextStep, NotAllowed, RefusedTry } from "./machine/tries.ts"
export {
  type NotSentBecause,
  type Sending,
  Submission,
  type SubmissionPlan,
  type Submitted,
} from "./work/Submission.ts"
export { type Heard, type Round, type Settled, Settlement, type Unasked } from "./work/Settlement.ts"
export { Deliveries, type Delivered } from "./work/Deliveries.ts"
export { Reconciliation, type Sweep } from "./work/Reconciliation.ts"
export { CallbackIntake } from "./work/CallbackIntake.ts"
export { mayLift, type Restoration } from "./work/restoration.ts"
export { type Cancellation, type Decision, Desk, type LiftOptions, type Resolution } from "./work/Desk.ts"
export { DecisionRefused, DecisionRefusal } from "./model/stimulus.ts"
export { mayHaveBeenExecuted, rulingsFor } from "./machine/deciding.ts"
export { type Ruling, type Stimulus } from "./model/stimulus.ts"
